// Page `/graphs/acceleration/fees`: total bid boost over time.
import type { AccelerationSums } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onlyOnMainnet, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { hasAccelerations } from '../../../data/site/site.ts';
import {
  accelerationData,
  accelerationWindows,
  offeredAccelerationWindows,
} from '../../../features/acceleration/acceleration-series.ts';
import { lacksSource, NoSource } from '../../../features/acceleration/NoSource.tsx';
import { GraphPage } from '../../../features/graphs/GraphPage.tsx';
import { type MiningWindow, windowOf } from '../../../features/graphs/mining-series/mining-windows.ts';
import { SeriesChart } from '../../../features/graphs/SeriesChart.tsx';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { api, page } from '../../../url.ts';

interface Data {
  window: MiningWindow;
  sums: AccelerationSums;
  /** Days since the first acceleration; undefined: unknown. */
  days: number | undefined;
  problem: PageProblem | undefined;
}

const daySeconds = 86_400;

/** Loads the bid boost over a window; `?window=` selects it. */
async function load({ api: ask, network, prefix, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const window = windowOf(query.get('window'), chosen.miningWindow ?? site.miningWindow, accelerationWindows);
  const none = { window, sums: [], days: undefined, problem: undefined };
  if (!hasAccelerations(site, network)) onlyOnMainnet({ network, prefix });
  if (!hasAccelerations(site, network)) return { page: none, status: 404 };
  const [answer, whole] = await Promise.all([
    ask.get<AccelerationSums>(api.accelerationSums(prefix, window)),
    // Only its first row is used.
    ask.get<AccelerationSums>(api.accelerationSums(prefix, 'all'), 'once'),
  ]);
  if (!answer.ok)
    return {
      page: { ...none, problem: { status: answer.status, message: answer.message } },
      ...(!lacksSource(answer) && { status: answer.status || 503 }),
    };
  const first = whole.ok ? accelerationData(whole.body).points[0]?.time : undefined;
  const days = first === undefined ? undefined : (Date.now() / 1000 - first) / daySeconds;
  return { page: { window, sums: answer.body, days, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Acceleration fees', matches) }];

export default function AccelerationFeesRoute() {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const { window, sums, days, problem } = useLoaderData<typeof loader>();
  const data = useMemo(() => accelerationData(sums), [sums]);
  useWant('blocks');
  if (!hasAccelerations(site, network)) return <PageUnavailable />;
  if (lacksSource(problem)) return <NoSource />;
  const words = window === 'all' ? text('graphs.all') : window.toUpperCase();
  return (
    <GraphPage
      tab="acceleration"
      title={text('accel.fees')}
      windows={{
        windows: offeredAccelerationWindows(days, window),
        current: window,
        to: (target) => page.accelerationFees(prefix, target),
        hook: 'accelerationfees',
        remembered: 'miningWindow',
      }}
      problem={problem}
    >
      {data.points.length === 0 ? (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('accel.noFees')}
        </p>
      ) : (
        <SeriesChart
          key={window}
          id="acceleration-fees-graph"
          title={text('accel.fees.title')}
          label={text('accel.fees.label', { window: words })}
          data={data}
          fileName={`acceleration-fees-${window}`}
          stored="acceleration_fees_legend"
        />
      )}
    </GraphPage>
  );
}
