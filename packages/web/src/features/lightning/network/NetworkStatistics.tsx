import type { LightningLatest, LightningStat } from '@glassblock/contract';
import { count, percent } from '../../../format/amount.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import rowsStyles from '../../../ui/rows.module.css';
import { FigureText } from '../../../ui/values.tsx';
import { CapacityFiat } from '../CapacityFiat.tsx';
import styles from '../lightning.module.css';
import { Capacity, Change, Unknown } from '../lightning-figures.tsx';
import { useIsUnknown } from '../lookups.ts';

/** Shows capacity, nodes and channels of the network, with their changes of a week. */
export function NetworkStatistics({ latest, previous }: LightningLatest) {
  const text = useText();
  const isUnknown = useIsUnknown();
  return (
    <Card title={text('lightning.network')} id="lightning-network">
      <dl className={styles.headline}>
        <div className={styles.main}>
          <dt>{text('lightning.capacity')}</dt>
          <dd>
            <Capacity sats={latest.total_capacity} digits={[2, 2]} />{' '}
            <Change
              now={latest.total_capacity}
              before={isUnknown(latest.total_capacity) ? undefined : previous?.total_capacity}
            />
            <CapacityFiat sats={latest.total_capacity} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.nodes')}</dt>
          <dd>
            <span className="figure">{count(latest.node_count)}</span>{' '}
            <Change now={latest.node_count} before={previous?.node_count} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.channels')}</dt>
          <dd>
            {isUnknown(latest.channel_count) ? (
              <Unknown />
            ) : (
              <span className="figure">{count(latest.channel_count)}</span>
            )}{' '}
            <Change
              now={latest.channel_count}
              before={isUnknown(latest.channel_count) ? undefined : previous?.channel_count}
            />
          </dd>
        </div>
      </dl>
      <p className={`${styles.note} quiet`}>{text('lightning.change.note')}</p>
    </Card>
  );
}

/** Shows means and medians of the channels. */
export function ChannelsStatistics({ latest }: { latest: LightningStat }) {
  const text = useText();
  const isUnknown = useIsUnknown()(latest.channel_count);
  const figureIn = (unit: string) => (value: number) =>
    isUnknown ? <Unknown /> : <FigureText figure={{ value: count(value), unit }} />;
  const [ppm, msat] = [figureIn('ppm'), figureIn('msat')];
  const rows: { key: TextId; mean: React.ReactNode; median: React.ReactNode }[] = [
    {
      key: 'lightning.capacity',
      mean: <Capacity sats={latest.avg_capacity} />,
      median: <Capacity sats={latest.med_capacity} />,
    },
    { key: 'lightning.feeRate', mean: ppm(latest.avg_fee_rate), median: ppm(latest.med_fee_rate) },
    { key: 'lightning.baseFee', mean: msat(latest.avg_base_fee_mtokens), median: msat(latest.med_base_fee_mtokens) },
  ];
  return (
    <Card title={text('lightning.typical')} id="lightning-typical">
      <table className={styles.typical}>
        <thead>
          <tr>
            <td />
            <th scope="col">{text('lightning.mean')}</th>
            <th scope="col">{text('lightning.median')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, mean, median }) => (
            <tr key={key}>
              <th scope="row">{text(key)}</th>
              <td>{mean}</td>
              <td>{median}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`${styles.note} quiet`}>{text('lightning.typical.note')}</p>
    </Card>
  );
}

/** Series of nodes by reachability, with their colours. */
export const reaches = [
  { key: 'lightning.reach.tor', of: 'tor_nodes', colour: '--category-9' },
  { key: 'lightning.reach.clearnet', of: 'clearnet_nodes', colour: '--category-2' },
  { key: 'lightning.reach.both', of: 'clearnet_tor_nodes', colour: '--category-5' },
  { key: 'lightning.reach.none', of: 'unannounced_nodes', colour: '--category-none' },
] as const satisfies readonly { key: TextId; of: keyof LightningStat; colour: `--${string}` }[];

/** Shows the number of nodes that can be reached over Tor and clearnet. */
export function NodesByReach({ latest }: { latest: LightningStat }) {
  const text = useText();
  const total = Math.max(1, latest.node_count);
  let start = 0;
  return (
    <Card title={text('lightning.reach')} id="lightning-reach">
      <svg className={styles.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {reaches.map(({ of, colour }) => {
          const width = (100 * latest[of]) / total;
          const x = start;
          start += width;
          return <rect key={of} x={x} width={Math.max(0, width - 0.4)} height="4" fill={`var(${colour})`} />;
        })}
      </svg>
      <dl className={rowsStyles.rows} data-part="rows">
        {reaches.map(({ key, of, colour }) => (
          <div key={of}>
            <dt className={styles.keyed}>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
                <rect width="12" height="12" rx="3" fill={`var(${colour})`} />
              </svg>
              {text(key)}
            </dt>
            <dd className="figure">
              {count(latest[of])} <small>({percent((100 * latest[of]) / total, 1)})</small>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
