import { useMemo } from 'react';
import { useZone } from '../context/zone.ts';
import chartStyles from './chart.module.css';
import { canvas, outline } from './outline.ts';
import { type ChartPlan, cssColour, type PlanAxis, type PlanLine } from './plan.ts';
import { heightOn, type Scale, scalesOf, spanOf, timeTicks } from './scale.ts';

/** Maximum points of all lines together, to limit the size of the page. */
const maxPoints = 16_000;
const percents = [0, 20, 40, 60, 80, 100];
const maxTimes = 9;

/** A chart as static SVG without scripts, until the visitor interacts with it. */
export function StaticChart({ plan }: { plan: ChartPlan }) {
  const zone = useZone();
  const drawn = useMemo(() => drawnOf(plan), [plan]);
  if (drawn === undefined) return null;
  const { span, left, right } = drawn;
  const [from, to] = span;
  const ticks =
    plan.along === 'percent'
      ? percents.map((time) => ({ time, words: `${time} %` }))
      : timeTicks(from, to, zone, maxTimes);
  const grid = left ?? right;
  const rooms = [
    leftRooms[roomOf(plan.left)],
    rightRooms[roomOf(plan.right)],
    plan.hasSlider && chartStyles.overSlider,
  ];
  return (
    <svg
      className={[chartStyles.chartStatic, ...rooms].filter(Boolean).join(' ')}
      data-part="chart-static"
      data-has-slider={plan.hasSlider}
      aria-hidden="true"
      focusable="false"
      direction="ltr"
    >
      {grid?.ticks.map((value) => (
        <line
          key={value}
          className={chartStyles.stillGrid}
          x1="0"
          x2="100%"
          y1={share(grid, value)}
          y2={share(grid, value)}
        />
      ))}
      <svg
        viewBox={`0 0 ${canvas.width} ${canvas.height}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        aria-hidden="true"
        focusable="false"
      >
        {drawn.paths.map(({ line, area, stroke, key }) => (
          <g key={key}>
            {area !== '' && <path d={area} fill={cssColour(line.colour)} fillOpacity={line.fill} />}
            {stroke !== '' && (
              <path
                className={chartStyles.stillLine}
                data-part="static-line"
                d={stroke}
                stroke={cssColour(line.colour)}
                strokeWidth={line.width}
                strokeOpacity={line.opacity}
                strokeDasharray={line.isDashed ? '4 3' : undefined}
              />
            )}
          </g>
        ))}
      </svg>
      {left !== undefined && <Words scale={left} axis={plan.left} side="left" />}
      {right !== undefined && <Words scale={right} axis={plan.right} side="right" />}
      {ticks.map(({ time, words }, place) => (
        <text
          key={time}
          className={`${chartStyles.stillAlong} ${place % 2 === 1 ? chartStyles.second : ''}`}
          data-part="static-along"
          x={percent((time - from) / (to - from || 1))}
          y="100%"
          dy="18"
        >
          {words}
        </text>
      ))}
      {drawn.paths.map(({ line, key, end }) =>
        line.words === undefined || end === undefined ? null : (
          <text key={key} className={chartStyles.stillEnd} x="100%" dx="-4" y={end} dy="-5">
            {line.words}
          </text>
        ),
      )}
    </svg>
  );
}

const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;
const share = (scale: Scale, value: number): string => percent(1 - heightOn(scale, value));

function Words({ scale, axis, side }: { scale: Scale; axis: PlanAxis | undefined; side: 'left' | 'right' }) {
  const isLeft = side === 'left';
  return scale.ticks.map((value) => (
    <text
      key={value}
      className={isLeft ? chartStyles.stillLeft : undefined}
      data-part={`static-${side}`}
      x={isLeft ? '0' : '100%'}
      y={share(scale, value)}
      dx={isLeft ? -8 : 8}
      dy="0.32em"
    >
      {axis?.words(value)}
    </text>
  ));
}

type Room = 'none' | 'regular' | 'wide';

/** Space for the labels of an axis: its size is in the style sheet. */
const roomOf = (axis: PlanAxis | undefined): Room => (axis === undefined ? 'none' : axis.isWide ? 'wide' : 'regular');

// without a class, the space of the usual chart: a regular left axis and no right one
const leftRooms = { none: chartStyles.leftNone, regular: undefined, wide: chartStyles.leftWide } satisfies Record<
  Room,
  unknown
>;
const rightRooms = { none: undefined, regular: chartStyles.rightRegular, wide: chartStyles.rightWide } satisfies Record<
  Room,
  unknown
>;

interface DrawnLine {
  key: string;
  line: PlanLine;
  area: string;
  stroke: string;
  /** Its end, from the top. */
  end: string | undefined;
}

function drawnOf(plan: ChartPlan) {
  const span = spanOf(plan);
  if (span === undefined) return undefined;
  const scales = scalesOf(plan);
  const max = maxPoints / Math.max(6, plan.lines.length);
  const paths = plan.lines.flatMap((line, place): DrawnLine[] => {
    const scale = line.isRight ? scales.right : scales.left;
    if (scale === undefined) return [];
    const options = { span, scale, max, isStep: line.isStep };
    const last = line.points.at(-1)?.[1] ?? null;
    return [
      {
        key: `${place} ${line.name}`,
        line,
        area: line.fill === undefined ? '' : outline(line.points, { ...options, isClosed: true }),
        stroke: line.width === 0 ? '' : outline(line.points, options),
        end: last === null ? undefined : share(scale, last),
      },
    ];
  });
  return { span, paths, ...scales };
}
