import type { StatisticsRow } from '@glassblock/contract';
import { cssColour } from '../../charts/plan.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import foldStyles from '../../ui/fold.module.css';
import { Moment } from '../../ui/values.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { BandSquare, bandColour, bandName } from './bands.tsx';
import mempoolStyles from './mempool.module.css';
import { bandStarts } from './mempool-bands.ts';

interface BandAtMoment {
  from: number;
  to: number | undefined;
  vsize: number;
  /** vB at this fee rate or above. */
  sum: number;
}

/**
 * Returns the sizes of the bands, highest fee rate first.
 * @param min minimum fee rate, sat/vB
 */
function bandsOf({ vsizes }: StatisticsRow, min: number): BandAtMoment[] {
  let sum = 0;
  return vsizes
    .map((vsize, place) => ({ vsize, from: bandStarts[place]!, to: bandStarts[place + 1] }))
    .filter(({ vsize, from }) => vsize > 0 && from >= min)
    .toReversed()
    .map((band) => ({ ...band, sum: (sum += band.vsize) }));
}

const max = 4;

/** Describes the mempool at one time: its size and its largest bands. */
export function MempoolMoment(props: { row: StatisticsRow; min: number; perUnit: number; onPick(): void }) {
  const text = useText();
  const { row, min, perUnit, onPick } = props;
  const bands = bandsOf(row, min);
  const total = bands.at(-1)?.sum ?? 0;
  const largest = bands.toSorted((a, b) => b.vsize - a.vsize).slice(0, max);
  return (
    <div className={graphsStyles.chartReadout} data-part="chart-readout" aria-live="off">
      <Moment time={row.added} withAge={false} />
      <strong className="figure">{megabytes(total)} MvB</strong>
      <span className="figure">{text('graphs.transactions', { count: row.count })}</span>
      <ul>
        {largest.map(({ from, to, vsize }) => (
          <li key={from}>
            <BandSquare from={from} /> <span className="figure">{nameOf({ from, to }, perUnit)}</span>{' '}
            <span className="quiet figure">{Math.round((100 * vsize) / total)} %</span>
          </li>
        ))}
      </ul>
      <button type="button" className="link-button" onClick={onPick}>
        {text('graphs.lookBack')}
      </button>
    </div>
  );
}

/** Lists all bands at one time: size, and cumulative size from the highest fee rate. */
export function FeeBandsTable(props: { row: StatisticsRow; min: number; perUnit: number; unit: string }) {
  const text = useText();
  const { row, min, perUnit, unit } = props;
  const bands = bandsOf(row, min);
  const total = bands.at(-1)?.sum ?? 0;
  const largest = bands.reduce((size, { vsize }) => Math.max(size, vsize), 0);
  return (
    <details className={`${mempoolStyles.bandsOfMoment} ${foldStyles.fold}`} data-part="bands-of-moment fold">
      <summary>{text('graphs.bands')}</summary>
      <div className={mempoolStyles.bandsAt}>
        <Moment time={row.added} withAge={false} />{' '}
        <span className="quiet figure">
          {text('graphs.count')}: {count(row.count)}
        </span>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('graphs.bands.range', { unit })}</th>
            <th scope="col">{text('graphs.bands.size')}</th>
            <th scope="col">{text('graphs.bands.sum')}</th>
            <th scope="colgroup" colSpan={2}>
              {text('graphs.bands.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ from, to, vsize, sum }) => (
            <tr key={from}>
              <th scope="row">
                <BandSquare from={from} /> {nameOf({ from, to }, perUnit)}
              </th>
              <td>
                {megabytes(vsize)} <small>MvB</small>
              </td>
              <td>
                {megabytes(sum)} <small>MvB</small>
              </td>
              <td>{percent((100 * vsize) / total, 1)}</td>
              <td className="share-cell">
                <svg
                  viewBox="0 0 100 8"
                  preserveAspectRatio="none"
                  className={mempoolStyles.shareBar}
                  aria-hidden="true"
                >
                  <rect
                    width={Math.round((1000 * vsize) / largest) / 10}
                    height="8"
                    fill={cssColour(bandColour(from))}
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const nameOf = ({ from, to }: Pick<BandAtMoment, 'from' | 'to'>, perUnit: number) =>
  bandName(from * perUnit, to === undefined ? undefined : to * perUnit);

/** Formats megabytes with two digits, or four for small values. */
const megabytes = (vsize: number): string => (vsize / 1e6).toFixed(vsize < 10_000 ? 4 : 2);
