import type { LightningFeeHistogram } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { count } from '../../../../format/amount.ts';
import { shortNumber } from '../../../../format/short-number.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import foldStyles from '../../../../ui/fold.module.css';
import { TableScroll } from '../../../../ui/TableScroll.tsx';
import styles from '../../lightning.module.css';
import { Capacity } from '../../lightning-figures.tsx';
import { lightningPage } from '../../lightning-url.ts';
import { type FeeBar, feeBars } from './fee-bars.ts';

const width = 1_000;
const half = 110;
const labelSpace = 26;
const fullHeight = 2 * half + labelSpace;

/** Shows the channels of a node by fee rate: its own fees upwards, those of its peers downwards. */
export function FeeDistribution({ histogram, publicKey }: { histogram: LightningFeeHistogram; publicKey: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const bars = feeBars(histogram);
  const max = Math.max(1, ...bars.flatMap(({ outgoing, incoming }) => [outgoing.count, incoming.count]));
  return (
    <Card
      title={text('lightning.fees')}
      id="node-fees"
      aside={
        <Link to={lightningPage.fees(prefix, publicKey)} className="more">
          {text('lightning.pair')}
        </Link>
      }
    >
      {bars.length === 0 ? (
        <p className="quiet">{text('lightning.fees.none')}</p>
      ) : (
        <>
          <p className={styles.legend}>
            <span className={styles.keyed}>
              <Key className={styles.outgoing} /> {text('lightning.fees.outgoing')}
            </span>
            <span className={styles.keyed}>
              <Key className={styles.incoming} /> {text('lightning.fees.incoming')}
            </span>
          </p>
          <Bars bars={bars} max={max} label={text('lightning.fees.label')} />
          <p className={`${styles.axis} quiet`}>{text('lightning.fees.axis')}</p>
          <details className={foldStyles.fold} data-part="fold">
            <summary>{text('graphs.table')}</summary>
            <FeeTable bars={bars} />
          </details>
        </>
      )}
    </Card>
  );
}

const Key = ({ className }: { className: string | undefined }) => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
    <rect width="12" height="12" rx="3" className={className} />
  </svg>
);

function Bars({ bars, max, label }: { bars: readonly FeeBar[]; max: number; label: string }) {
  const text = useText();
  const step = width / bars.length;
  const every = Math.ceil(bars.length / 9);
  const bar = (value: number) => (half * value) / max;
  return (
    <div className={styles.histogram}>
      <svg viewBox={`0 0 ${width} ${fullHeight}`} role="img" aria-label={label} preserveAspectRatio="none">
        {bars.map(({ from, to, outgoing, incoming }, at) => (
          <g key={to}>
            <title>
              {text('lightning.fees.bar', {
                range: rangeOf(from, to),
                outgoing: outgoing.count,
                incoming: incoming.count,
              })}
            </title>
            <rect x={at * step} width={step} height={fullHeight} fill="transparent" />
            <rect
              className={styles.outgoing}
              x={at * step + step * 0.12}
              width={step * 0.76}
              y={half - bar(outgoing.count)}
              height={bar(outgoing.count)}
            />
            <rect
              className={styles.incoming}
              x={at * step + step * 0.12}
              width={step * 0.76}
              y={half + labelSpace}
              height={bar(incoming.count)}
            />
          </g>
        ))}
      </svg>
      <ol className={styles.buckets} aria-hidden="true">
        {bars.map(({ to }, at) => (
          <li key={to}>{at % every === 0 && shortNumber(to)}</li>
        ))}
      </ol>
    </div>
  );
}

const rangeOf = (from: number, to: number): string => (from === to ? count(to) : `${count(from)} - ${count(to)}`);

function FeeTable({ bars }: { bars: readonly FeeBar[] }) {
  const text = useText();
  return (
    <TableScroll label={text('graphs.table')}>
      <table className={styles.plain}>
        <thead>
          <tr>
            <th scope="col">{text('lightning.fees.range')}</th>
            <th scope="col">{text('lightning.fees.outgoing')}</th>
            <th scope="col">{text('lightning.capacity')}</th>
            <th scope="col">{text('lightning.fees.incoming')}</th>
            <th scope="col">{text('lightning.capacity')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ from, to, outgoing, incoming }) => (
            <tr key={to}>
              <td className="figure">{rangeOf(from, to)}</td>
              <td className="figure">{outgoing.count}</td>
              <td>
                <Capacity sats={outgoing.capacity} />
              </td>
              <td className="figure">{incoming.count}</td>
              <td>
                <Capacity sats={incoming.capacity} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
