/** Codecs of stored bytes: a writer, a reader, and records that derive both directions from one field list. */
export { RowBytes, RowReader, widthOf } from './row-bytes.ts';
