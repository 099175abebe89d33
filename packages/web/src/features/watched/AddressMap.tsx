import { Link } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import type { WalletView } from '../../data/watched/wallet-view.ts';
import { amount } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { treemap } from '../../pictures/diagrams/treemap.ts';
import { Card } from '../../ui/Card.tsx';
import { page } from '../../url.ts';
import styles from './watched.module.css';

const width = 1000;
const height = 260;
/** Steps of color by number of transactions, as powers of four. */
const maxStep = 4;
const stepOf = (txCount: number) => Math.min(maxStep, Math.floor(Math.log2(Math.max(1, txCount)) / 2));

/** Draws the addresses of a wallet: area by balance, color by number of transactions. The list above has the same values. */
export function AddressMap({ addresses }: { addresses: WalletView['addresses'] }) {
  const text = useText();
  const { prefix, network } = usePlace();
  const { preferences } = usePreferences();
  const titleOf = ({ address, sats, txCount }: WalletView['addresses'][number]) => {
    const { value, unit } = amount(sats, preferences.unit === 'sats' ? 'sats' : 'btc', network);
    return `${address} · ${value} ${unit} · ${text('board.txCount', { count: txCount })}`;
  };
  return (
    <Card title={text('board.addressMap')} id="address-map-title">
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} data-cy="address-map" aria-hidden="true">
        {treemap(addresses, ({ sats }) => sats, width, height).map(({ item, x, y, width: w, height: h }) => (
          <Link key={item.address} to={page.address(prefix, item.address)} tabIndex={-1}>
            <rect
              x={x + 1}
              y={y + 1}
              width={Math.max(0, w - 2)}
              height={Math.max(0, h - 2)}
              rx="2"
              data-step={stepOf(item.txCount)}
            >
              <title>{titleOf(item)}</title>
            </rect>
          </Link>
        ))}
      </svg>
      <p className={`${styles.legend} quiet`}>{text('board.addressMap.legend')}</p>
    </Card>
  );
}
