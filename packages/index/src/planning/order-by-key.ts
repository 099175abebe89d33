import { orderByNumber } from '@glassblock/primitives';
import type { KeyColumns } from './effect-columns.ts';

/** Returns the indexes of keys by bucket and rest. */
export const orderByKey = ({ bucket, rest }: KeyColumns): Uint32Array =>
  orderByNumber(bucket, (a, b) => rest[a]! - rest[b]! || a - b);
