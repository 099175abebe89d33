import { fromHex, scriptHashHex } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';

/** Maximum transactions of a group of scripts that are sorted; beyond that the newest of each script. */
const maxPerGroup = 1_000;

/**
 * Finds transactions that touch any of some scripts, newest first.
 * @param hashes script hashes as hex, each once
 * @param after display id of the last one received
 * @returns slots, and whether `after` touches one of the scripts; without slots when it does not
 */
export function scriptTxSlots(
  mempool: Mempool,
  hashes: readonly string[],
  { limit, after }: { limit: number; after?: string },
): { slots: number[]; holdsCursor: boolean } {
  const cursor = after === undefined ? none : mempool.find(after);
  const holdsCursor = cursor !== none && touchesAny(mempool, cursor, new Set(hashes));
  // a cursor that is not here belongs to the chain: nothing of the mempool follows it
  if (after !== undefined && !holdsCursor) return { slots: [], holdsCursor };
  const [only] = hashes;
  if (hashes.length === 1 && only !== undefined) {
    return { slots: mempool.byScript(fromHex(only), limit, cursor), holdsCursor };
  }
  const all = newestOfEach(mempool, hashes).map((slot) => arrivalOf(mempool, slot));
  const last = cursor === none ? undefined : arrivalOf(mempool, cursor);
  const older = last === undefined ? all : all.filter((arrival) => newestFirst(last, arrival) < 0);
  const page = older.sort(newestFirst).slice(0, limit);
  return { slots: page.map(({ slot }) => slot), holdsCursor };
}

interface Arrival {
  slot: number;
  id: string;
  firstSeen: number;
}

function arrivalOf(mempool: Mempool, slot: number): Arrival {
  const { id, firstSeen } = mempool.row(slot);
  return { slot, id, firstSeen };
}

/** By arrival, then by id, so that a cursor has one position. */
function newestFirst(a: Arrival, b: Arrival): number {
  return b.firstSeen - a.firstSeen || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Takes the newest of each script, then the second newest of each, until there are enough. */
function newestOfEach(mempool: Mempool, hashes: readonly string[]): number[] {
  const lists = hashes.map((hash) => mempool.byScript(fromHex(hash), maxPerGroup, none));
  const slots = new Set<number>();
  const longest = lists.reduce((max, list) => Math.max(max, list.length), 0);
  for (let i = 0; i < longest; i++) {
    for (const list of lists) {
      if (slots.size === maxPerGroup) return [...slots];
      if (list[i] !== undefined) slots.add(list[i]!);
    }
  }
  return [...slots];
}

function touchesAny(mempool: Mempool, slot: number, hashes: ReadonlySet<string>): boolean {
  const { tx, prevouts } = mempool.read(slot);
  return [...prevouts, ...tx.outputs()].some(({ script }) => hashes.has(scriptHashHex(script)));
}
