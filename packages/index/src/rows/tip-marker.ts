import type { Height } from '@glassblock/primitives';
import { bytes, type Field, record, u32be } from '@glassblock/primitives/records';
import type { ChainTip } from '../chain-source.ts';

/** The tip marker, which each commit writes last. It is empty before the first block. */
export const tipMarker = record({
  height: u32be as Field<Height>,
  /** Internal order. */
  hash: bytes(32),
  /** Number of the next transaction. */
  next: u32be,
});

/** Decodes a tip marker; undefined while no block is indexed. */
export function tipOfMarker(marker: Uint8Array | undefined): (ChainTip & { next: number }) | undefined {
  return marker === undefined || marker.length === 0 ? undefined : tipMarker.decode(marker);
}

/** Encodes a tip marker. @param next number of the next transaction */
export function markerOf(tip: ChainTip | undefined, next: number): Uint8Array {
  return tip === undefined ? new Uint8Array(0) : tipMarker.encode({ height: tip.height, hash: tip.hash, next });
}
