import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import chartStyles from '../../charts/chart.module.css';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace, useSite } from '../../context/site-context.ts';
import { isoTime } from '../../format/age.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { FigureText, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { ChartCard } from './ChartCard.tsx';
import { csvUrl } from './csv-url.ts';
import { seriesFigure, unitName } from './figures.ts';
import { miningPlan } from './mining-series/mining-look.ts';
import type { MiningData, MiningSeries } from './mining-series/mining-series.ts';
import seriesStyles from './series.module.css';
import { seriesId, useShownSeries } from './use-shown-series.ts';

/** Shows time series: chart, legend with values and switches, downloads, and table. */
export function SeriesChart(props: {
  id: string;
  /** Description of the chart in one sentence. */
  title: string;
  /** The same for screen readers. */
  label: string;
  data: MiningData;
  fileName: string;
  /** API path of the series as a file, from `api` of url.ts; undefined: the file is made in the browser. */
  source?: string;
  /** Storage key of the shown series. */
  stored?: string;
  /** Each point is one block, which can be opened; else a mean of several blocks. */
  isExact?: boolean;
  controls?: React.ReactNode;
  className?: string | undefined;
  onZoom?(from: number, to: number): void;
}) {
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const { basePath } = useSite();
  const { rateUnit } = usePreferences().preferences;
  const { data, isExact = false } = props;
  const [shown, toggle] = useShownSeries(data.series, props.stored);
  const [moment, setMoment] = useState<number>();
  const perVbyte = rateUnit === 'wu' ? 0.25 : 1;
  const names = useSeriesNames(data);
  const moments = useMemo(() => data.points.map(({ time }) => time * 1000), [data]);
  const plan = useMemo(
    () => ({ ...miningPlan(data, shown, names, perVbyte), hasSlider: true }),
    [data, shown, names, perVbyte],
  );
  const place = placeAt(moments, moment);
  const { columns, rows } = useTable(data, names);
  const height = data.points[place]?.height;
  return (
    <ChartCard
      id={props.id}
      title={props.title}
      label={props.label}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      {...(isExact && height !== undefined && { onPick: () => void navigate(page.block(prefix, height)) })}
      {...(props.onZoom && { onZoom: props.onZoom })}
      columns={columns}
      rows={rows}
      fileName={props.fileName}
      {...(props.source !== undefined && { csvHref: csvUrl(basePath, props.source) })}
      className={props.className ?? chartStyles.tall}
      controls={props.controls}
      readout={<Readout data={data} place={place} names={names} shown={shown} toggle={toggle} isExact={isExact} />}
    />
  );
}

type Names = ReadonlyMap<MiningSeries, string>;

/** Returns the names of all series. */
function useSeriesNames(data: MiningData): Names {
  const text = useText();
  return useMemo(
    () =>
      new Map(
        data.series.map((one) => [
          one,
          one.miningPool === undefined
            ? text(`mining.series.${one.key}`, { currency: one.unit })
            : escapeInvisible(one.miningPool),
        ]),
      ),
    [data, text],
  );
}

/** Returns the columns and rows of the table and of the CSV file. */
function useTable(data: MiningData, names: Names) {
  const text = useText();
  const { network } = usePlace();
  const columns = useMemo(
    () => [
      text('graphs.time'),
      ...(data.points[0]?.height === undefined ? [] : [text('block.height')]),
      ...data.series.map((one) => {
        const unit = unitName(one.unit, network);
        return `${names.get(one) ?? ''}${unit === '' ? '' : ` (${unit})`}`;
      }),
    ],
    [data, names, network, text],
  );
  const rows = useMemo(
    () =>
      data.points.map(({ time, height }, at) => [
        isoTime(time),
        ...(height === undefined ? [] : [height]),
        ...data.series.map(({ values }) => values[at]),
      ]),
    [data],
  );
  return { columns, rows };
}

/** Shows the time and values of a point, and the switches of the series. */
function Readout(props: {
  data: MiningData;
  /** Index of the point. */
  place: number;
  names: Names;
  shown: readonly MiningSeries[];
  toggle(series: MiningSeries): void;
  isExact: boolean;
}) {
  const text = useText();
  const { network, prefix } = usePlace();
  const { rateUnit } = usePreferences().preferences;
  const { data, place, names, shown, toggle, isExact } = props;
  const point = data.points[place];
  const height = point?.height;
  return (
    <div className={seriesStyles.seriesReadout}>
      {point && (
        <p className={seriesStyles.seriesWhen} data-part="series-when">
          <Moment time={point.time} withAge={false} />
          {height !== undefined &&
            (isExact ? (
              <Link to={page.block(prefix, height)}>{text('mining.atBlock', { height: count(height) })}</Link>
            ) : (
              <span className="quiet">{text('mining.aroundBlock', { height: count(height) })}</span>
            ))}
        </p>
      )}
      <ul
        className={`${seriesStyles.seriesLegend} ${data.series.length > 8 ? seriesStyles.many : ''}`}
        data-part="series-legend"
      >
        {inOrder(data.series, place).map((one) => {
          const isOn = shown.includes(one);
          return (
            <li key={seriesId(one)}>
              <button type="button" aria-pressed={isOn} onClick={() => toggle(one)}>
                <Marker series={one} />
                <bdi className={seriesStyles.seriesName} data-part="series-name">
                  {names.get(one)}
                </bdi>
                <FigureText figure={seriesFigure(one.values[place] ?? null, one.unit, network, rateUnit)} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Sorts mining pools by their share at a point; the stacking order differs. */
function inOrder(series: readonly MiningSeries[], place: number): readonly MiningSeries[] {
  if (series[0]?.miningPool === undefined) return series;
  return series.toSorted((a, b) => (b.values[place] ?? 0) - (a.values[place] ?? 0));
}

function Marker({ series }: { series: MiningSeries }) {
  const { look, colour } = series;
  return (
    <svg
      className={seriesStyles.seriesMark}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      aria-hidden="true"
      focusable="false"
    >
      {look === 'layer' || look === 'level' ? (
        <rect x="1" y="1" width="12" height="12" rx="3" className={seriesStyles.seriesFill} data-colour={colour} />
      ) : (
        <path
          d="M1 7h12"
          className={`${seriesStyles.seriesLine} ${look === 'hair' ? seriesStyles.hair : ''}`}
          data-colour={colour}
        />
      )}
    </svg>
  );
}

/**
 * Returns the index of the point at or before a time.
 * @param moments ms, ascending
 * @param at undefined: the last point
 */
function placeAt(moments: readonly number[], at: number | undefined): number {
  if (at === undefined) return moments.length - 1;
  const found = moments.findLastIndex((moment) => moment <= at);
  return Math.max(0, found);
}
