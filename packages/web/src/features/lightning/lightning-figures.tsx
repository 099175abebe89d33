import { Link } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Amount, FigureText } from '../../ui/values.tsx';
import { csvUrl } from '../graphs/csv-url.ts';
import styles from './lightning.module.css';
import { lightningPage } from './lightning-url.ts';
import { useIsUnknown } from './lookups.ts';

/** Shows a capacity, by default with four decimals of a bitcoin. */
export function Capacity(props: { sats: number; digits?: readonly [number, number]; className?: string }) {
  const { sats, digits = [4, 4], className } = props;
  if (useIsUnknown()(sats)) return <Unknown />;
  return <Amount sats={sats} digits={digits} className={className} />;
}

/** Replaces an unknown figure. */
export const Unknown = () => <span className="quiet">–</span>;

/** Shows a fee rate of a channel, in parts per million and percent. */
export function FeePpm({ ppm }: { ppm: number | null }) {
  if (ppm === null) return <Unknown />;
  return (
    <span className="figure">
      {count(ppm)} <small>ppm ({percent(ppm / 10_000, 4)})</small>
    </span>
  );
}

/** Shows a base fee or an HTLC limit. @param msat millisatoshis; null: unknown */
export function Msat({ msat }: { msat: number | null }) {
  if (msat === null) return <Unknown />;
  return msat >= 1_000_000 ? (
    <Amount sats={Math.floor(msat / 1_000)} />
  ) : (
    <FigureText figure={{ value: count(msat), unit: 'msat' }} />
  );
}

/** Links the CSV of an API path. @param source from `lightningApi` */
export function CsvLink({ source }: { source: string }) {
  const text = useText();
  const { basePath } = useSite();
  return (
    <a href={csvUrl(basePath, source)} className="more" download>
      {text('lightning.csv')}
    </a>
  );
}

/** Links a node by its alias. */
export function NodeLink({ publicKey, alias }: { publicKey: string; alias: string }) {
  const { prefix } = usePlace();
  return (
    <Link to={lightningPage.node(prefix, publicKey)} className={styles.nodeName} title={publicKey}>
      <bdi>{escapeInvisible(alias) || publicKey.slice(0, 20)}</bdi>
    </Link>
  );
}

/** Shows whether a channel is inactive (0), active (1) or closed (2). */
export function ChannelStatus({ status }: { status: number }) {
  const text = useText();
  if (status === 1) return <span className="badge ok">{text('lightning.status.active')}</span>;
  return status === 2 ? (
    <span className="badge bad">{text('lightning.status.closed')}</span>
  ) : (
    <span className="badge off">{text('lightning.status.inactive')}</span>
  );
}

/** Shows why a channel was closed. @param reason 1 mutual, 2 force, 3 penalty; null: unknown */
export function ClosingBadge({ reason, isSplice = false }: { reason: number | null; isSplice?: boolean }) {
  const text = useText();
  if (isSplice) return <span className="badge info">{text('lightning.closed.splice')}</span>;
  if (reason === 1) return <span className="badge ok">{text('lightning.closed.mutual')}</span>;
  if (reason === 2) return <span className="badge warn">{text('lightning.closed.force')}</span>;
  if (reason === 3) return <span className="badge bad">{text('lightning.closed.penalty')}</span>;
  return <span className="badge off">{text('lightning.closed.unknown')}</span>;
}

/** Shows a change in percent; nothing without an earlier value. */
export function Change({ now, before }: { now: number; before: number | undefined }) {
  const text = useText();
  if (before === undefined || before === 0) return null;
  const share = (100 * (now - before)) / before;
  const isSame = Math.abs(share) < 0.05;
  const words = percent(Math.abs(share), isSame || Math.abs(share) >= 10 ? 0 : 1);
  return (
    <small className={`figure ${isSame ? 'quiet' : share > 0 ? 'gain' : 'loss'}`} title={text('lightning.change.hint')}>
      {isSame ? '' : share > 0 ? '▲ ' : '▼ '}
      {words}
    </small>
  );
}
