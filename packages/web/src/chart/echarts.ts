/** The parts of ECharts that our charts use; loaded with the first chart that is shown. */
import { LineChart } from 'echarts/charts';
import {
  AriaComponent,
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
} from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

core.use([
  AriaComponent,
  AxisPointerComponent,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LineChart,
  MarkLineComponent,
]);

export const { init } = core;
export type { ECharts, EChartsCoreOption as ChartOption } from 'echarts/core';
