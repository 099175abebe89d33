import type { AccelerationStats } from '@glassblock/contract';
import { useLocation, useNavigation } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count, percent, vbytes } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../ui/failures/MessagePage.tsx';
import { FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { WindowTabs } from '../graphs/WindowTabs.tsx';
import styles from './acceleration.module.css';
import { type StatsWindow, shareOfBlocks, statsWindows } from './acceleration-sums.ts';
import { BtcWithFiat } from './BtcWithFiat.tsx';

/** Shows number, added fees and size of requests in a time window, with links to other windows. */
export function StatsWidget(props: {
  stats: AccelerationStats | undefined;
  problem: PageProblem | undefined;
  window: StatsWindow;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { stats, problem, window } = props;
  const isLoading = useIsLoading();
  const share = stats && shareOfBlocks(stats.totalVsize, window);
  return (
    <Card
      title={text(`accel.stats.${window}`)}
      id="stats-title"
      aside={
        <WindowTabs
          windows={statsWindows}
          current={window}
          to={(to) => page.acceleration(prefix, to)}
          hook="acceleration"
        />
      }
    >
      {problem && !isLoading && <Failed problem={problem} />}
      {(stats ?? isLoading) && (
        <dl className="board-figures" aria-busy={isLoading}>
          <div>
            <dt>{text('accel.requests')}</dt>
            <dd>
              {isLoading || stats === undefined ? (
                <Skeleton />
              ) : (
                <FigureText figure={{ value: count(stats.totalRequested), unit: text('accel.accelerated') }} />
              )}
            </dd>
          </div>
          <div>
            <dt>{text('accel.boost')}</dt>
            <dd>{isLoading || stats === undefined ? <Skeleton /> : <BtcWithFiat sats={stats.totalBidBoost} />}</dd>
          </div>
          <div>
            <dt>{text('accel.vsize')}</dt>
            <dd>
              {isLoading || stats === undefined ? (
                <Skeleton />
              ) : (
                <>
                  <FigureText figure={vbytes(stats.totalVsize)} />{' '}
                  {share !== undefined && (
                    <span className={`${styles.figureShare} quiet`}>
                      {text('accel.ofBlocks', { share: percent(share, 2) })}
                    </span>
                  )}
                </>
              )}
            </dd>
          </div>
        </dl>
      )}
    </Card>
  );
}

/** Returns whether the figures of another window are loading. */
function useIsLoading(): boolean {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  return navigation.state === 'loading' && navigation.location.pathname === pathname;
}
