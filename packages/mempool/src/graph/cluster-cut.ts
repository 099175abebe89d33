import { compareRates } from './chunk-records.ts';
import { none, type TxGraph } from './tx-graph.ts';

/** Sums of fee times size below this are exact in doubles, with room for twice the sum. */
const exactLimit = 2 ** 51;
/** With fewer steps per transaction no cut is attempted. */
const minStepsPerTx = 40;
const min = 256;
/** Default ancestor limit of nodes that order by ancestor fee rate. */
const maxAncestors = 25;

/**
 * Linearizes clusters into chunks of falling fee rate. The subset, closed under parents, that exceeds the set's own fee
 * rate by most goes first, recursively in both parts until no subset exceeds it: one minimum cut each. The rest is
 * split into its smallest pieces of equal fee rate. The result is a function of the set alone. Source: Picard, Maximal
 * Closure of a Graph (1976)
 */
export class ClusterCut {
  /** Slots in order, parents first. */
  order = new Int32Array(min);
  /** End of each chunk in `order`. */
  readonly ends: number[] = [];
  /** Work so far: arcs visited. */
  steps = 0;

  private readonly graph: TxGraph;
  private length = 0;
  // by local number
  private slot = new Int32Array(min);
  private part = new Int32Array(min);
  private place = new Int32Array(min);
  private waiting = new Int32Array(min);
  private stamp = new Int32Array(min);
  // the set to cut: local numbers, then arcs of the flow by node
  private members = new Int32Array(min);
  private swap = new Int32Array(min);
  private head = new Int32Array(min + 2);
  private level = new Int32Array(min + 2);
  private turn = new Int32Array(min + 2);
  private queue = new Int32Array(min + 2);
  private low = new Int32Array(min + 2);
  private component = new Int32Array(min + 2);
  private path = new Int32Array(min + 2);
  private arcTo = new Int32Array(8 * min);
  private arcNext = new Int32Array(8 * min);
  private arcRoom = new Float64Array(8 * min);
  private arcs = 0;
  private stamps = 0;

  constructor(graph: TxGraph) {
    this.graph = graph;
  }

  /**
   * Linearizes the transactions in `slots` between `from` and `to`, a whole component. Uses `scratch` of the graph.
   * @param budget maximum steps
   * @returns false when they do not suffice or numbers would not be exact
   */
  exact(slots: Int32Array, from: number, to: number, budget: number): boolean {
    const count = to - from;
    this.begin(count);
    const { graph } = this;
    const { scratch } = graph;
    let fees = 0;
    let sizes = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[from + i]!;
      this.slot[i] = slot;
      this.members[i] = i;
      this.part[i] = 0;
      scratch[slot] = i;
      fees += Math.abs(graph.fee[slot]!);
      sizes += graph.size[slot]!;
    }
    if (count === 1) {
      this.order[this.length++] = slots[from]!;
      this.ends.push(1);
      return true;
    }
    if (this.chain(count)) return true;
    if (fees * sizes >= exactLimit || budget < count * minStepsPerTx) return false;
    const limit = this.steps + budget;
    const sets: number[] = [0, count];
    let parts = 0;
    while (sets.length > 0) {
      const end = sets.pop()!;
      const start = sets.pop()!;
      const middle = this.cut(start, end, ++parts, limit);
      if (middle === none) return false;
      if (middle < end) {
        sets.push(middle, end);
        sets.push(start, middle);
      }
    }
    return true;
  }

  /**
   * Takes transactions in the given order, moved only where a parent is behind its child, and merges chunks where a
   * later one pays more. All must be in one component.
   */
  given(slots: readonly number[]): void {
    this.begin(slots.length);
    const { graph } = this;
    const { scratch } = graph;
    // 0: pending, 1: in progress, 2: done
    for (const slot of slots) scratch[slot] = 0;
    const stack: number[] = [];
    for (const start of slots) {
      if (scratch[start] !== 0) continue;
      stack.push(start);
      while (stack.length > 0) {
        const slot = stack.at(-1)!;
        if (scratch[slot] === 0) {
          scratch[slot] = 1;
          for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
            const parent = graph.edgeParent[edge]!;
            if (scratch[parent] === 0) stack.push(parent);
          }
        } else {
          stack.pop();
          if (scratch[slot] === 2) continue;
          scratch[slot] = 2;
          this.order[this.length++] = slot;
        }
      }
    }
    this.steps += 2 * slots.length;
    this.merge();
  }

  /** Allocates room for a cluster, and resets the state. */
  private begin(count: number): void {
    this.length = 0;
    this.ends.length = 0;
    if (count <= this.slot.length) return;
    const capacity = Math.ceil(1.5 * count);
    this.order = new Int32Array(capacity);
    this.slot = new Int32Array(capacity);
    this.part = new Int32Array(capacity);
    this.place = new Int32Array(capacity);
    this.waiting = new Int32Array(capacity);
    this.stamp = new Int32Array(capacity);
    this.members = new Int32Array(capacity);
    this.swap = new Int32Array(capacity);
    this.head = new Int32Array(capacity + 2);
    this.level = new Int32Array(capacity + 2);
    this.turn = new Int32Array(capacity + 2);
    this.queue = new Int32Array(capacity + 2);
    this.low = new Int32Array(capacity + 2);
    this.component = new Int32Array(capacity + 2);
    this.path = new Int32Array(capacity + 2);
  }

  /** The order of a cluster in which every transaction has at most one parent and one child. */
  private chain(count: number): boolean {
    const { graph } = this;
    let first = none;
    for (let i = 0; i < count; i++) {
      const slot = this.slot[i]!;
      const up = graph.firstParent[slot]!;
      const down = graph.firstChild[slot]!;
      if (up === none) {
        if (first !== none) return false;
        first = slot;
      } else if (graph.nextOfChild[up] !== none) return false;
      if (down !== none && graph.nextOfParent[down] !== none) return false;
    }
    for (let slot = first; ; ) {
      this.order[this.length++] = slot;
      const down = graph.firstChild[slot]!;
      if (down === none) break;
      slot = graph.edgeChild[down]!;
    }
    this.steps += count;
    this.merge();
    return true;
  }

  /** Cuts `order` into chunks: one that pays more than the one before is merged with it. */
  private merge(): void {
    const { graph, ends } = this;
    const fees: number[] = [];
    const sizes: number[] = [];
    for (let i = 0; i < this.length; i++) {
      const slot = this.order[i]!;
      let fee = graph.fee[slot]!;
      let size = graph.size[slot]!;
      while (fees.length > 0 && compareRates(fee, size, fees.at(-1)!, sizes.at(-1)!) > 0) {
        fee += fees.pop()!;
        size += sizes.pop()!;
        ends.pop();
      }
      fees.push(fee);
      sizes.push(size);
      ends.push(i + 1);
    }
  }

  /**
   * Finds the subset with the highest fee rate and moves it to the front of `members`.
   * @returns its end; `end`: there was none, and the set was appended to the order; `none`: too much work
   */
  private cut(start: number, end: number, part: number, limit: number): number {
    const { graph, members } = this;
    const count = end - start;
    if (count === 1) {
      this.order[this.length++] = this.slot[members[start]!]!;
      this.ends.push(this.length);
      return end;
    }
    const source = count;
    const sink = count + 1;
    let fees = 0;
    let sizes = 0;
    for (let i = 0; i < count; i++) {
      const member = members[start + i]!;
      const slot = this.slot[member]!;
      this.part[member] = part;
      this.place[member] = i;
      fees += graph.fee[slot]!;
      sizes += graph.size[slot]!;
    }
    this.arcs = 0;
    for (let i = 0; i <= sink; i++) this.head[i] = none;
    let surplus = 0;
    for (let i = 0; i < count; i++) {
      const slot = this.slot[members[start + i]!]!;
      const worth = graph.fee[slot]! * sizes - fees * graph.size[slot]!;
      if (worth > 0) {
        surplus += worth;
        this.arc(source, i, worth);
      } else if (worth < 0) this.arc(i, sink, -worth);
      for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
        const parent = graph.scratch[graph.edgeParent[edge]!]!;
        if (this.part[parent] === part) this.arc(i, this.place[parent]!, Number.POSITIVE_INFINITY);
      }
    }
    this.steps += count + this.arcs;
    const flow = this.flow(source, sink, limit);
    if (flow === none) return none;
    if (flow === surplus) {
      this.apart(start, count);
      return this.steps > limit ? none : end;
    }
    let front = start;
    let rest = 0;
    for (let i = 0; i < count; i++) {
      const member = members[start + i]!;
      if (this.level[i] !== none) members[front++] = member;
      else this.swap[rest++] = member;
    }
    for (let i = 0; i < rest; i++) members[front + i] = this.swap[i]!;
    return front;
  }

  private arc(from: number, to: number, room: number): void {
    if (this.arcs + 2 > this.arcTo.length) {
      const wider = <T extends Int32Array | Float64Array>(old: T, made: T): T => {
        made.set(old);
        return made;
      };
      const capacity = 2 * this.arcTo.length;
      this.arcTo = wider(this.arcTo, new Int32Array(capacity));
      this.arcNext = wider(this.arcNext, new Int32Array(capacity));
      this.arcRoom = wider(this.arcRoom, new Float64Array(capacity));
    }
    const there = this.arcs++;
    const back = this.arcs++;
    this.arcTo[there] = to;
    this.arcRoom[there] = room;
    this.arcNext[there] = this.head[from]!;
    this.head[from] = there;
    this.arcTo[back] = from;
    this.arcRoom[back] = 0;
    this.arcNext[back] = this.head[to]!;
    this.head[to] = back;
  }

  /** Maximum flow (Dinic). Afterwards `level` is `none` for what the source does not reach in the residual graph. */
  private flow(source: number, sink: number, limit: number): number {
    const { level, turn, path, arcTo, arcNext, arcRoom, head } = this;
    let total = 0;
    while (this.levels(source, sink)) {
      for (let i = 0; i <= sink; i++) turn[i] = head[i]!;
      let depth = 0;
      let node = source;
      for (;;) {
        if (node === sink) {
          let max = Number.POSITIVE_INFINITY;
          for (let i = 0; i < depth; i++) max = Math.min(max, arcRoom[path[i]!]!);
          let full = 0;
          for (let i = depth - 1; i >= 0; i--) {
            const arc = path[i]!;
            arcRoom[arc]! -= max;
            arcRoom[arc ^ 1]! += max;
            if (arcRoom[arc] === 0) full = i;
          }
          total += max;
          this.steps += depth;
          depth = full;
          node = arcTo[path[full]! ^ 1]!;
          continue;
        }
        let arc = turn[node]!;
        while (arc !== none && !(arcRoom[arc]! > 0 && level[arcTo[arc]!] === level[node]! + 1)) {
          arc = arcNext[arc]!;
          this.steps++;
        }
        turn[node] = arc;
        this.steps++;
        if (arc !== none) {
          path[depth++] = arc;
          node = arcTo[arc]!;
        } else {
          if (node === source) break;
          level[node] = none;
          depth--;
          node = arcTo[path[depth]! ^ 1]!;
          turn[node] = arcNext[turn[node]!]!;
        }
      }
      if (this.steps > limit) return none;
    }
    return total;
  }

  private levels(source: number, sink: number): boolean {
    const { level, queue, arcTo, arcNext, arcRoom, head } = this;
    for (let i = 0; i <= sink; i++) level[i] = none;
    level[source] = 0;
    queue[0] = source;
    for (let at = 0, end = 1; at < end; at++) {
      const node = queue[at]!;
      for (let arc = head[node]!; arc !== none; arc = arcNext[arc]!) {
        this.steps++;
        const to = arcTo[arc]!;
        if (level[to] !== none || arcRoom[arc] === 0) continue;
        level[to] = level[node]! + 1;
        queue[end++] = to;
      }
    }
    return level[sink] !== none;
  }

  // ---- pieces of equal rate

  /** Appends a set without a better subset: each strongly connected piece of the residual graph is a chunk. */
  private apart(start: number, count: number): void {
    const { members, component, arcTo, arcNext, arcRoom, head, graph } = this;
    const pieces = this.components(count);
    if (pieces === 1) {
      this.append(Array.from(members.subarray(start, start + count)));
      return;
    }
    const lists: number[][] = Array.from({ length: pieces }, () => []);
    const sizes = new Float64Array(pieces);
    const ties = new Int32Array(pieces).fill(none);
    // arcs to pieces that are still pending
    const pending = this.turn.fill(0, 0, pieces);
    for (let i = 0; i < count; i++) {
      const piece = component[i]!;
      const member = members[start + i]!;
      const slot = this.slot[member]!;
      lists[piece]!.push(member);
      sizes[piece]! += graph.size[slot]!;
      // by id, the smallest one is reached first, and brings along the others
      const sign = graph.tiesById ? -1 : 1;
      if (ties[piece] === none || sign * graph.compareIds(slot, ties[piece]!) > 0) ties[piece] = slot;
      for (let arc = head[i]!; arc !== none; arc = arcNext[arc]!) {
        const to = arcTo[arc]!;
        if (to < count && arcRoom[arc]! > 0 && component[to] !== piece) pending[piece]!++;
      }
    }
    const reached = graph.tiesById ? this.reachedBy(ties, count) : ties;
    const ready: number[] = [];
    for (let piece = 0; piece < pieces; piece++) if (pending[piece] === 0) ready.push(piece);
    while (ready.length > 0) {
      let best = 0;
      for (let i = 1; i < ready.length; i++) {
        const [a, b] = [ready[i]!, ready[best]!];
        const first = graph.tiesById
          ? graph.compareIds(reached[a]!, reached[b]!) || this.ancestorCount(ties[a]!) - this.ancestorCount(ties[b]!)
          : sizes[a]! - sizes[b]!;
        if (first < 0 || (first === 0 && graph.compareIds(ties[a]!, ties[b]!) < 0)) best = i;
      }
      this.steps += ready.length;
      const piece = ready[best]!;
      ready[best] = ready.at(-1)!;
      ready.pop();
      const list = lists[piece]!;
      for (const member of list) {
        for (let arc = head[this.place[member]!]!; arc !== none; arc = arcNext[arc]!) {
          const from = arcTo[arc]!;
          if (from >= count || component[from] === piece || arcRoom[arc ^ 1] === 0) continue;
          if (--pending[component[from]!]! === 0) ready.push(component[from]!);
        }
      }
      this.append(list);
    }
  }

  /** Returns for each piece the smallest id among itself and the pieces that require it: these bring it along. */
  private reachedBy(own: Int32Array, count: number): Int32Array {
    const ties = own.slice();
    const { component, arcTo, arcNext, arcRoom, head, graph } = this;
    // components are numbered after those that they require
    const nodes = Array.from({ length: count }, (_, i) => i).sort((a, b) => component[b]! - component[a]!);
    for (const node of nodes) {
      const tie = ties[component[node]!]!;
      for (let arc = head[node]!; arc !== none; arc = arcNext[arc]!) {
        const to = arcTo[arc]!;
        if (to >= count || arcRoom[arc] === 0 || component[to] === component[node]) continue;
        const required = component[to]!;
        if (graph.compareIds(tie, ties[required]!) < 0) ties[required] = tie;
      }
    }
    return ties;
  }

  /**
   * Numbers the strongly connected components of the residual graph (Tarjan).
   * @returns their count
   */
  private components(count: number): number {
    const { component, low, queue, turn, level, path, arcTo, arcNext, arcRoom, head } = this;
    const index = level;
    for (let i = 0; i < count; i++) {
      index[i] = none;
      component[i] = none;
    }
    let numbered = 0;
    let held = 0;
    let pieces = 0;
    for (let root = 0; root < count; root++) {
      if (index[root] !== none) continue;
      let depth = 0;
      path[0] = root;
      turn[root] = head[root]!;
      index[root] = low[root] = numbered++;
      queue[held++] = root;
      while (depth >= 0) {
        const node = path[depth]!;
        const arc = turn[node]!;
        this.steps++;
        if (arc !== none) {
          turn[node] = arcNext[arc]!;
          const to = arcTo[arc]!;
          if (to >= count || arcRoom[arc] === 0 || component[to] !== none) continue;
          if (index[to] === none) {
            path[++depth] = to;
            turn[to] = head[to]!;
            index[to] = low[to] = numbered++;
            queue[held++] = to;
          } else low[node] = Math.min(low[node]!, index[to]!);
          continue;
        }
        depth--;
        if (depth >= 0) low[path[depth]!] = Math.min(low[path[depth]!]!, low[node]!);
        if (low[node] !== index[node]) continue;
        let member: number;
        do {
          member = queue[--held]!;
          component[member] = pieces;
        } while (member !== node);
        pieces++;
      }
    }
    return pieces;
  }

  /**
   * Appends a chunk: parents first, among the available ones the highest own fee rate, then the smaller id. With
   * `TxGraph.tiesById` the fewest ancestors first, then the smaller id.
   */
  private append(list: readonly number[]): void {
    const { graph, waiting, stamp } = this;
    const mark = ++this.stamps;
    for (const member of list) {
      stamp[member] = mark;
      waiting[member] = 0;
    }
    for (const member of list) {
      const slot = this.slot[member]!;
      for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
        if (stamp[graph.scratch[graph.edgeParent[edge]!]!] === mark) waiting[member]!++;
      }
    }
    const ready = list.filter((member) => waiting[member] === 0);
    while (ready.length > 0) {
      let best = 0;
      for (let i = 1; i < ready.length; i++) if (this.isBefore(ready[i]!, ready[best]!)) best = i;
      this.steps += ready.length;
      const slot = this.slot[ready[best]!]!;
      ready[best] = ready.at(-1)!;
      ready.pop();
      this.order[this.length++] = slot;
      for (let edge = graph.firstChild[slot]!; edge !== none; edge = graph.nextOfParent[edge]!) {
        const child = graph.scratch[graph.edgeChild[edge]!]!;
        if (stamp[child] === mark && --waiting[child]! === 0) ready.push(child);
      }
    }
    this.ends.push(this.length);
  }

  private isBefore(a: number, b: number): boolean {
    const { graph } = this;
    const [x, y] = [this.slot[a]!, this.slot[b]!];
    if (graph.tiesById) {
      const fewer = this.ancestorCount(x) - this.ancestorCount(y);
      return fewer !== 0 ? fewer < 0 : graph.compareIds(x, y) < 0;
    }
    const rate = compareRates(graph.fee[x]!, graph.size[x]!, graph.fee[y]!, graph.size[y]!);
    return rate !== 0 ? rate > 0 : graph.compareIds(x, y) < 0;
  }

  /** Returns the number of ancestors of a slot, itself included; at most `maxAncestors`. */
  private ancestorCount(slot: number): number {
    const { graph } = this;
    const found = new Set([slot]);
    for (const one of found) {
      if (found.size >= maxAncestors) break;
      for (let edge = graph.firstParent[one]!; edge !== none; edge = graph.nextOfChild[edge]!) {
        found.add(graph.edgeParent[edge]!);
      }
    }
    return found.size;
  }
}
