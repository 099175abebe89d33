import { displayHash, hashFromDisplay } from '@glassblock/primitives';
import { none, type TxGraph } from '../graph/tx-graph.ts';
import { ancestorsOf } from './relatives.ts';

/** Maximum ancestors of an accelerated transaction. */
const maxAncestors = 1_000;

/** Fee deltas by id in display hex: sats added to the fees of transactions for ordering. */
export class FeeDeltas {
  private deltas: ReadonlyMap<string, number> = new Map();
  /** Ids of transactions with a fee delta and of their ancestors, as of the last update. */
  private accelerated = new Set<string>();

  /** Returns the fee delta, 0 when there is none. */
  of(id: string): number {
    return this.deltas.size === 0 ? 0 : (this.deltas.get(id) ?? 0);
  }

  /** Returns true when it, or a descendant, had a fee delta at the last update. */
  isAccelerated(graph: TxGraph, slot: number): boolean {
    return this.accelerated.size > 0 && this.accelerated.has(displayHash(graph.txid(slot)));
  }

  /** Replaces all fee deltas, and returns the ids that have one or had one before. */
  replace(deltas: ReadonlyMap<string, number>): Set<string> {
    const touched = new Set([...this.deltas.keys(), ...deltas.keys()]);
    this.deltas = deltas;
    return touched;
  }

  /** Finds the accelerated transactions of the mempool. */
  update(graph: TxGraph): void {
    this.accelerated = withAncestors(this.deltas.keys(), graph);
  }
}

function withAncestors(ids: Iterable<string>, graph: TxGraph): Set<string> {
  const all = new Set<string>();
  for (const id of ids) {
    const slot = graph.find(hashFromDisplay(id));
    if (slot === none) continue;
    all.add(id);
    for (const ancestor of ancestorsOf(graph, slot, maxAncestors)) all.add(displayHash(graph.txid(ancestor)));
  }
  return all;
}
