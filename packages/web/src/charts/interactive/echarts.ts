/**
 * The parts of ECharts in use; loaded with the first interactive chart. Imported function by function: the whole
 * namespace would add 4,000 unused bytes. Texts of charts are our own, outside of the library.
 */
import { LineChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([AxisPointerComponent, CanvasRenderer, DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LineChart]);

export type { ECharts, EChartsCoreOption as ChartOption } from 'echarts/core';
export { optionOf } from './look.ts';
export { init, use };
