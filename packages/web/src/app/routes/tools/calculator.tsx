// Page `/tools/calculator`: amounts, prices of a day, and fees by transaction size.
import { type MetaArgs, useLoaderData } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { hasValue } from '../../../context/price.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { revalidateOn } from '../../../data/revalidate-on.ts';
import { AmountConverter } from '../../../features/tools/AmountConverter.tsx';
import styles from '../../../features/tools/calculator.module.css';
import { FeeCalculator } from '../../../features/tools/FeeCalculator.tsx';
import { askPastPrices, type PastPrices } from '../../../features/tools/use-dated-price.ts';
import texts from '../../../messages/en.json?tools';
import { useText } from '../../../messages/use-text.ts';
import { pastDay } from '../../../tools/price-day.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { useQueryDraft } from '../../../ui/hooks/use-query-draft.ts';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  /** Prices of the day in `?date=`; undefined for today, and on networks whose bitcoin have no value. */
  past: PastPrices | undefined;
}

async function load({ api: ask, network, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const day = pastDay(query.get('date'), Date.now());
  // without prices the page is still useful: the error is shown instead
  const past = day === undefined || !hasValue(network) ? undefined : await askPastPrices(ask, prefix, day);
  return { page: { past } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
/** The URL follows the input without reloading: prices of another day are loaded by their component. */
export const shouldRevalidate = revalidateOn();
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Calculator', matches) },
  {
    name: 'description',
    content: 'Bitcoin calculator: satoshis, fiat, and transaction fees.',
  },
];

export default function CalculatorRoute() {
  return (
    <MoreTexts texts={texts}>
      <Calculator />
    </MoreTexts>
  );
}

function Calculator() {
  const text = useText();
  useWant('blocks', 'mempool-blocks', 'stats');
  const { past } = useLoaderData<typeof loader>();
  const draft = useQueryDraft();
  const rate = useLive((state) => state.fees?.halfHourFee);
  return (
    <main className={`${pageStyles.page} ${styles.calculator}`} data-cy="calculator" id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('calc.title')}</h1>
      </div>
      <noscript>
        <p className={`${bannerStyles.banner} warn`} data-part="banner">
          {text('calc.noscript')}
        </p>
      </noscript>
      <AmountConverter past={past} draft={draft} />
      <FeeCalculator rate={rate} draft={draft} />
    </main>
  );
}
