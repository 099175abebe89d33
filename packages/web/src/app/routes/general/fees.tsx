// Page `/fees`: fee estimates, forecast and accuracy.
import type { FeeCalibration, FeeForecast } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { FeeCard } from '../../../features/dashboard/FeeCard.tsx';
import { CalibrationCard } from '../../../features/fees/CalibrationCard.tsx';
import { ForecastCard } from '../../../features/fees/ForecastCard.tsx';
import styles from '../../../features/fees/fees.module.css';
import texts from '../../../messages/en.json?fees';
import { useText } from '../../../messages/use-text.ts';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

interface Data {
  forecast: FeeForecast | undefined;
  calibration: FeeCalibration | undefined;
  /** Time window of the forecast scores. */
  window: string;
}

/** Loads recommended fees, our forecast, and its accuracy. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const [forecast, calibration] = await Promise.all([
    ask.get<FeeForecast>(api.forecast(prefix)),
    ask.get<FeeCalibration>(api.calibration(prefix)),
  ]);
  return {
    page: {
      forecast: forecast.ok ? forecast.body : undefined,
      calibration: calibration.ok ? calibration.body : undefined,
      window: query.get('window') ?? '24h',
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Fees', matches) },
  { name: 'description', content: 'Bitcoin fee estimates and forecasts with probabilities and accuracy.' },
];

export default function FeesRoute() {
  return (
    <MoreTexts texts={texts}>
      <Fees />
    </MoreTexts>
  );
}

function Fees() {
  const text = useText();
  const { prefix } = usePlace();
  const { forecast, calibration, window } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  return (
    <main className={`${pageStyles.page} ${styles.page}`} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('feesPage.title')}</h1>
      </div>
      <FeeCard />
      <ForecastCard forecast={forecast} />
      {calibration && (
        <CalibrationCard calibration={calibration} window={window} to={(target) => page.fees(prefix, target)} />
      )}
      <p className="quiet">
        <Link to={page.mempoolGraph(prefix)}>{text('feesPage.graph')}</Link>
      </p>
    </main>
  );
}
