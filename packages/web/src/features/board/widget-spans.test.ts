import { expect, it } from 'vitest';
import { type WidgetWidth, widgetSpans } from './widget-spans.ts';

it.each<[WidgetWidth[], number[]]>([
  [[], []],
  [
    ['third', 'third', 'third'],
    [4, 4, 4],
  ],
  [
    ['half', 'half'],
    [6, 6],
  ],
  [['full'], [12]],
  [
    ['third', 'half', 'full'],
    [5, 7, 12],
  ],
  [
    ['half', 'third', 'half'],
    [7, 5, 12],
  ],
  [
    ['third', 'third', 'half', 'half'],
    [6, 6, 6, 6],
  ],
  [
    ['third', 'full', 'third'],
    [12, 12, 12],
  ],
])('fills the rows of %j', (widths, spans) => {
  expect(widgetSpans(widths)).toEqual(spans);
});
