import type { FeeForecast } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { FeeRateText, Moment } from '../../ui/values.tsx';
import styles from './fees.module.css';

/** Minimum seconds of measured inflow; below it a forecast uses the mempool only. */
const settledSeconds = 1_800;
const perHour = 3_600;

/** Shows fee rates that confirm within some blocks, at three confidence levels. */
export function ForecastCard({ forecast }: { forecast: FeeForecast | undefined }) {
  const text = useText();
  const { pace } = usePlace();
  if (forecast === undefined) {
    return (
      <Card title={text('forecast.title')} id="forecast-title" className={styles.forecastCard}>
        <p className="quiet">{text('forecast.none')}</p>
      </Card>
    );
  }
  const { targets, time, measuredSeconds, blockSeconds } = forecast;
  const probabilities = targets[0]?.rates.map(({ probability }) => probability) ?? [];
  return (
    <Card
      title={text('forecast.title')}
      id="forecast-title"
      className={styles.forecastCard}
      aside={<Moment time={time} withAge={false} />}
    >
      <p className="quiet">{text('forecast.text')}</p>
      {measuredSeconds < settledSeconds && (
        <p className={styles.note}>{text('forecast.shortHistory', { minutes: Math.floor(measuredSeconds / 60) })}</p>
      )}
      <TableScroll label={text('forecast.table')}>
        <table className={styles.forecast} data-cy="forecast">
          <thead>
            <tr>
              <th scope="col">{text('forecast.within')}</th>
              {probabilities.map((probability) => (
                <th key={probability} scope="col">
                  {probability} %
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {targets.map(({ blocks, rates }) => (
              <tr key={blocks}>
                <th scope="row">
                  {text('forecast.blocks', { blocks })}{' '}
                  {pace !== 'on-demand' && <small>{spanText(blocks * blockSeconds)}</small>}
                </th>
                {rates.map(({ probability, rate }) => (
                  <td key={probability}>
                    <FeeRateText rate={rate} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );

  function spanText(seconds: number): string {
    return seconds < 2 * perHour
      ? text('forecast.minutes', { count: Math.max(1, Math.round(seconds / 60)) })
      : text('forecast.hours', { count: Math.round(seconds / perHour) });
  }
}
