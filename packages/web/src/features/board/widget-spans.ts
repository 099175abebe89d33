/** Width of a widget, as configured. */
export type WidgetWidth = 'third' | 'half' | 'full';

const columns = 12;
const columnsOf: Readonly<Record<WidgetWidth, number>> = { third: 4, half: 6, full: 12 };

/**
 * Returns the columns of 12 that each widget of a board spans, in order. Rows are filled: where widths leave columns
 * free, such as a third beside a half, the widgets of the row share them by their widths.
 */
export function widgetSpans(widths: readonly WidgetWidth[]): number[] {
  const rows: number[][] = [[]];
  for (const width of widths) {
    const span = columnsOf[width];
    const row = rows.at(-1)!;
    if (sumOf(row) + span <= columns) row.push(span);
    else rows.push([span]);
  }
  return rows.flatMap((row) => {
    const scale = columns / sumOf(row);
    // from sums, so that rounding leaves no column free
    let start = 0;
    let sum = 0;
    return row.map((span) => {
      sum += span;
      const end = Math.round(sum * scale);
      const filled = end - start;
      start = end;
      return filled;
    });
  });
}

const sumOf = (spans: readonly number[]): number => spans.reduce((sum, span) => sum + span, 0);
