import type { FeeCalibration } from '@glassblock/contract';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { WindowTabs } from '../graphs/WindowTabs.tsx';
import styles from './fees.module.css';

/** Minimum number of scores for a meaningful share. */
const minScores = 20;

/** Shows how often forecasts were right, next to the probability that they stated. */
export function CalibrationCard(props: { calibration: FeeCalibration; window: string; to(window: string): string }) {
  const text = useText();
  const { windows } = props.calibration;
  const shown = windows.find(({ window }) => window === props.window) ?? windows[0];
  const isEmpty =
    shown === undefined || shown.targets.every(({ scores }) => scores.every(({ scored }) => scored === 0));
  return (
    <Card
      title={text('calibration.title')}
      id="calibration-title"
      className={styles.forecastCard}
      aside={<WindowTabs windows={windows.map(({ window }) => window)} current={shown?.window ?? ''} to={props.to} />}
    >
      <p className="quiet">{text('calibration.text')}</p>
      {isEmpty ? (
        <p className={styles.note}>{text('calibration.none')}</p>
      ) : (
        <TableScroll label={text('calibration.table')}>
          <table className={styles.forecast} data-cy="forecast">
            <thead>
              <tr>
                <th scope="col">{text('forecast.within')}</th>
                {shown.targets[0]!.scores.map(({ probability }) => (
                  <th key={probability} scope="col">
                    {text('calibration.stated', { probability })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.targets.map(({ blocks, scores }) => (
                <tr key={blocks}>
                  <th scope="row">{text('forecast.blocks', { blocks })}</th>
                  {scores.map((score) => (
                    <td key={score.probability}>
                      <Score {...score} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Card>
  );
}

function Score(props: {
  scored: number;
  right: number;
  atMinimum: number;
  rightAtMinimum: number;
  overpayment?: number;
}) {
  const text = useText();
  // forecasts at the minimum fee rate cannot be too high, so they are not scored
  const judged = props.scored - props.atMinimum;
  if (judged === 0) return <span className="quiet">{props.scored === 0 ? '–' : text('calibration.minimum')}</span>;
  const share = Math.round((100 * (props.right - props.rightAtMinimum)) / judged);
  return (
    <>
      <span className={judged < minScores ? 'figure quiet' : 'figure'}>{share} %</span>{' '}
      <small className="quiet">
        {text('calibration.of', { count: judged })}
        {props.overpayment !== undefined &&
          ` · ${text('calibration.over', { percent: Math.round(100 * (props.overpayment - 1)) })}`}
      </small>
    </>
  );
}
