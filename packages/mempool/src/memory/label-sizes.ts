import type { CommitResult } from '../graph/block-order.ts';
import { newLabel, type TxGraph } from '../graph/tx-graph.ts';

/** Serialized bytes of the transactions with each label, that is, of each projected block. */
export class LabelSizes {
  private readonly sizes = new Float64Array(256);

  /** Returns the bytes of a label's transactions. */
  of(label: number): number {
    return this.sizes[label]!;
  }

  /**
   * Applies the moves and removals of a commit.
   * @param txSizes serialized bytes by slot
   */
  apply({ moves, removed }: CommitResult, graph: TxGraph, txSizes: Uint32Array): void {
    const { sizes } = this;
    for (let i = 0; i < moves.length; i += 2) {
      const slot = moves[i]!;
      const before = moves[i + 1]!;
      if (before !== newLabel) sizes[before]! -= txSizes[slot]!;
      sizes[graph.label[slot]!]! += txSizes[slot]!;
    }
    for (const slot of removed) {
      const label = graph.label[slot]!;
      if (label !== newLabel) sizes[label]! -= txSizes[slot]!;
    }
  }
}
