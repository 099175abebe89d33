import type { Height } from '@glassblock/primitives';
import type { ChainTip } from '../chain-source.ts';
import { u32At, u32Bytes } from '../tx-number.ts';

/** The tip that a store's marker names; undefined while no block is indexed. */
export function tipOfMarker(marker: Uint8Array | undefined): (ChainTip & { next: number }) | undefined {
  if (marker === undefined || marker.length === 0) return undefined;
  return { height: u32At(marker) as Height, hash: marker.slice(4, 36), next: u32At(marker, 36) };
}

/** Height, hash, number of the next transaction; empty before the first block. */
export function markerOf(tip: ChainTip | undefined, next: number): Uint8Array {
  if (tip === undefined) return new Uint8Array(0);
  return new Uint8Array([...u32Bytes(tip.height), ...tip.hash, ...u32Bytes(next)]);
}
