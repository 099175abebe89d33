import type { NetworkContext } from '../../network/network-context.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { type Handler, plain, requiring } from '../call.ts';
import { type CsvColumn, csvOfRows } from '../csv.ts';
import { lightningOf } from './requested-lightning.ts';

/** Returns a handler of a route that needs a Lightning graph. */
export const graphRoute = <I, T>(
  run: (lightning: Lightning, input: I, context: NetworkContext) => Promise<T> | T,
): Handler<I> =>
  requiring(
    lightningOf,
    plain<I, T>((context, input) => run(lightningOf(context), input, context)),
  );

/** Returns the same for a route whose rows can be had as CSV. @param rowsOf of the answer */
export const tableRoute = <I, T, Row>(
  run: (lightning: Lightning, input: I, context: NetworkContext) => Promise<T> | T,
  rowsOf: (answer: T) => readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Handler<I> =>
  requiring(lightningOf, async (context: NetworkContext, input: I) => {
    const value = await run(lightningOf(context), input, context);
    return { value, csv: () => csvOfRows(rowsOf(value), columns) };
  });

/** Returns the rows of an answer that is a list. */
export const asRows = <Row>(rows: readonly Row[]): readonly Row[] => rows;
