import { createContext, use } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import { Amount, FigureText } from '../../../ui/values.tsx';
import { liquidPage } from '../liquid-url.ts';
import { useLiquid } from '../use-liquid.ts';
import { assetAmount } from './asset-amount.ts';
import type { AssetNames } from './asset-names.ts';
import styles from './liquid-tx.module.css';

/** Names of the assets of a page. */
export const AssetNamesContext = createContext<AssetNames>({});

/** Value and asset of an output; absent where they are confidential. */
interface Held {
  value?: number | undefined;
  asset?: string | undefined;
}

/** Shows the amount of an output in its asset, or that it is confidential. */
export function LiquidAmount({ held, className = '' }: { held: Held; className?: string | undefined }) {
  const text = useText();
  const native = useLiquid().asset;
  const names = use(AssetNamesContext);
  const { value, asset } = held;
  if (value === undefined || asset === undefined)
    return <span className={`amount quiet ${className}`}>{text('liquid.confidential')}</span>;
  if (asset === native) return <Amount sats={value} className={className} />;
  const { precision = 0, ticker, name } = names[asset] ?? {};
  const { value: figure } = assetAmount(value, precision, '');
  return (
    <span className={`amount figure ${styles.assetAmount} ${className}`}>
      {figure}{' '}
      <Link to={liquidPage.asset(asset)} title={name ?? asset}>
        {ticker ?? `${asset.slice(0, 4)}…${asset.slice(-4)}`}
      </Link>
    </span>
  );
}

/** Shows an amount of the asset of a page, which may be unknown. @param units undefined: confidential */
export function UnitsOf(props: { units: number | undefined; precision: number; unit: string }) {
  const text = useText();
  if (props.units === undefined) return <span className="quiet">{text('liquid.confidential')}</span>;
  return <FigureText figure={assetAmount(props.units, props.precision, props.unit)} className="amount" />;
}
