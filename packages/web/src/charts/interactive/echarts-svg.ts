import { SVGRenderer } from 'echarts/renderers';
import { type ChartOption, init, use } from './echarts.ts';

/**
 * Returns a chart as SVG text; loaded on demand.
 * @param width px
 * @param height px
 */
export function svgOf(option: ChartOption, width: number, height: number): string {
  use([SVGRenderer]);
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...option, animation: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
