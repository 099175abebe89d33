import { type BlockSums, type BorderOptions, Borders, type Moves } from './borders.ts';
import { bucketRoom, ChunkList } from './chunk-list.ts';
import { type ChunkFigures, ChunkRecords, compareRates } from './chunk-records.ts';
import { ClusterCut } from './cluster-cut.ts';
import { none, type TxFigures, TxGraph } from './tx-graph.ts';

/** Options of the block order. */
export interface BlockOrderOptions extends Partial<BorderOptions> {
  /** 32 secret bits. */
  seed: number;
}

/** Result of a commit. */
export interface CommitResult {
  /** Slots whose projected block changed, each followed by its previous label (`newLabel` for new ones). */
  moves: Moves;
  /** Slots removed since the last commit; their rows are readable until `recycle`. */
  removed: readonly number[];
}

/** A chunk of a linearized cluster: transactions that are mined together. */
export interface ChunkView {
  fee: number;
  size: number;
  /** Slots, parents first. */
  txs: number[];
}

/** Maximum steps for one cluster; a larger one is ordered by the fee rates of its transactions. */
const clusterLimit = 3_000_000;
/** Maximum transactions of a cluster that is linearized optimally. */
const clusterSize = 5_000;
/** Inserting at least one in this many chunks rebuilds the list. */
const rebuildShare = 4;

const unseen = -2;
const seen = -3;

/**
 * The mempool in mining order, and the projected blocks. Changes are collected and applied by `commit`, which processes
 * touched clusters, their chunks in the list and the block borders only. The result is a function of the mempool alone,
 * once nothing is `unfinished`.
 */
export class BlockOrder {
  readonly graph: TxGraph;
  private readonly records: ChunkRecords;
  private readonly list: ChunkList;
  private readonly cutter: ClusterCut;
  private readonly borders: Borders;
  private added: number[] = [];
  private touched: number[] = [];
  private brokenChunks: number[] = [];
  private removedSlots: number[] = [];
  private readonly waiting = new Set<number>();
  private component = new Int32Array(256);
  /** Position of each slot in the work of a commit. */
  private rank = new Int32Array(0);
  private chunkCount = 0;
  /** Figures of the chunk of a single transaction, reused. */
  private readonly alone: ChunkFigures = {
    fee: 0,
    size: 0,
    weight: 0,
    sigops: 0,
    count: 1,
    running: 0,
    tie: none,
    first: none,
  };
  /** No chunk made before the next commit has the right position. */
  private isRuleNew = false;

  constructor({ seed, blocks = 8, reservedWeight = 8_000 }: BlockOrderOptions) {
    this.graph = new TxGraph(seed);
    this.records = new ChunkRecords(this.graph);
    this.list = new ChunkList(this.records);
    this.cutter = new ClusterCut(this.graph);
    this.borders = new Borders(this.graph, this.records, this.list, { blocks, reservedWeight });
  }

  /** Sums of the projected blocks as of the last commit. */
  get blocks(): readonly BlockSums[] {
    return this.borders.blocks;
  }

  /** Clusters that are not optimal yet: further commits improve them. */
  get unfinished(): number {
    return this.waiting.size;
  }

  /** Linearization steps so far. */
  get steps(): number {
    return this.cutter.steps;
  }

  get bytes(): number {
    return this.graph.bytes + this.records.bytes + this.list.bytes + this.rank.byteLength;
  }

  /**
   * @param txid internal order, not in the mempool
   * @returns its slot
   */
  add(txid: Uint8Array, figures: TxFigures): number {
    const slot = this.graph.add(txid, figures);
    this.added.push(slot);
    return slot;
  }

  /** Records that `child` spends an output of `parent`. */
  link(parent: number, child: number): void {
    this.graph.link(parent, child);
    this.touch(parent);
    this.touch(child);
  }

  remove(slot: number): void {
    const { graph } = this;
    for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
      this.touch(graph.edgeParent[edge]!);
    }
    for (let edge = graph.firstChild[slot]!; edge !== none; edge = graph.nextOfParent[edge]!) {
      this.touch(graph.edgeChild[edge]!);
    }
    if (graph.chunk[slot] !== none) this.brokenChunks.push(graph.chunk[slot]!);
    this.waiting.delete(slot);
    graph.remove(slot);
    this.removedSlots.push(slot);
  }

  /** Sets the fee used for ordering. */
  setFee(slot: number, fee: number): void {
    if (this.graph.fee[slot] === fee) return;
    this.graph.fee[slot] = fee;
    this.touch(slot);
  }

  /** Sets the size used for ordering. */
  setSize(slot: number, size: number): void {
    if (this.graph.size[slot] === size) return;
    this.graph.size[slot] = size;
    this.touch(slot);
  }

  /**
   * Sets whether equal fee rates are ordered by id; see `TxGraph.tiesById`.
   * @param slots all transactions
   */
  setTiesById(isOn: boolean, slots: Iterable<number>): void {
    const { graph } = this;
    if (graph.tiesById === isOn) return;
    graph.tiesById = isOn;
    this.isRuleNew = true;
    for (const slot of slots) this.touch(slot);
  }

  /**
   * Advances by a mined block: its transactions are removed by `remove`, and the second projected block becomes the
   * first.
   */
  advance(): void {
    this.borders.advance();
  }

  /**
   * Applies the changes.
   * @param budget linearization steps, about 20 ns each; clusters beyond it keep their old order with the change
   * inserted, and are finished by later commits
   */
  commit(budget = Number.POSITIVE_INFINITY): CommitResult {
    const { graph } = this;
    const limit = this.cutter.steps + budget;
    const work: number[] = [];
    const old: number[] = [];
    const opened = new Set<number>();
    for (const slot of this.added) {
      if (graph.alive[slot] === 1 && graph.chunk[slot] === none) work.push(slot);
    }
    for (const chunk of this.brokenChunks) this.open(chunk, opened, old, work);
    for (const slot of this.touched) {
      if (graph.alive[slot] === 1 && graph.chunk[slot] !== none) this.open(graph.chunk[slot]!, opened, old, work);
    }
    const stored = new Set<number>();
    const fresh: number[] = [];
    this.records.expect(work.length);
    this.components(work, (count) => {
      if (count === 1) {
        this.settleAlone(this.component[0]!, stored, fresh);
        return;
      }
      this.arrange(count, limit, work);
      this.settle(stored, fresh);
    });
    this.finish(limit, old, stored, fresh);
    this.replace(old, stored, fresh);
    const moves = this.borders.pass(fresh);
    const removed = this.removedSlots;
    this.added = [];
    this.touched = [];
    this.brokenChunks = [];
    this.removedSlots = [];
    this.isRuleNew = false;
    return { moves, removed };
  }

  /** Frees the slots of removed transactions for reuse. */
  recycle(): void {
    this.graph.recycle();
  }

  // ---- reading, as of the last commit

  /** Returns the projected block of a transaction. */
  blockOf(slot: number): number {
    return this.borders.blockOf(this.graph.label[slot]!);
  }

  /** Returns the block that a label of `moves` currently refers to. */
  blockOfLabel(label: number): number {
    return this.borders.blockOf(label);
  }

  /** Returns the label of a projected block. */
  labelOf(block: number): number {
    return this.borders.labelOf(block);
  }

  /** Returns the fee of the chunk of a transaction. */
  chunkFee(slot: number): number {
    return this.records.fee(this.graph.chunk[slot]!);
  }
  chunkSize(slot: number): number {
    return this.records.size(this.graph.chunk[slot]!);
  }

  /** Returns the first transaction of the chunk of a transaction; `next` of the graph leads to the others. */
  chunkStart(slot: number): number {
    return this.records.first(this.graph.chunk[slot]!);
  }

  /** Returns the chunks of a transaction's cluster, highest fee rate first. */
  clusterOf(slot: number): ChunkView[] {
    const chunks: ChunkView[] = [];
    const { records, graph } = this;
    for (let chunk = records.cluster(graph.chunk[slot]!); chunk !== none; chunk = records.next(chunk)) {
      chunks.push({ fee: records.fee(chunk), size: records.size(chunk), txs: [...this.txsOfChunk(chunk)] });
    }
    return chunks;
  }

  /** Iterates the slots of a projected block in mining order. */
  *txsOf(block: number): Generator<number> {
    for (const chunk of this.list.labelled(this.borders.labelOf(block))) yield* this.txsOfChunk(chunk);
  }

  /**
   * Calls `then` for each chunk of a projected block, in order. @param skips called with the weight of some of the next
   * chunks; returns true to skip them
   */
  eachChunk(
    block: number,
    then: (fee: number, size: number, weight: number) => void,
    skips?: (weight: number) => boolean,
  ): void {
    const { records } = this;
    const next = (chunk: number) => {
      then(records.fee(chunk), records.size(chunk), records.weight(chunk));
      return true;
    };
    this.list.eachLabelled(this.borders.labelOf(block), next, skips);
  }

  /** Calls `then` for each transaction of a projected block, in mining order, with its chunk, until it returns false. */
  eachTx(block: number, then: (slot: number, chunk: number) => boolean): void {
    const { records, graph } = this;
    this.list.eachLabelled(this.borders.labelOf(block), (chunk) => {
      for (let slot = records.first(chunk); slot !== none; slot = graph.next[slot]!) {
        if (!then(slot, chunk)) return false;
      }
      return true;
    });
  }

  /** Returns the weight before a transaction in its block. */
  weightBefore(slot: number): number {
    const { list, records, graph } = this;
    const own = graph.chunk[slot]!;
    const label = graph.label[slot]!;
    const ownBucket = records.bucket(own);
    let weight = 0;
    for (let at = 0; at < list.length; at++) {
      const bucket = list.order[at]!;
      if (bucket !== ownBucket && list.label[bucket] === label) {
        weight += list.weight[bucket]!;
        continue;
      }
      if (!list.mayContain(bucket, label)) continue;
      const base = bucketRoom * bucket;
      for (let i = 0; i < list.count[bucket]!; i++) {
        const chunk = list.chunks[base + i]!;
        if (chunk === own) {
          for (let tx = records.first(own); tx !== slot; tx = graph.next[tx]!) weight += graph.weight[tx]!;
          return weight;
        }
        if (records.label(chunk) === label) weight += records.weight(chunk);
      }
    }
    return weight;
  }

  /** Iterates all transactions in mining order, ignoring block borders. */
  *inOrder(): Generator<number> {
    for (const chunk of this.list) yield* this.txsOfChunk(chunk);
  }

  private *txsOfChunk(chunk: number): Generator<number> {
    for (let slot = this.records.first(chunk); slot !== none; slot = this.graph.next[slot]!) yield slot;
  }

  // ---- applying changes

  private touch(slot: number): void {
    this.touched.push(slot);
  }

  /** Dissolves the cluster of a chunk: its chunks go to `old`, its transactions to `work`. */
  private open(chunk: number, opened: Set<number>, old: number[], work: number[]): void {
    const { records, graph } = this;
    const first = records.cluster(chunk);
    if (opened.has(first)) return;
    opened.add(first);
    for (let at = first; at !== none; at = records.next(at)) {
      old.push(at);
      for (let slot = records.first(at); slot !== none; slot = graph.next[slot]!) {
        if (graph.alive[slot] === 1) work.push(slot);
      }
    }
  }

  /** Calls `then` for each component among the slots, which is in `component` then. */
  private components(work: readonly number[], then: (count: number) => void): void {
    const { graph } = this;
    if (this.rank.length < graph.slots) this.rank = new Int32Array(Math.ceil(graph.slots * 1.1));
    for (let i = 0; i < work.length; i++) {
      graph.scratch[work[i]!] = unseen;
      this.rank[work[i]!] = i;
    }
    for (const slot of work) {
      if (graph.scratch[slot] !== unseen) continue;
      let count = 0;
      graph.scratch[slot] = seen;
      this.hold(count++, slot);
      for (let at = 0; at < count; at++) {
        const member = this.component[at]!;
        for (let edge = graph.firstParent[member]!; edge !== none; edge = graph.nextOfChild[edge]!) {
          const parent = graph.edgeParent[edge]!;
          if (graph.scratch[parent] !== unseen) continue;
          graph.scratch[parent] = seen;
          this.hold(count++, parent);
        }
        for (let edge = graph.firstChild[member]!; edge !== none; edge = graph.nextOfParent[edge]!) {
          const child = graph.edgeChild[edge]!;
          if (graph.scratch[child] !== unseen) continue;
          graph.scratch[child] = seen;
          this.hold(count++, child);
        }
      }
      then(count);
    }
  }

  private hold(at: number, slot: number): void {
    if (at === this.component.length) {
      const wider = new Int32Array(2 * at);
      wider.set(this.component);
      this.component = wider;
    }
    this.component[at] = slot;
  }

  /** Linearizes the component in the cutter. */
  private arrange(count: number, limit: number, work: readonly number[]): void {
    const left = limit - this.cutter.steps;
    const forget = () => {
      if (this.waiting.size > 0) for (let i = 0; i < count; i++) this.waiting.delete(this.component[i]!);
    };
    if (count > clusterSize) {
      forget();
      this.byRate(count);
      return;
    }
    if (this.cutter.exact(this.component, 0, count, Math.min(left, clusterLimit))) {
      forget();
      return;
    }
    if (left > clusterLimit) {
      forget();
      this.byRate(count);
      return;
    }
    forget();
    this.waiting.add(this.component[0]!);
    this.spliced(count, work);
  }

  /** Orders clusters that are too large for linearization by each transaction's own fee rate. */
  private byRate(count: number): void {
    const slots = [...this.component.subarray(0, count)];
    this.cutter.given(slots.sort((a, b) => this.compareTxs(a, b)));
  }

  private compareTxs(a: number, b: number): number {
    const { fee, size } = this.graph;
    return -compareRates(fee[a]!, size[a]!, fee[b]!, size[b]!) || this.graph.compareIds(a, b);
  }

  /**
   * Appends new transactions to the previous order, so that nearly all chunks stay unchanged. Lists of old chunks may
   * be cut already: the previous positions are those in `work`.
   */
  private spliced(count: number, work: readonly number[]): void {
    const { graph, records, rank } = this;
    const places = new Int32Array(count);
    for (let i = 0; i < count; i++) places[i] = rank[this.component[i]!]!;
    places.sort();
    const old: number[] = [];
    const fresh: number[] = [];
    let clusters = 0;
    let last = none;
    for (const place of places) {
      const slot = work[place]!;
      const chunk = graph.chunk[slot]!;
      if (chunk === none) {
        fresh.push(slot);
        continue;
      }
      old.push(slot);
      if (records.cluster(chunk) !== last) clusters++;
      last = records.cluster(chunk);
    }
    if (clusters > 1) {
      old.sort((a, b) => records.compare(graph.chunk[a]!, graph.chunk[b]!) || rank[a]! - rank[b]!);
    }
    if (fresh.length > 1) fresh.sort((a, b) => this.compareTxs(a, b));
    this.cutter.given([...old, ...fresh]);
  }

  /** Creates the chunk of a transaction without relatives, most of a mempool; an unchanged one is reused. */
  private settleAlone(slot: number, stored: Set<number>, fresh: number[]): void {
    const { graph, records, alone } = this;
    this.waiting.delete(slot);
    alone.fee = graph.fee[slot]!;
    alone.size = alone.running = graph.size[slot]!;
    alone.weight = graph.weight[slot]!;
    alone.sigops = graph.sigops[slot]!;
    alone.tie = alone.first = slot;
    const known = graph.chunk[slot]!;
    const isSame =
      known !== none &&
      !this.isRuleNew &&
      records.first(known) === slot &&
      graph.next[slot] === none &&
      records.isEqual(known, alone);
    if (isSame) {
      stored.add(known);
      records.chain(known, none, known);
      return;
    }
    const chunk = records.make(alone);
    fresh.push(chunk);
    graph.chunk[slot] = chunk;
    graph.next[slot] = none;
  }

  /** Creates the chunks of the cutter's order; unchanged ones are reused. */
  private settle(stored: Set<number>, fresh: number[]): void {
    const { cutter, records, graph } = this;
    const made: number[] = [];
    const ends = cutter.ends;
    let start = 0;
    for (const figures of this.clusterFigures()) {
      const end = start + figures.count;
      const known = graph.chunk[figures.first]!;
      const isKnown = known !== none && !this.isRuleNew && records.isEqual(known, figures);
      let chunk = known;
      if (isKnown && this.isSame(known, start, end)) stored.add(known);
      else {
        chunk = records.make(figures);
        fresh.push(chunk);
      }
      made.push(chunk);
      start = end;
    }
    start = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      const chunk = made[i]!;
      records.chain(chunk, made[i + 1] ?? none, made[0]!);
      if (!stored.has(chunk)) {
        for (let at = start; at < end; at++) {
          graph.chunk[cutter.order[at]!] = chunk;
          graph.next[cutter.order[at]!] = at + 1 < end ? cutter.order[at + 1]! : none;
        }
      }
      start = end;
    }
  }

  /** Returns the figures of the cutter's chunks, in order. */
  private clusterFigures(): ChunkFigures[] {
    const { cutter, graph } = this;
    const all: ChunkFigures[] = [];
    let start = 0;
    let before: ChunkFigures | undefined;
    for (const end of cutter.ends) {
      before = this.figuresOf(start, end, before);
      all.push(before);
      start = end;
    }
    if (!graph.tiesById) return all;
    for (let i = all.length - 2; i >= 0; i--) {
      const [chunk, later] = [all[i]!, all[i + 1]!];
      const isEqual = compareRates(chunk.fee, chunk.size, later.fee, later.size) === 0;
      if (isEqual && graph.compareIds(later.tie, chunk.tie) < 0) chunk.tie = later.tie;
    }
    return all;
  }

  private figuresOf(start: number, end: number, before: ChunkFigures | undefined): ChunkFigures {
    const { graph } = this;
    const { order } = this.cutter;
    let fee = 0;
    let size = 0;
    let weight = 0;
    let sigops = 0;
    let tie = order[start]!;
    for (let at = start; at < end; at++) {
      const slot = order[at]!;
      fee += graph.fee[slot]!;
      size += graph.size[slot]!;
      weight += graph.weight[slot]!;
      sigops += graph.sigops[slot]!;
      // by id, a chunk is reached through its last transaction, which brings along the others
      if (graph.tiesById || graph.compareIds(slot, tie) > 0) tie = slot;
    }
    const isEqual = before !== undefined && compareRates(before.fee, before.size, fee, size) === 0;
    const running = size + (isEqual ? before!.running : 0);
    return { fee, size, weight, sigops, count: end - start, running, tie, first: order[start]! };
  }

  /** True when a chunk has exactly these transactions in this order. */
  private isSame(chunk: number, start: number, end: number): boolean {
    const { graph, cutter } = this;
    let slot = this.records.first(chunk);
    for (let at = start; at < end; at++, slot = graph.next[slot]!) {
      if (slot !== cutter.order[at]) return false;
    }
    return slot === none;
  }

  /** Continues with clusters that are not optimal, while there are steps left. */
  private finish(limit: number, old: number[], stored: Set<number>, fresh: number[]): void {
    const { graph } = this;
    for (const slot of this.waiting) {
      if (limit - this.cutter.steps <= 0) return;
      const chunk = graph.chunk[slot]!;
      // clusters that this commit has ordered are left for the next one
      if (stored.has(chunk) || fresh.includes(chunk)) continue;
      const work: number[] = [];
      const chunks: number[] = [];
      this.open(chunk, new Set(), chunks, work);
      this.components(work, (count) => {
        if (!this.cutter.exact(this.component, 0, count, clusterLimit)) this.byRate(count);
        this.settle(stored, fresh);
      });
      this.waiting.delete(slot);
      for (const one of chunks) old.push(one);
    }
  }

  private replace(old: readonly number[], stored: ReadonlySet<number>, fresh: readonly number[]): void {
    const { list, records } = this;
    for (const chunk of old) {
      if (stored.has(chunk)) continue;
      list.remove(chunk);
      records.free(chunk);
      this.chunkCount--;
    }
    this.chunkCount += fresh.length;
    if (fresh.length > 1_000 && rebuildShare * fresh.length > this.chunkCount) list.rebuild(fresh);
    else for (const chunk of fresh) list.insert(chunk);
  }
}
