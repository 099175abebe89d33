import { usePreferences } from '../../../context/preferences.tsx';
import { amount } from '../../../format/amount.ts';
import { FigureText } from '../../../ui/values.tsx';
import styles from './audit.module.css';

/**
 * Shows an amount on the parent chain, in BTC or sats without a prefix.
 * @param props.signed with its sign, and green or red
 */
export function ParentAmount(props: { sats: number; digits?: readonly [number, number]; signed?: boolean }) {
  const { unit } = usePreferences().preferences;
  const figure = amount(props.sats, unit === 'sats' ? 'sats' : 'btc', 'mainnet', props.digits);
  const sign = props.signed && props.sats > 0 ? '+' : '';
  const tone = !props.signed || props.sats === 0 ? styles.bitcoin : props.sats > 0 ? 'gain' : 'loss';
  return <FigureText figure={{ ...figure, value: sign + figure.value }} className={`amount ${tone}`} />;
}
