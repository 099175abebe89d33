// Pages `/graphs/mining/:graph`: series of blocks, hash rate and mining pools over time.
import type { BlockFees } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData, useParams } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePreferences } from '../../../context/preferences.tsx';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { storedChoice } from '../../../data/device-storage.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { GraphPage } from '../../../features/graphs/GraphPage.tsx';
import { MeasureChoice } from '../../../features/graphs/MeasureChoice.tsx';
import { defaultWindow, type MiningChart, miningCharts } from '../../../features/graphs/mining-charts.ts';
import { hasGraph, type MiningGraph } from '../../../features/graphs/mining-graphs.ts';
import { feesMeasures, pricedIn } from '../../../features/graphs/mining-series/mining-series.ts';
import { type MiningWindow, offeredWindows, windowOf } from '../../../features/graphs/mining-series/mining-windows.ts';
import { SeriesChart } from '../../../features/graphs/SeriesChart.tsx';
import { useFinerFees } from '../../../features/graphs/use-finer-fees.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { api, page } from '../../../url.ts';

type Graph = Exclude<MiningGraph, 'pools'>;

interface Data {
  window: MiningWindow;
  /** The API's answer in the form of the chart; undefined when there is none. */
  answer: unknown;
  /** Number of known blocks. */
  total: number | undefined;
  problem: PageProblem | undefined;
}

const find = (name: string | undefined): Graph | undefined =>
  name !== undefined && Object.hasOwn(miningCharts, name) ? (name as Graph) : undefined;

/** Loads a series over a window; `?window=` selects it. */
async function load({ api: ask, prefix, params, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const graph = find(params['graph']);
  const none = { window: 'all' as const, answer: undefined, total: undefined, problem: undefined };
  if (graph === undefined || !hasGraph(graph, site)) return { page: none, status: 404 };
  const { windows, series } = miningCharts[graph];
  const window = windowOf(query.get('window'), defaultWindow(graph, chosen.miningWindow ?? site.miningWindow), windows);
  const answer = await ask.get<unknown>(api.miningSeries(prefix, series, window));
  if (!answer.ok) return { page: { ...none, window, problem: answer }, status: answer.status || 503 };
  return { page: { window, answer: answer.body, total: answer.total, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

const titles: Readonly<Record<Graph, string>> = {
  'hashrate-difficulty': 'Hashrate & Difficulty',
  'pools-dominance': 'Pools Dominance',
  'block-fees': 'Block Fees',
  'block-fees-subsidy': 'Block Fees Vs Subsidy',
  'block-rewards': 'Block Rewards',
  'block-fee-rates': 'Block Fee Rates',
  'block-sizes-weights': 'Block Sizes and Weights',
  'block-health': 'Block Health',
};
export const meta = ({ params, matches }: MetaArgs) => {
  const graph = find(params['graph']);
  return [{ title: pageTitle(graph === undefined ? 'Not found' : titles[graph], matches) }];
};

export default function MiningGraphRoute() {
  const data = useLoaderData<typeof loader>();
  const graph = find(useParams()['graph']);
  const site = useSite();
  useWant('blocks');
  if (graph === undefined || !hasGraph(graph, site)) {
    return <PageUnavailable />;
  }
  return <Graph graph={graph} data={data} key={`${graph} ${data.window}`} />;
}

function Graph({ graph, data }: { graph: Graph; data: Data }) {
  const text = useText();
  const { prefix } = usePlace();
  const chart = miningCharts[graph];
  const { window, problem, total } = data;
  const to = (target: string) => page.miningGraph(prefix, graph, target);
  return (
    <GraphPage
      tab={graph}
      title={text(`mining.graph.${graph}`)}
      windows={{
        windows: offeredWindows(chart.windows, total, window),
        current: window,
        to,
        hook: chart.hook,
        remembered: 'miningWindow',
      }}
      problem={problem}
    >
      <Drawn graph={graph} chart={chart} data={data} />
    </GraphPage>
  );
}

/** Series without points although there may be blocks. */
const noneTexts: { readonly [G in Graph]?: TextId } = {
  'block-health': 'mining.noHealth',
  'hashrate-difficulty': 'mining.pool.noWeeks',
  'pools-dominance': 'mining.pool.noWeeks',
};

const feesMeasure = storedChoice(feesMeasures, 'btc');

function Drawn({ graph, chart, data }: { graph: Graph; chart: MiningChart; data: Data }) {
  const text = useText();
  const { network, prefix } = usePlace();
  const { networks } = useSite();
  const { window } = data;
  const { currency } = usePreferences().preferences;
  const isOfFees = graph === 'block-fees-subsidy';
  const [chosenMeasure, setMeasure] = useStored(isOfFees ? `${chart.stored}_measure` : undefined, feesMeasure);
  const finer = useFinerFees(isOfFees);
  const answer = finer.rows ?? data.answer;
  const halvingInterval = networks.find(({ name }) => name === network)?.halvingInterval;
  const money = isOfFees ? pricedIn((answer ?? []) as BlockFees[], currency) : undefined;
  const measures = feesMeasures.filter(
    (one) => (one !== 'money' || money !== undefined) && (one !== 'share' || halvingInterval !== undefined),
  );
  const measure = measures.find((one) => one === chosenMeasure) ?? 'btc';
  const kit = useMemo(
    () => ({ halvingInterval, measure, currency, hidesDifficulty: network !== 'mainnet' }),
    [halvingInterval, measure, currency, network],
  );
  const read = useMemo(() => chart.read(answer, kit), [chart, answer, kit]);
  const words = window === 'all' ? text('graphs.all') : window.toUpperCase();
  if (read.points.length === 0)
    return (
      <p className={`${cardStyles.card} quiet`} data-part="card">
        {text(noneTexts[graph] ?? 'mining.none')}
      </p>
    );
  const source = finer.source ?? api.miningSeries(prefix, chart.series, window);
  return (
    <SeriesChart
      id={`${graph}-graph`}
      title={text(`mining.title.${graph}`)}
      label={text('mining.label', { title: text(`mining.title.${graph}`), window: words })}
      data={read}
      fileName={`${graph}-${window}`}
      source={source}
      stored={chart.stored}
      isExact={chart.isOfBlocks && (window === '24h' || window === '3d' || finer.isExact)}
      {...(isOfFees && {
        onZoom: (from: number, end: number) => finer.zoom(read.points, from, end),
        controls: (
          <>
            <MeasureChoice measures={measures} current={measure} currency={money ?? currency} choose={setMeasure} />
            {finer.rows !== undefined && (
              <button type="button" className="link-button" onClick={finer.reset}>
                {text('mining.whole')}
              </button>
            )}
          </>
        ),
      })}
    />
  );
}
