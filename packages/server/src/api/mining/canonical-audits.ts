import type { AuditScore } from '@glassblock/mempool/audit';
import { displayHash } from '@glassblock/primitives';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import type { Audits } from '../../recording/audits.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import type { MiningWindow } from './series/windows.ts';

/** Audits checked against the chain so far. */
interface Checked {
  /** Of the fact columns: when they change other than by growing, blocks may be stale. */
  revision: number;
  /** Number of scores checked. */
  read: number;
  /** By height. */
  canonical: Map<number, AuditScore>;
  /** Of blocks that are not indexed yet. */
  open: AuditScore[];
}

const checkedOf = new WeakMap<Audits, Checked>();
const headersPerBatch = 500;

/** Returns the scores of blocks of the best chain, lowest first: audits of stale blocks do not count. */
export async function canonicalAudits(context: ChainContext & RecordingContext): Promise<AuditScore[]> {
  const { audits, facts } = context;
  const { revision } = facts.columns;
  const known = checkedOf.get(audits);
  const checked =
    known?.revision === revision ? known : { revision, read: 0, canonical: new Map<number, AuditScore>(), open: [] };
  const fresh = audits.scoresFrom(checked.read);
  const asked = [...checked.open, ...fresh];
  const next: Checked = { ...checked, read: checked.read + fresh.length, open: [] };
  for (let at = 0; at < asked.length; at += headersPerBatch) {
    const scores = asked.slice(at, at + headersPerBatch);
    const headers = await withIndex(context, (view) => view.headersAt(scores.map(({ height }) => height)));
    for (const [i, score] of scores.entries()) {
      const header = headers?.[i];
      if (header === undefined) next.open.push(score);
      else if (displayHash(header.hash) === score.hash) next.canonical.set(score.height, score);
    }
  }
  checkedOf.set(audits, next);
  return [...next.canonical.values()].sort((a, b) => a.height - b.height);
}

/** [time, height, percent] */
export type HealthRow = [time: number, height: number, matchRate: number];

/**
 * Returns means over time, oldest first.
 * @param scores of blocks of the best chain
 */
export function blockHealth(scores: readonly AuditScore[], { from, to, step }: MiningWindow): HealthRow[] {
  const buckets = new Map<number, { blocks: number; time: number; height: number; matchRate: number }>();
  for (const { time, height, matchRate } of scores) {
    if (time < from || time > to) continue;
    const key = Math.floor(time / step);
    const sum = buckets.get(key) ?? { blocks: 0, time: 0, height: 0, matchRate: 0 };
    buckets.set(key, sum);
    sum.blocks++;
    sum.time += time;
    sum.height += height;
    sum.matchRate += matchRate;
  }
  return [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([, { blocks, time, height, matchRate }]) => [
      Math.round(time / blocks),
      Math.round(height / blocks),
      Math.round((100 * matchRate) / blocks) / 100,
    ]);
}
