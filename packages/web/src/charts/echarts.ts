/**
 * The parts of ECharts that our charts use; loaded with the first chart that is shown. It is named function by function:
 * the whole namespace would carry 4,000 bytes that nothing calls. A chart's words are our own, beside it and in its label.
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
