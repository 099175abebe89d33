import { bytes, compactSize, list, record, rest, u8, u32, when } from '@glassblock/primitives/records';
import { tipKey } from '../commits.ts';
import type { EngineReader } from '../engine.ts';

/** Skipped numbers that a marker has at most; each opening for writing adds one. */
const maxSkipped = 4_096;

/** The fields of the marker. */
export const versionMarker = record({
  version: u32,
  owner: bytes(8),
  skipped: list(compactSize, u32),
  /** 1 after the first commit. */
  hasTip: u8,
  tip: when(({ hasTip }: { hasTip: number }) => hasTip === 1, rest),
});

/** The row that decides which commit is visible. */
export interface VersionMarker {
  /** Number of the newest commit. */
  readonly version: number;
  /** The writer: 8 random bytes; empty before the first. */
  readonly owner: Uint8Array;
  /** Numbers, ascending, whose rows are never visible. */
  readonly skipped: readonly number[];
  /** Tip of the newest commit; undefined before the first. */
  readonly tip: Uint8Array | undefined;
  /** The row; undefined where there is none. */
  readonly stored: Uint8Array | undefined;
}

/** Reads the marker. An empty store has version 1, that of rows written outside of commits. */
export async function readMarker(engine: EngineReader): Promise<VersionMarker> {
  const [stored] = await engine.getMany([tipKey]);
  if (stored === undefined) return { version: 1, owner: new Uint8Array(), skipped: [], tip: undefined, stored };
  return { ...versionMarker.decode(stored), stored };
}

/** Returns a marker with its row. The oldest skipped numbers are dropped: rows of that age were removed long ago. */
export function withMarker({ version, owner, skipped, tip }: Omit<VersionMarker, 'stored'>): VersionMarker {
  const recent = skipped.slice(-maxSkipped);
  const stored = versionMarker.encode({ version, owner, skipped: recent, hasTip: tip === undefined ? 0 : 1, tip });
  return { version, owner, skipped: recent, tip, stored };
}
