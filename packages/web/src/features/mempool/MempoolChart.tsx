import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import chartStyles from '../../charts/chart.module.css';
import type { ChartPlan, PlanLine } from '../../charts/plan.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { storedSwitch } from '../../data/device-storage.ts';
import { isoTime } from '../../format/age.ts';
import { useText } from '../../messages/use-text.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { page } from '../../url.ts';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { bandColour, bandName } from './bands.tsx';
import { FeeFloor } from './FeeFloor.tsx';
import { FeeBandsTable, MempoolMoment } from './MempoolMoment.tsx';
import { bandTops, megaText, mempoolBands } from './mempool-bands.ts';
import { countLine, rowAt } from './row-lines.ts';

/** The only window that is updated live. */
export const shortest = '2h';

const offByDefault = storedSwitch(false);

/** Shows the mempool over time, by fee rate. */
export function MempoolChart(props: { rows: readonly StatisticsRow[]; window: string; onPick(time: number): void }) {
  const text = useText();
  const { rateUnit } = usePreferences().preferences;
  const { rows, window } = props;
  const { prefix } = usePlace();
  const [min, setMin] = useState(0);
  const [showsCount, setShowsCount] = useStored('mempool-graph-count', offByDefault);
  const [isInverted, setInverted] = useStored('inverted-graph', offByDefault);
  const [moment, setMoment] = useState<number>();
  const all = useMemo(() => mempoolBands(rows), [rows]);
  const bands = useMemo(() => all.filter(({ from }) => from >= min), [all, min]);
  const moments = useMemo(() => rows.map(({ added }) => added * 1000).toReversed(), [rows]);
  const unit = rateUnit === 'wu' ? 'sat/WU' : 'sat/vB';
  const perUnit = rateUnit === 'wu' ? 0.25 : 1;

  const plan = useMemo((): ChartPlan => {
    const stacked = bandTops(isInverted ? bands.toReversed() : bands);
    return {
      along: 'time',
      hasSlider: window !== shortest,
      left: { words: megaText },
      ...(showsCount && { right: { words: (count: number) => count.toLocaleString('en') } }),
      lines: [
        // highest first: each area covers the lower part of the previous one
        ...stacked.toReversed().map(
          (band): PlanLine => ({
            name: bandName(band.from * perUnit, band.to === undefined ? undefined : band.to * perUnit),
            points: band.points,
            colour: bandColour(band.from),
            width: 0,
            fill: 1,
          }),
        ),
        // without transactions the axes need a line
        ...(stacked.length === 0
          ? [
              {
                name: text('graphs.count'),
                points: countLine(rows).map(([time]) => [time, 0] as const),
                colour: '--ink-2',
                width: 1.5,
              } as const,
            ]
          : []),
        ...(showsCount
          ? [
              {
                name: text('graphs.count'),
                points: countLine(rows),
                colour: '--ink-1',
                width: 1.5,
                isRight: true,
              } as const,
            ]
          : []),
      ],
    };
  }, [bands, rows, window, showsCount, isInverted, perUnit, text]);

  const at = moment === undefined ? rows[0] : rowAt(rows, moment);
  const columns = [
    text('graphs.time'),
    text('graphs.count'),
    ...bands.map(({ from, to }) => `${bandName(from, to)} sat/vB, vB`),
  ];
  const table = rows
    .toReversed()
    .map((row) => [isoTime(row.added), row.count, ...bands.map(({ place }) => row.vsizes[place] ?? 0)]);
  return (
    <ChartCard
      id="mempool-graph"
      title={text('graphs.mempool.title', { unit })}
      label={text('graphs.mempool.label', { window })}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      columns={columns}
      rows={table}
      fileName={`mempool-${window}`}
      className={chartStyles.tall}
      controls={
        <span className={`small-buttons ${graphsStyles.smallButtons}`}>
          <Link id="btn-clock" to={page.clock(prefix, 'mempool')}>
            {text('graphs.clock')}
          </Link>
          <FeeFloor min={min} highest={all.at(-1)?.from ?? 0} unit={unit} perUnit={perUnit} onChoose={setMin}>
            <label>
              <input type="checkbox" checked={showsCount} onChange={(event) => setShowsCount(event.target.checked)} />{' '}
              {text('graphs.count')}
            </label>
          </FeeFloor>
          <label>
            <input type="checkbox" checked={isInverted} onChange={(event) => setInverted(event.target.checked)} />{' '}
            {text('graphs.invert')}
          </label>
        </span>
      }
      readout={at && <MempoolMoment row={at} min={min} perUnit={perUnit} onPick={() => props.onPick(at.added)} />}
      below={at && <FeeBandsTable row={at} min={min} perUnit={perUnit} unit={unit} />}
    />
  );
}
