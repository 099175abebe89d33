import { type CsvCell, csvOf } from '@glassblock/primitives/csv';

/** A column: header with unit, and the value of a row; undefined and null are empty. */
export type CsvColumn<Row> = readonly [header: string, value: (row: Row) => CsvCell];

/** Returns rows as CSV with a header line. */
export const csvOfRows = <Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string =>
  csvOf([columns.map(([header]) => header), ...rows.map((row) => columns.map(([, value]) => value(row)))]);
