/** The published list of a projected block, in mining order, as columns. Valid until the next commit. */
export interface ProjectedList {
  readonly slots: Int32Array;
  /** Effective fee rates, sat/vB. */
  readonly rates: Float64Array;
  /** WU. */
  readonly weights: Uint32Array;
}

/** Sources of the lists. */
export interface ProjectedListSource {
  /** Calls `then` for each transaction of a projected block, in mining order, with its chunk, until it returns false. */
  eachTx(block: number, then: (slot: number, chunk: number) => boolean): void;
  weightOf(slot: number): number;
  /** Returns the effective fee rate, the same for all transactions of a chunk. */
  rateOf(slot: number): number;
}

/** Maximum WU of a published list. */
const detailLimit = 4_800_000;

/**
 * The published lists of the projected blocks: all of a normal block, the first 1.2 MvB of the rest. Each is read once
 * per commit, on first use, because statistics, changes and audits read it again.
 */
export class ProjectedLists {
  private readonly source: ProjectedListSource;
  private readonly columns: ListColumns[] = [];
  private current: (ProjectedList | undefined)[] = [];

  constructor(source: ProjectedListSource) {
    this.source = source;
  }

  /** Drops the lists: the order or the rule for fee rates has changed. */
  invalidate(): void {
    this.current = [];
  }

  /** Returns the list of a projected block; empty when there is no such block. */
  of(index: number): ProjectedList {
    const known = this.current[index];
    if (known !== undefined) return known;
    const columns = (this.columns[index] ??= new ListColumns());
    return (this.current[index] = this.read(index, columns));
  }

  private read(index: number, columns: ListColumns): ProjectedList {
    const { source } = this;
    let count = 0;
    let total = 0;
    let lastChunk = -1;
    let rate = 0;
    source.eachTx(index, (slot, chunk) => {
      const weight = source.weightOf(slot);
      total += weight;
      if (total > detailLimit) return false;
      if (chunk !== lastChunk) {
        lastChunk = chunk;
        rate = source.rateOf(slot);
      }
      columns.put(count++, slot, rate, weight);
      return true;
    });
    return columns.first(count);
  }
}

/** The memory of one list, reused for each commit. */
class ListColumns {
  private slots = new Int32Array(1_024);
  private rates = new Float64Array(1_024);
  private weights = new Uint32Array(1_024);

  put(at: number, slot: number, rate: number, weight: number): void {
    if (at === this.slots.length) this.growTo(2 * at);
    this.slots[at] = slot;
    this.rates[at] = rate;
    this.weights[at] = weight;
  }

  first(count: number): ProjectedList {
    const { slots, rates, weights } = this;
    return { slots: slots.subarray(0, count), rates: rates.subarray(0, count), weights: weights.subarray(0, count) };
  }

  private growTo(capacity: number): void {
    const { slots, rates, weights } = this;
    this.slots = new Int32Array(capacity);
    this.slots.set(slots);
    this.rates = new Float64Array(capacity);
    this.rates.set(rates);
    this.weights = new Uint32Array(capacity);
    this.weights.set(weights);
  }
}
