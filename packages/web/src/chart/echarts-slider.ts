/** The slider below long series, for `also` of a chart. */
import { DataZoomSliderComponent } from 'echarts/components';
import { use } from './echarts.ts';

use([DataZoomSliderComponent]);
