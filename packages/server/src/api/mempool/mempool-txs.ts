import type { MempoolEntry } from '@glassblock/mempool';
import { readWholeTransaction, scriptHash, toHex } from '@glassblock/primitives';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';

/** A page of mempool transactions of some scripts, newest first. */
export interface MempoolPage {
  entries: MempoolEntry[];
  /** The cursor is in this list. */
  holdsCursor: boolean;
}

/** Maximum unconfirmed transactions of a group that are sorted; beyond that the newest of each script. */
const maxPerGroup = 1_000;
const entriesPerBatch = 500;
const callConcurrency = 16;

/**
 * @param hashes script hashes as hex, each once
 * @param after display id of the last one received
 */
export async function mempoolPage(
  context: MempoolContext,
  hashes: readonly string[],
  { limit, after }: { limit: number; after?: string },
): Promise<MempoolPage> {
  const cursor = after === undefined ? undefined : (await context.mempool.entries([after]))[0];
  const holdsCursor = cursor !== undefined && touchesAny(cursor, new Set(hashes));
  // a cursor that is not here belongs to the chain: nothing of the mempool follows it
  if (after !== undefined && !holdsCursor) return { entries: [], holdsCursor };
  const [only] = hashes;
  if (hashes.length === 1 && only !== undefined) {
    const { txids } = await context.mempool.script(only, { limit, ...(after === undefined ? {} : { after }) });
    return { entries: await entriesOf(context, txids), holdsCursor };
  }
  const entries = (await entriesOf(context, await idsOfGroup(context, hashes))).sort(newestFirst);
  const older = cursor === undefined ? entries : entries.filter((entry) => newestFirst(cursor, entry) < 0);
  return { entries: older.slice(0, limit), holdsCursor };
}

/** By arrival, then by id, so that a cursor has one position. */
function newestFirst(a: MempoolEntry, b: MempoolEntry): number {
  return b.firstSeen - a.firstSeen || (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : 0);
}

/** The newest of each script, then the second newest of each, until there are enough. */
async function idsOfGroup(context: MempoolContext, hashes: readonly string[]): Promise<string[]> {
  const lists = await mapBounded(hashes, callConcurrency, async (hash) => {
    return (await context.mempool.script(hash, { limit: maxPerGroup })).txids;
  });
  const ids = new Set<string>();
  const longest = lists.reduce((max, list) => Math.max(max, list.length), 0);
  for (let i = 0; i < longest; i++) {
    for (const list of lists) {
      if (ids.size === maxPerGroup) return [...ids];
      if (list[i] !== undefined) ids.add(list[i]!);
    }
  }
  return [...ids];
}

async function entriesOf(context: MempoolContext, ids: readonly string[]): Promise<MempoolEntry[]> {
  const entries: MempoolEntry[] = [];
  for (const part of chunksOf(ids, entriesPerBatch)) {
    for (const entry of await context.mempool.entries(part)) if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function touchesAny(entry: MempoolEntry, hashes: ReadonlySet<string>): boolean {
  const outputs = [...entry.prevouts, ...readWholeTransaction(entry.raw).outputs()];
  return outputs.some(({ script }) => hashes.has(toHex(scriptHash(script))));
}
