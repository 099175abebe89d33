import { none, type TxGraph } from '../graph/tx-graph.ts';

/** Calls `then` for each transaction next to one in the graph, in one direction. */
type EachNeighbour = (graph: TxGraph, slot: number, then: (other: number) => void) => void;

/** Calls `then` for each transaction that this one spends. */
export function eachParent(graph: TxGraph, slot: number, then: (other: number) => void): void {
  for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
    then(graph.edgeParent[edge]!);
  }
}

/** Calls `then` for each transaction that spends this one. */
export function eachChild(graph: TxGraph, slot: number, then: (other: number) => void): void {
  for (let edge = graph.firstChild[slot]!; edge !== none; edge = graph.nextOfParent[edge]!) {
    then(graph.edgeChild[edge]!);
  }
}

/** Returns all ancestors, nearest first; at most `limit`. */
export function ancestorsOf(graph: TxGraph, slot: number, limit: number): number[] {
  return reachable(graph, slot, limit, eachParent);
}

/** Returns all descendants, nearest first; at most `limit`. */
export function descendantsOf(graph: TxGraph, slot: number, limit: number): number[] {
  return reachable(graph, slot, limit, eachChild);
}

function reachable(graph: TxGraph, start: number, limit: number, eachNext: EachNeighbour): number[] {
  const found = new Set([start]);
  const add = (other: number) => found.add(other);
  for (const slot of found) {
    if (found.size > limit) break;
    eachNext(graph, slot, add);
  }
  found.delete(start);
  return [...found].slice(0, limit);
}
