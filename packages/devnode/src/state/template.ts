import type { MempoolEntry, MempoolState } from './mempool-state.ts';

const maxSigops = 80_000;

interface Candidate {
  entry: MempoolEntry;
  fee: number;
  weight: number;
  /** Change counter: an older heap entry is outdated. */
  version: number;
}

interface HeapItem {
  candidate: Candidate;
  version: number;
  rate: number;
}

/**
 * Selects transactions for a block as a node does: packages of a transaction and its ancestors, highest fee rate first,
 * parents before children. Source: Core BlockAssembler::addPackageTxs
 * @param maxWeight of the transactions, without the coinbase
 * @param skip left out, with their descendants
 */
export function selectForBlock(
  mempool: MempoolState,
  maxWeight: number,
  skip?: (entry: MempoolEntry) => boolean,
): MempoolEntry[] {
  const barred = new Set<string>();
  if (skip !== undefined) {
    for (const entry of mempool.entries.values()) {
      if (skip(entry)) for (const id of mempool.withDescendants(entry.txid)) barred.add(id);
    }
  }
  const candidates = new Map<string, Candidate>();
  const heap = new Heap();
  for (const entry of mempool.entries.values()) {
    if (barred.has(entry.txid)) continue;
    const candidate = { entry, fee: mempool.modifiedFee(entry), weight: entry.weight, version: 0 };
    for (const id of entry.parents.size === 0 ? [] : mempool.ancestors(entry.parents)) {
      const ancestor = mempool.entries.get(id)!;
      candidate.fee += mempool.modifiedFee(ancestor);
      candidate.weight += ancestor.weight;
    }
    candidates.set(entry.txid, candidate);
    heap.push({ candidate, version: 0, rate: candidate.fee / candidate.weight });
  }

  const chosen: MempoolEntry[] = [];
  const taken = new Set<string>();
  let weight = 0;
  let sigops = 0;
  let failures = 0;
  for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
    const { candidate } = best;
    if (best.version !== candidate.version || taken.has(candidate.entry.txid)) continue;
    if (weight + candidate.weight > maxWeight) {
      if (++failures > 1000 && weight > maxWeight - 4000) break;
      continue;
    }
    const members = packageOf(mempool, candidate.entry, taken);
    const cost = members.reduce((total, entry) => total + entry.sigops, 0);
    if (sigops + cost > maxSigops) continue;
    sigops += cost;
    for (const entry of members) {
      taken.add(entry.txid);
      chosen.push(entry);
      weight += entry.weight;
      if (entry.children.size === 0) continue;
      for (const id of mempool.withDescendants(entry.txid)) {
        const child = candidates.get(id);
        if (child === undefined || id === entry.txid || taken.has(id)) continue;
        child.fee -= mempool.modifiedFee(entry);
        child.weight -= entry.weight;
        child.version++;
        heap.push({ candidate: child, version: child.version, rate: child.fee / child.weight });
      }
    }
  }
  return chosen;
}

/** The transaction and its ancestors that are not selected yet, parents first. */
function packageOf(mempool: MempoolState, entry: MempoolEntry, taken: ReadonlySet<string>): MempoolEntry[] {
  if (entry.parents.size === 0) return [entry];
  const ids = [...mempool.ancestors(entry.parents)].filter((id) => !taken.has(id));
  const depth = (id: string) => mempool.ancestors(mempool.entries.get(id)!.parents).size;
  return [
    ...ids.map((id) => ({ id, depth: depth(id) })).sort((a, b) => a.depth - b.depth),
    { id: entry.txid, depth: 0 },
  ].map(({ id }) => mempool.entries.get(id)!);
}

/** Binary heap, highest fee rate first. */
class Heap {
  private readonly items: HeapItem[] = [];

  push(item: HeapItem): void {
    const { items } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (items[up]!.rate >= item.rate) break;
      items[at] = items[up]!;
      at = up;
    }
    items[at] = item;
  }

  pop(): HeapItem | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= items.length) break;
      if (down + 1 < items.length && items[down + 1]!.rate > items[down]!.rate) down++;
      if (items[down]!.rate <= last.rate) break;
      items[at] = items[down]!;
      at = down;
    }
    items[at] = last;
    return top;
  }
}
