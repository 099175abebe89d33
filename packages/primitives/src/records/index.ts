/**
 * Codecs of stored bytes: a writer, a reader, and records whose two directions follow from one list of fields. It has
 * its own path because browsers do not need it.
 */
export {
  array,
  type BitFields,
  bitFields,
  bytes,
  compactSize,
  constant,
  type Field,
  type FieldLine,
  f64,
  f64be,
  list,
  listOf,
  listToEnd,
  mapped,
  type RecordCodec,
  record,
  rest,
  restText,
  sized,
  tag,
  u8,
  u16,
  u32,
  u32be,
  u64,
  uintBE,
  uintLE,
  type ValueOf,
  varint,
  when,
} from './record-codec.ts';
export { RowBytes, RowReader, widthOf } from './row-bytes.ts';
