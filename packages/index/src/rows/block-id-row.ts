import type { Height } from '@glassblock/primitives';
import { u32At, u32Bytes } from '../tx-number.ts';

/** Encodes the height of a block of the active chain. */
export const encodeBlockIdRow = (height: number): Uint8Array => u32Bytes(height);

/** Decodes the height of a block of the active chain. */
export const decodeBlockIdRow = (row: Uint8Array): Height => u32At(row) as Height;
