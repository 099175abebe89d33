import type { EChartsCoreOption } from 'echarts/core';
import { type ChartPlan, narrowBelow, type PlanAxis, type PlanLine, plainColour, type ThemeColour } from '../plan.ts';
import { type Scale, scalesOf } from '../scale.ts';

/** Space around the chart, px: regular and narrow. The style sheet of the static chart has the same. */
const rooms = { none: [16, 8], regular: [56, 44], wide: [78, 64] } as const;
const top = 16;
const below = 28;
const belowWithSlider = 62;

/** Time labels of the axis. */
const timeWords = {
  year: '{yyyy}',
  month: '{yyyy}-{MM}',
  day: '{MM}-{dd}',
  hour: '{HH}:{mm}',
  minute: '{HH}:{mm}',
  second: '{HH}:{mm}:{ss}',
  millisecond: '{HH}:{mm}:{ss}',
};

/**
 * Converts a plan to options of the library: thin lines, muted labels, a cursor that reads values, zoom by wheel and
 * touch.
 * @param element the chart's container: its theme and width apply
 */
export function optionOf(plan: ChartPlan, element: Element): EChartsCoreOption {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const colour = (one: ThemeColour) => plainColour(one, read);
  const isNarrow = element.clientWidth < narrowBelow;
  const label = { color: colour('--ink-2'), fontFamily: 'Inter Variable, sans-serif', fontSize: 12 };
  const hair = { lineStyle: { color: colour('--surface-3'), width: 1 } };
  const scales = scalesOf(plan);
  const slides = plan.hasSlider === true && !isNarrow;
  const room = (axis: PlanAxis | undefined) =>
    rooms[axis === undefined ? 'none' : axis.isWide ? 'wide' : 'regular'][isNarrow ? 1 : 0];
  const values = (axis: PlanAxis | undefined, scale: Scale | undefined, isRight: boolean) => {
    // an axis of zeros has one label: the library adds one at its end
    const hasEnd = scale?.ticks.length !== 1;
    return {
      position: isRight ? 'right' : 'left',
      show: axis !== undefined,
      type: axis?.isLog ? 'log' : 'value',
      ...(scale && { min: scale.min, max: scale.max, ...(!scale.isLog && { interval: scale.step }) }),
      axisLabel: { ...label, formatter: axis?.words, showMaxLabel: hasEnd },
      splitLine: { ...hair, show: !isRight || scales.left === undefined, showMaxLine: hasEnd },
    };
  };
  return {
    animation: false,
    backgroundColor: 'transparent',
    grid: { left: room(plan.left), right: room(plan.right), top, bottom: slides ? belowWithSlider : below },
    axisPointer: { show: true, type: 'line', lineStyle: { color: label.color, width: 1 }, label: { show: false } },
    dataZoom:
      plan.along === 'percent'
        ? []
        : [
            { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false },
            ...(slides ? [slider(colour)] : []),
          ],
    xAxis: {
      ...(plan.along === 'percent' ? { type: 'value', min: 0, max: 100 } : { type: 'time' }),
      axisLine: hair,
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true, formatter: plan.along === 'percent' ? '{value} %' : timeWords },
      splitLine: { show: false },
    },
    yAxis: [values(plan.left, scales.left, false), values(plan.right, scales.right, true)],
    series: plan.lines.map((line) => seriesOf(line, colour, label.color)),
  };
}

function seriesOf(line: PlanLine, colour: (one: ThemeColour) => string, quiet: string): object {
  const color = colour(line.colour);
  return {
    type: 'line',
    name: line.name,
    symbol: 'none',
    silent: true,
    yAxisIndex: line.isRight ? 1 : 0,
    ...(line.isRight && { z: 3 }),
    ...(line.isStep && { step: 'end' }),
    lineStyle: { color, width: line.width, opacity: line.opacity ?? 1, type: line.isDashed ? 'dashed' : 'solid' },
    itemStyle: { color },
    ...(line.fill !== undefined && { areaStyle: { color, opacity: line.fill, origin: 'auto' } }),
    ...(line.words !== undefined && {
      endLabel: { show: true, formatter: line.words, color: quiet, align: 'right', offset: [-4, -9] },
    }),
    data: line.points,
  };
}

const slider = (colour: (one: ThemeColour) => string) => ({
  type: 'slider',
  filterMode: 'none',
  height: 18,
  bottom: 8,
  showDetail: false,
  brushSelect: false,
  showDataShadow: false,
  borderColor: colour('--surface-3'),
  backgroundColor: 'transparent',
  fillerColor: `${colour('--accent')}22`,
  handleStyle: { color: colour('--surface-1'), borderColor: colour('--ink-2') },
  moveHandleSize: 0,
});
