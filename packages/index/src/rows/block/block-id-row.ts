import type { Height } from '@glassblock/primitives';
import { type Field, record, u32be } from '@glassblock/primitives/records';

/** Height of a block of the active chain, by its hash. */
export const blockIdRow = record({ height: u32be as Field<Height> });

/** Encodes the height of a block of the active chain. */
export const encodeBlockIdRow = (height: number): Uint8Array => blockIdRow.encode({ height: height as Height });

/** Decodes the height of a block of the active chain. */
export const decodeBlockIdRow = (row: Uint8Array): Height => blockIdRow.decode(row).height;
