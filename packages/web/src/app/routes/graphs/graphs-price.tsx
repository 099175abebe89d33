// Page `/graphs/price`: the price over time.
import type { HistoricalPrice } from '@glassblock/contract';
import { use, useEffect, useMemo } from 'react';
import { type MetaArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePreferences } from '../../../context/preferences.tsx';
import { hasValue, PriceContext } from '../../../context/price.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onlyOnMainnet, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type PriceHistory, priceHistory } from '../../../data/price-history.ts';
import { hasPrices } from '../../../data/site/site.ts';
import { GraphPage } from '../../../features/graphs/GraphPage.tsx';
import graphsStyles from '../../../features/graphs/graphs.module.css';
import { type MiningWindow, windowOf } from '../../../features/graphs/mining-series/mining-windows.ts';
import { priceChange, priceData, priceRows, priceWindows } from '../../../features/graphs/price-series.ts';
import { SeriesChart } from '../../../features/graphs/SeriesChart.tsx';
import { type Currency, fiat } from '../../../format/fiat.ts';
import { decimals } from '../../../format/numbers.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { FigureText } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';

interface Data {
  window: MiningWindow;
  currency: Currency;
  history: PriceHistory;
  problem: PageProblem | undefined;
}

/** Loads the price over a window in the visitor's currency; `?window=` selects it. */
async function load({ api: ask, network, prefix, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const window = windowOf(query.get('window'), chosen.miningWindow ?? site.miningWindow, priceWindows);
  const currency = chosen.currency ?? 'USD';
  const none = { window, currency, history: { times: [], prices: [] }, problem: undefined };
  if (!hasValue(network)) onlyOnMainnet({ network, prefix });
  if (!hasPrices(site, network)) return { page: none, status: 404 };
  // The page needs only a part of the history.
  const answer = await ask.get<HistoricalPrice>(api.historicalPrice(prefix, { currency }), 'once');
  if (!answer.ok) return { page: { ...none, problem: answer }, status: answer.status || 503 };
  if (answer.body === null) return { page: none };
  const history = priceRows(priceHistory(answer.body, currency), window, Date.now() / 1000);
  return { page: { ...none, history } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Bitcoin price', matches) },
  { name: 'description', content: 'Bitcoin price over time.' },
];

export default function PriceGraphRoute() {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const { window, currency, history, problem } = useLoaderData<typeof loader>();
  const data = useMemo(() => priceData(history, currency), [history, currency]);
  useWant('blocks');
  useOwnCurrency(currency);
  if (!hasPrices(site, network)) {
    return <PageUnavailable />;
  }
  return (
    <GraphPage
      tab="price"
      title={text('mining.price')}
      windows={{
        windows: priceWindows,
        current: window,
        to: (target) => page.priceGraph(prefix, target),
        hook: 'price',
        remembered: 'miningWindow',
      }}
      problem={problem}
    >
      {data.points.length === 0 ? (
        <p className={`${cardStyles.card} quiet`} data-part="card">
          {text('mining.price.none')}
        </p>
      ) : (
        <>
          <Headline history={history} currency={currency} />
          <SeriesChart
            key={`${window} ${currency}`}
            id="price-graph"
            title={text('mining.price.title', { currency })}
            label={text('mining.price.label', { currency })}
            data={data}
            fileName={`price-${currency}-${window}`}
          />
        </>
      )}
    </GraphPage>
  );
}

/** The current price, else the last known one, and its change over the window. */
function Headline({ history, currency }: { history: PriceHistory; currency: Currency }) {
  const text = useText();
  const present = use(PriceContext);
  const { preferences } = usePreferences();
  const last = (preferences.currency === currency ? present : undefined) ?? history.prices.at(-1);
  const change = priceChange(history.prices[0], last);
  return (
    <dl className={`${graphsStyles.graphFacts} ${cardStyles.card}`} data-part="card">
      <div>
        <dt>{text('mining.price')}</dt>
        <dd>
          <FigureText figure={fiat(last ?? Number.NaN, currency)} />
        </dd>
      </div>
      {change !== undefined && (
        <div>
          <dt>{text('mining.price.change')}</dt>
          <dd className={change < 0 ? 'bad' : 'ok'}>
            {change < 0 ? '−' : '+'}
            {decimals(Math.abs(change), 2)} %
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Reloads when the visitor selects another currency. */
function useOwnCurrency(shown: Currency): void {
  const { currency } = usePreferences().preferences;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (currency !== shown) void revalidate();
  }, [currency, shown, revalidate]);
}
