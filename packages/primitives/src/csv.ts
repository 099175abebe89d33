/** A cell of a CSV table; null and undefined are empty. */
export type CsvCell = string | number | null | undefined;

/**
 * Returns rows as CSV; the first one is the header. Text that a spreadsheet would evaluate as a formula is prefixed
 * with an apostrophe. Source: RFC 4180
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');

function encodeCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
