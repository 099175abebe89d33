import type { IspRanking } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import rowsStyles from '../../ui/rows.module.css';
import styles from '../lightning/lightning.module.css';
import { Capacity } from '../lightning/lightning-figures.tsx';
import { lightningPage } from '../lightning/lightning-url.ts';
import { useIsUnknown } from '../lightning/lookups.ts';
import { providerRows } from './provider-rows.ts';
import { ringShares } from './ring-shares.ts';
import { ShareRing } from './ShareRing.tsx';
import { ShareTable } from './ShareTable.tsx';
import ringStyles from './share-ring.module.css';
import { useMinShare } from './use-min-share.ts';

const networks = [
  { name: 'clearnet', of: 'clearnetCapacity', colour: '--category-2' },
  { name: 'tor', of: 'torCapacity', colour: '--category-9' },
  { name: 'unknown', of: 'unknownCapacity', colour: '--category-none' },
] as const;

/** Rows of the list; the ring has more. */
const maxRows = 4;

/** Shows capacity by network, and the largest providers. @param props.ranking its last row may be the sum of the rest */
export function ProviderCards({ ranking }: { ranking: IspRanking }) {
  const text = useText();
  const isUnknown = useIsUnknown();
  const { prefix } = usePlace();
  const rows = providerRows(ranking, prefix, false, ranking.ispRanking.length).filter(({ key }) => key !== '');
  const parts = ringShares(rows, useMinShare('largestProviders'));
  const total = networks.reduce((sum, { of }) => sum + ranking[of], 0);
  let start = 0;
  return (
    <div className={styles.two}>
      <Card title={text('lightning.byNetwork')} id="lightning-by-network">
        <svg
          className={styles.share}
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {networks.map(({ of, colour }) => {
            const width = total === 0 ? 0 : (100 * ranking[of]) / total;
            const x = start;
            start += width;
            return <rect key={of} x={x} width={Math.max(0, width - 0.4)} height="4" fill={`var(${colour})`} />;
          })}
        </svg>
        <dl className={rowsStyles.rows} data-part="rows">
          {networks.map(({ name, of, colour }) => (
            <div key={of} title={text(`lightning.byNetwork.${name}.hint`)}>
              <dt className={styles.keyed}>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
                  <rect width="12" height="12" rx="3" fill={`var(${colour})`} />
                </svg>
                {text(`lightning.byNetwork.${name}`)}
              </dt>
              <dd>
                <Capacity sats={ranking[of]} />{' '}
                {!isUnknown(total) && (
                  <small className="figure">({percent(total === 0 ? 0 : (100 * ranking[of]) / total, 1)})</small>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card
        title={text('lightning.isps.short')}
        id="lightning-isps"
        aside={
          <Link to={lightningPage.isps(prefix)} className="more" data-cy="pool-distribution-view-more">
            {text('lightning.more')}
          </Link>
        }
      >
        {rows.length === 0 ? (
          <p className="quiet">{text('lightning.map.empty')}</p>
        ) : (
          <div className={parts.length > 0 ? ringStyles.small : undefined}>
            <ShareRing parts={parts} />
            <ShareTable rows={rows.slice(0, maxRows)} parts={parts} title={text('lightning.isp')} isShort />
          </div>
        )}
      </Card>
    </div>
  );
}
