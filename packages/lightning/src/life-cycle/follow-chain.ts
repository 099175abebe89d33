import { setImmediate as nextTurn } from 'node:timers/promises';
import { coalesceRuns, equalBytes, isSats, type Transaction, toHex } from '@glassblock/primitives';
import { positionOfChannel } from '../graph/channel-id.ts';
import type { ClosureColumns } from '../graph/closure-columns.ts';
import type { Graph } from '../graph/graph.ts';
import { type Attribution, attribute } from './attribution.ts';
import type { ChainBlock, ConfirmedTx, LightningChain, Spender, TxPosition } from './chain.ts';
import { type ClosingCost, closingCost } from './closing-cost.ts';
import { type ClosingEvidence, type ClosingTx, closingEvidence, secondLevelOutput } from './closing-reason.ts';
import { isSecondLevel, spendKindOf } from './spend-kind.ts';

/** Options of the follower. */
export interface FollowChainOptions {
  graph: Graph;
  chain: LightningChain;
  /** The block up to which stored closures are complete; undefined: none. */
  checked: { height: number; hash: Uint8Array } | undefined;
  /** Called when a channel was funded, closed or reopened. */
  onChange(): void;
}

const batchSize = 200;
/** Above this number of blocks, spends of all open channels are looked up instead of reading the blocks. */
const maxBlocksRead = 144;
/** Blocks whose hashes are stored to find the fork of a reorg. */
const maxReorg = 200;

/**
 * Follows the funding outputs of channels on the best chain: capacity and time of new channels, closures when a block
 * spends a funding output, their reasons when later blocks spend the outputs, and all of it undone when a block is
 * disconnected.
 */
export class ChainFollower {
  private readonly options: FollowChainOptions;
  private recent: { height: number; hash: Uint8Array }[];
  private readonly runs = coalesceRuns(() => this.run());
  private isStopped = false;
  /** Channels below this row are funded or in `unfunded`. */
  private checkedRows = 0;
  /** Channels below this row were looked up in the chain since the start, with or without success. */
  lookedUpRows = 0;
  /** Channels without a funding output in the chain, which are looked up again after each block. */
  private unfunded = new Set<number>();
  /** Transactions whose outputs decide unresolved closures: hex txid to rows of channels. */
  private readonly watched = new Map<string, Set<number>>();
  /** Whether closures that were stored unresolved are among the watched ones. */
  private isWatching = false;

  constructor(options: FollowChainOptions) {
    this.options = options;
    this.recent = options.checked === undefined ? [] : [options.checked];
  }

  /** The block up to which closures are complete. */
  get checked(): { height: number; hash: Uint8Array } | undefined {
    return this.recent.at(-1);
  }

  /**
   * Processes new channels and new blocks; concurrent calls share the work.
   * @throws {CodedError} of the chain; the next call continues
   */
  wake(): Promise<void> {
    return this.runs.request();
  }

  /** Ends the work after its current step. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.runs.settled();
  }

  /** Returns how the outputs of a channel's closing transaction were spent; undefined while it is open. */
  async evidence(row: number): Promise<ClosingEvidence | undefined> {
    const closing = (await this.closingsOf([row]))[0];
    return closing === undefined ? undefined : closingEvidence((await this.closingTx(row, closing)).closing);
  }

  /** Returns the cost of the closing of a channel; undefined while it is open. */
  async cost(row: number): Promise<ClosingCost | undefined> {
    const closing = (await this.closingsOf([row]))[0];
    if (closing === undefined) return undefined;
    return closingCost(this.options.chain, (await this.closingTx(row, closing)).closing);
  }

  /** Returns who funded and who closed a channel; undefined without a funding output. */
  async attribution(row: number): Promise<Attribution | undefined> {
    const { graph, chain } = this.options;
    if (!graph.channels.isFunded(row)) return undefined;
    const spender = graph.channels.closure[row] === 0 ? undefined : (await this.closingsOf([row]))[0];
    const closing =
      spender === undefined
        ? undefined
        : { spender, evidence: closingEvidence((await this.closingTx(row, spender)).closing) };
    return attribute(graph, chain, row, closing);
  }

  private async run(): Promise<void> {
    if (this.isStopped) return;
    const tip = await this.options.chain.tip();
    if (tip === undefined) return;
    await this.disconnectStale();
    await this.fundNew();
    await this.connectUpTo(tip);
  }

  /** Undoes openings and closings of blocks that are no longer in the best chain. */
  private async disconnectStale(): Promise<void> {
    const { graph, chain, onChange } = this.options;
    const top = this.checked?.height ?? -1;
    while (this.recent.length > 0) {
      const { height, hash } = this.recent.at(-1)!;
      const block = await chain.blockAt(height);
      if (block !== undefined && equalBytes(block.hash, hash)) break;
      this.recent.pop();
    }
    const base = this.checked?.height ?? -1;
    const { closures } = graph;
    const undone: number[] = [];
    const changed: number[] = [];
    for (let row = 0; row < closures.length; row++) {
      if (closures.channel[row] === -1 || closures.evidenceHeight[row]! <= base) continue;
      (closures.height[row]! > base ? undone : changed).push(closures.channel[row]!);
    }
    for (const row of undone) graph.reopen(row);
    const unfunded = base < top ? this.removeFundingsAbove(Math.max(base, top - maxReorg)) : 0;
    await this.evaluate(changed);
    if (undone.length + changed.length + unfunded > 0) onChange();
  }

  /** Undoes the openings above a height; they are looked up again. Returns their number. */
  private removeFundingsAbove(height: number): number {
    const { graph } = this.options;
    const { channels } = graph;
    const rows: number[] = [];
    for (let row = 0; row < channels.count; row++) {
      if (channels.isFunded(row) && positionOfChannel(channels.id[row]!).height > height) rows.push(row);
    }
    if (rows.length > 0) graph.removeFundings(rows);
    for (const row of rows) this.unfunded.add(row);
    return rows.length;
  }

  /** Finds the funding outputs of new channels, and their spenders. */
  private async fundNew(): Promise<void> {
    const { graph, chain, onChange } = this.options;
    const { channels } = graph;
    for (; this.checkedRows < channels.count; this.checkedRows++) {
      if (!channels.isFunded(this.checkedRows)) this.unfunded.add(this.checkedRows);
    }
    const rows = [...this.unfunded];
    for (let at = 0; at < rows.length && !this.isStopped; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      const outputs = await chain.outputs(batch.map((row) => positionOfChannel(channels.id[row]!)));
      const funded = batch.filter((row, i) => {
        const output = outputs[i];
        if (output === undefined || output.valueSats === 0) return false;
        graph.setFunding(row, { txid: output.txid, capacitySats: output.valueSats, time: output.time });
        return true;
      });
      await this.closeFunded(funded);
      for (const row of funded) this.unfunded.delete(row);
      if (funded.length > 0) onChange();
      await nextTurn();
    }
    if (!this.isStopped) this.lookedUpRows = this.checkedRows;
  }

  /**
   * Finds the spenders of new funding outputs. Those of blocks that were read before are looked up only here: on a
   * failure, the channels have no funding output until the next attempt.
   */
  private async closeFunded(rows: readonly number[]): Promise<void> {
    const { graph } = this.options;
    try {
      await this.closeSpent(rows);
      for (const row of rows) await this.relinkSplice(row);
    } catch (error) {
      graph.removeFundings(rows.filter((row) => graph.channels.closure[row] === 0));
      throw error;
    }
  }

  /** A new channel may continue one whose closing transaction funds it. */
  private async relinkSplice(row: number): Promise<void> {
    const { graph } = this.options;
    for (const closed of graph.closures.channelsOf(graph.channels.fundingTxid(row))) await this.evaluate([closed]);
  }

  private async connectUpTo(tip: ChainBlock): Promise<void> {
    const base = this.checked;
    if (base === undefined || tip.height - base.height > maxBlocksRead) {
      await this.closeAllSpent();
      // the rest of the channels is looked up after the next start
      if (this.isStopped) return;
      this.recent = [tip];
      await this.evaluateUnresolved();
      return;
    }
    if (!this.isWatching) await this.evaluateUnresolved();
    for (let height = base.height + 1; height <= tip.height && !this.isStopped; height++) {
      const block = await this.options.chain.blockAt(height);
      const txs = block === undefined ? undefined : await this.options.chain.transactions(block);
      if (block === undefined || txs === undefined) {
        // the chain changed meanwhile
        void this.runs.request();
        return;
      }
      await this.connect(block, txs);
    }
  }

  private async connect(block: ChainBlock, txs: Iterable<Transaction>): Promise<void> {
    const { graph, onChange } = this.options;
    const closed: number[] = [];
    const touched = new Set<number>();
    for (const tx of txs) {
      if (tx.isCoinbase) continue;
      for (let i = 0; i < tx.inputCount; i++) {
        const { prevTxid, prevVout } = tx.input(i);
        const row = graph.channels.findFunding(prevTxid, prevVout);
        if (row !== -1) closed.push(row);
        if (this.watched.size > 0) for (const each of this.watched.get(toHex(prevTxid)) ?? []) touched.add(each);
      }
    }
    await this.closeSpent(closed);
    await this.evaluate([...touched]);
    this.recent.push({ height: block.height, hash: block.hash });
    if (this.recent.length > maxReorg) this.recent.shift();
    if (closed.length > 0 || touched.size > 0) onChange();
  }

  private async closeAllSpent(): Promise<void> {
    const { channels } = this.options.graph;
    for (let start = 0; start < channels.count && !this.isStopped; start += batchSize) {
      const rows: number[] = [];
      for (let row = start; row < Math.min(start + batchSize, channels.count); row++) {
        if (channels.isFunded(row) && channels.closure[row] === 0) rows.push(row);
      }
      await this.closeSpent(rows);
      await nextTurn();
    }
    this.options.onChange();
  }

  /** Closes those channels whose funding output is spent. */
  private async closeSpent(rows: readonly number[]): Promise<void> {
    const closings = rows.length === 0 ? [] : await this.closingsOf(rows);
    for (const [i, row] of rows.entries()) {
      const closing = closings[i];
      if (closing !== undefined) await this.store(row, closing);
    }
  }

  /** Computes the reasons of closed channels again. */
  private async evaluate(rows: readonly number[]): Promise<void> {
    await this.closeSpent(rows.filter((row) => this.options.graph.channels.closure[row] !== 0));
  }

  private async evaluateUnresolved(): Promise<void> {
    const { closures } = this.options.graph;
    const rows = unresolvedRows(closures);
    for (let at = 0; at < rows.length && !this.isStopped; at += batchSize) {
      await this.evaluate(rows.slice(at, at + batchSize));
      await nextTurn();
    }
    this.isWatching = true;
  }

  private async closingsOf(rows: readonly number[]): Promise<(Spender | undefined)[]> {
    const positions = rows.map((row) => positionOfChannel(this.options.graph.channels.id[row]!));
    const spenders = await this.options.chain.spenders(positions);
    return positions.map(({ vout }, i) => spenders[i]!.get(vout));
  }

  private async store(row: number, spender: Spender): Promise<void> {
    const { graph } = this.options;
    const { closing, decisive } = await this.closingTx(row, spender);
    const { reason, isResolved } = closingEvidence(closing);
    const { tx, height, time } = spender;
    const heights = [closing.spenders, closing.secondLevel].flatMap((spends) => [...spends.values()]);
    graph.close(row, {
      txid: tx.txid.slice(),
      height,
      time,
      feeSats: feeOf(graph, row, tx),
      reason,
      isResolved,
      evidenceHeight: heights.reduce((newest, spend) => Math.max(newest, spend.height), height),
    });
    for (const txid of decisive) {
      const rows = this.watched.get(txid) ?? new Set();
      if (isResolved) rows.delete(row);
      else rows.add(row);
      if (rows.size === 0) this.watched.delete(txid);
      else this.watched.set(txid, rows);
    }
  }

  /** Reads the spenders of a closing transaction's outputs, and of its HTLC transactions. */
  private async closingTx(row: number, spender: Spender): Promise<{ closing: ClosingTx; decisive: string[] }> {
    const { chain } = this.options;
    const { tx, input } = spender;
    const spenders = (await chain.spenders([spender]))[0]!;
    const htlcTxs = [...spenders].filter(([vout, next]) => {
      const { script, value } = tx.output(vout);
      const nextInput = next.tx.input(next.input);
      const kind = spendKindOf({ script, valueSats: isSats(value) ? value : 0, input: nextInput, isCommitment: true });
      return isSecondLevel(kind, nextInput.witness);
    });
    const below = htlcTxs.length === 0 ? [] : await chain.spenders(htlcTxs.map(([, next]) => next as TxPosition));
    const secondLevel = new Map<number, Spender>();
    for (const [i, [vout, next]] of htlcTxs.entries()) {
      const last = below[i]!.get(secondLevelOutput(next));
      if (last !== undefined) secondLevel.set(vout, last);
    }
    const closing = { tx, input, spenders, secondLevel, fundsSamePair: this.fundsSamePair(row, spender) };
    return { closing, decisive: [tx, ...htlcTxs.map(([, next]) => next.tx)].map(({ txid }) => toHex(txid)) };
  }

  private fundsSamePair(row: number, { tx }: ConfirmedTx): boolean {
    const { channels } = this.options.graph;
    const pair = (channel: number) => `${channels.node[2 * channel]}:${channels.node[2 * channel + 1]}`;
    for (let vout = 0; vout < tx.outputCount; vout++) {
      const next = channels.findFunding(tx.txid, vout);
      if (next !== -1 && pair(next) === pair(row)) return true;
    }
    return false;
  }
}

/** Returns the fee of a closing transaction in sats; 0 when it spends more than the funding output. */
function feeOf(graph: Graph, row: number, tx: Transaction): number {
  if (tx.inputCount !== 1) return 0;
  const total = tx.outputs().reduce((sum, { value }) => sum + (isSats(value) ? value : 0), 0);
  return Math.max(0, graph.channels.capacity[row]! - total);
}

function unresolvedRows(closures: ClosureColumns): number[] {
  const rows: number[] = [];
  for (let row = 0; row < closures.length; row++) {
    if (closures.channel[row] !== -1 && closures.resolved[row] === 0) rows.push(closures.channel[row]!);
  }
  return rows;
}
