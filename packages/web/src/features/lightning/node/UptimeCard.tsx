import type { NodeUptime } from '@glassblock/contract';
import { usePlace } from '../../../context/site-context.ts';
import { percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import rowsStyles from '../../../ui/rows.module.css';
import { Moment } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';
import { CsvLink } from '../lightning-figures.tsx';
import { lightningApi } from '../lightning-url.ts';

/** Minimum observed share of a period in percent; the uptime of a period with less is not shown. */
const minObserved = 1;
const observedPeriods = ({ periods }: Pick<NodeUptime, 'periods'>) =>
  periods.filter(({ observed }) => observed >= minObserved);

/** Shows the reachability of a node, as gossip shows it. */
export function UptimeCard({ publicKey, uptime }: { publicKey: string; uptime: Omit<NodeUptime, 'changes'> }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <Card
      title={text('lightning.uptime')}
      id="node-uptime"
      aside={<CsvLink source={lightningApi.uptime(prefix, publicKey)} />}
    >
      {uptime.since === null ? (
        <p className="quiet">{text('lightning.uptime.none')}</p>
      ) : (
        <>
          <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
            <div>
              <dt>{text('lightning.uptime.now')}</dt>
              <dd>
                <span className={`badge ${uptime.is_reached === true ? 'ok' : 'off'}`}>
                  {text(uptime.is_reached === true ? 'lightning.uptime.yes' : 'lightning.uptime.no')}
                </span>
              </dd>
            </div>
            <div>
              <dt>{text('lightning.uptime.since')}</dt>
              <dd>
                <Moment time={uptime.since} withAge={false} />
              </dd>
            </div>
            {observedPeriods(uptime).map(({ days, uptime: share, observed }) => (
              <div key={days}>
                <dt>{text('lightning.uptime.days', { count: days })}</dt>
                <dd className="figure">
                  {share === null ? '–' : percent(share, 2)}
                  {observed < 99 && (
                    <small className="quiet">
                      {' '}
                      ({text('lightning.uptime.observed')} {percent(observed, 1)})
                    </small>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p className={`${styles.note} quiet`}>{text('lightning.uptime.about')}</p>
        </>
      )}
    </Card>
  );
}
