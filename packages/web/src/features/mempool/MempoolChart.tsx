import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import chartStyles from '../../charts/chart.module.css';
import type { ChartPlan } from '../../charts/plan.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { storedSwitch } from '../../data/device-storage.ts';
import { type Text, useText } from '../../messages/use-text.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { page } from '../../url.ts';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { bandLines, bandTable, shortest } from './band-plan.ts';
import { FeeFloor } from './FeeFloor.tsx';
import { FeeBandsTable, MempoolMoment } from './MempoolMoment.tsx';
import { type Band, megaText, mempoolBands } from './mempool-bands.ts';
import { countLine, rowAt } from './row-lines.ts';

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
  const divisor = rateUnit === 'wu' ? 4 : 1;
  const perUnit = 1 / divisor;

  const plan = useMemo(
    () => mempoolPlan({ text, rows, bands, divisor, showsCount, isInverted, hasSlider: window !== shortest }),
    [bands, rows, window, showsCount, isInverted, divisor, text],
  );
  const at = moment === undefined ? rows[0] : rowAt(rows, moment);
  const table = bandTable(text, rows, bands, 1);
  return (
    <ChartCard
      id="mempool-graph"
      title={text('graphs.mempool.title', { unit })}
      label={text('graphs.mempool.label', { window })}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      columns={table.columns}
      rows={table.rows}
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

/** Returns the content of the chart. */
function mempoolPlan(parts: {
  text: Text;
  rows: readonly StatisticsRow[];
  bands: readonly Band[];
  /** Of the bounds in the names of bands. */
  divisor: number;
  showsCount: boolean;
  isInverted: boolean;
  hasSlider: boolean;
}): ChartPlan {
  const { rows, bands, showsCount } = parts;
  const count = countLine(rows);
  const name = parts.text('graphs.count');
  return {
    along: 'time',
    hasSlider: parts.hasSlider,
    left: { words: megaText },
    ...(showsCount && { right: { words: (value: number) => value.toLocaleString('en') } }),
    lines: [
      ...bandLines(parts.isInverted ? bands.toReversed() : bands, parts.divisor),
      // without transactions the axes need a line
      ...(bands.length === 0
        ? [{ name, points: count.map(([time]) => [time, 0] as const), colour: '--ink-2', width: 1.5 } as const]
        : []),
      ...(showsCount ? [{ name, points: count, colour: '--ink-1', width: 1.5, isRight: true } as const] : []),
    ],
  };
}
