/** A column: header with unit, and the value of a row. */
export type CsvColumn<Row> = readonly [header: string, value: (row: Row) => number | string];

/**
 * Returns rows as CSV (RFC 4180) with a header line. Text that a spreadsheet would evaluate as a formula is prefixed
 * with an apostrophe.
 */
export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(([header]) => cell(header)),
    ...rows.map((row) => columns.map(([, value]) => cell(value(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function cell(value: number | string): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
