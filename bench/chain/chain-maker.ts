import { Buffer } from 'node:buffer';
import { hashFromDisplay, networks, seededRandom, subsidyAt } from '@glassblock/primitives';
import { BytePage } from './byte-page.ts';
import { Keys } from './keys.ts';
import { Kind, kindOf, Scripts } from './owners.ts';
import { type BlockKind, drawBlock } from './shapes.ts';
import { type Shape, Traffic } from './traffic.ts';
import { BlockWriter } from './writing/block-writer.ts';
import { Draft } from './writing/draft.ts';
import { TxWriter } from './writing/tx-writer.ts';

/** Parameters of a generated chain. */
export interface ChainPlan {
  /** Minimum megabytes (10^6) of blocks. */
  readonly megabytes: number;
  /** Minimum number of transactions. */
  readonly txs: number;
  readonly seed: number;
}

/** Totals of the chain so far, without the genesis block. */
export interface ChainFigures {
  blocks: number;
  /** Including coinbase transactions. */
  txs: number;
  /** Excluding coinbase inputs. */
  inputs: number;
  outputs: number;
  bytes: number;
  dataOutputs: number;
  signedInputs: number;
  distinctScripts: number;
  kinds: Record<BlockKind, number>;
}

interface Coinbase {
  readonly txid: Buffer;
  readonly value: number;
  readonly owner: number;
}

const genesisTime = 1_296_688_602;
const spacing = 600;
const maturity = 100;
const emptyBlocks = 110;
/** Only the coinbase outputs of the first blocks are spendable at first: each is split into several hundred outputs. */
const splitCoinbases = 60;
const splitParts = 400;
const heavyParts = 240;
const heavySats = 40_000;
const minUtxos = 2_000;
/** Bytes of an average transaction with empty plain scripts, and its number of such scripts; both measured. */
const bareBytes = 285;
const pushesPerTx = 2.5;

/** Generates a valid regtest chain block by block. Output is deterministic for a plan. Uses no network. */
export class ChainMaker {
  readonly figures: ChainFigures = {
    blocks: 0,
    txs: 0,
    inputs: 0,
    outputs: 0,
    bytes: 0,
    dataOutputs: 0,
    signedInputs: 0,
    distinctScripts: 0,
    kinds: { empty: 0, small: 0, normal: 0, full: 0, heavy: 0 },
  };
  readonly traffic: Traffic;
  private readonly plan: ChainPlan;
  private readonly random: () => number;
  private readonly scripts: Scripts;
  private readonly txWriter: TxWriter;
  private readonly block: BlockWriter;
  private readonly draft = new Draft();
  private readonly immature: Coinbase[] = [];
  private pending: Shape;
  private weight = 0;
  private fees = 0;
  private splits = 0;

  constructor(plan: ChainPlan) {
    this.plan = plan;
    this.random = seededRandom(plan.seed);
    this.traffic = new Traffic({ txs: plan.txs, random: this.random });
    const keys = new Keys(this.traffic.busy.keys, this.random);
    const meanPush = Math.min(75, Math.max(4, ((plan.megabytes * 1e6) / plan.txs - bareBytes) / pushesPerTx));
    this.scripts = new Scripts({ keys, random: this.random, meanPush, work: new BytePage(16_384) });
    this.txWriter = new TxWriter(keys, this.scripts);
    this.block = new BlockWriter(this.scripts, hashFromDisplay(networks.regtest.genesisHash));
    this.pending = this.traffic.nextShape();
  }

  /** Returns the next block, or undefined when the plan is complete. */
  nextBlock(): Uint8Array | undefined {
    if (this.isComplete) return undefined;
    const height = this.figures.blocks + 1;
    this.block.begin();
    this.weight = 0;
    this.fees = 0;
    this.ripen(height);
    const { kind, weight } = height <= emptyBlocks ? ({ kind: 'empty', weight: 0 } as const) : drawBlock(this.random);
    if (kind === 'heavy') this.fillHeavy(weight);
    else this.fill(weight);
    this.figures.kinds[kind] += 1;
    return this.finish(height);
  }

  /** Returns the UTXO set totals as in gettxoutsetinfo. */
  unspent(): { count: number; sats: number } {
    const young = this.immature;
    return {
      count: this.traffic.unspentCount + young.length,
      sats: this.traffic.unspentSats + young.reduce((sum, { value }) => sum + value, 0),
    };
  }

  /** Returns the output script of a busy address. */
  busyScript(busy: number): Uint8Array {
    return this.scripts.output(this.traffic.busy.owner(busy), new BytePage(64));
  }

  private get isComplete(): boolean {
    const { txs, bytes } = this.figures;
    return txs >= this.plan.txs && bytes >= this.plan.megabytes * 1e6 && this.traffic.isComplete;
  }

  /** Whether the transactions in this block complete the plan. */
  private get isEnough(): boolean {
    const { txs, bytes } = this.figures;
    const unfinished = this.block.body.length;
    return txs >= this.plan.txs && bytes + unfinished >= this.plan.megabytes * 1e6 && this.traffic.isComplete;
  }

  private ripen(height: number): void {
    while (this.immature.length >= maturity && height > emptyBlocks) {
      const { txid, value, owner } = this.immature.shift()!;
      this.traffic.addUtxo(txid, 0, value, owner);
      if (this.splits >= splitCoinbases) continue;
      this.splits += 1;
      this.write(this.traffic.split(this.draft, splitParts, Math.floor(value / 2 / splitParts), 'plain'));
    }
  }

  private fill(weightLimit: number): void {
    while (this.traffic.freeUtxos > minUtxos && !this.isEnough) {
      if (this.weight + weightCeiling(this.pending) > weightLimit) return;
      this.write(this.traffic.pay(this.draft, this.pending, this.figures.txs));
      this.pending = this.traffic.nextShape();
    }
  }

  /** Spends the outputs prepared by the previous heavy block, and prepares as many for the next one. */
  private fillHeavy(weightLimit: number): void {
    const ready = this.traffic.heavy;
    const reserve = 2 * weightCeiling({ inputs: 1, outputs: heavyParts });
    while (ready.count > 0 && this.weight + heaviestReveal + reserve < weightLimit) {
      this.write(this.traffic.reveal(this.draft));
    }
    for (let i = 0; i < 2; i++) this.write(this.traffic.split(this.draft, heavyParts, heavySats, 'heavy'));
  }

  private write(fee: number): void {
    const { draft, figures, block } = this;
    const at = block.txids.length;
    this.weight += this.txWriter.write(draft, block.body, block.txids, block.wtxids);
    this.fees += fee;
    figures.dataOutputs += this.traffic.record(draft, block.txids.bytes, at);
    figures.txs += 1;
    figures.inputs += draft.inputs.count;
    figures.outputs += draft.outputCount;
    for (let i = 0; i < draft.inputs.count; i++) {
      const kind = kindOf(draft.inputs.owners[i]!);
      if (kind !== Kind.plain && kind !== Kind.heavy) figures.signedInputs += 1;
    }
  }

  private finish(height: number): Uint8Array {
    const { figures } = this;
    const owner = this.traffic.newOwner();
    const value = subsidyAt(height, networks.regtest) + this.fees;
    // Block times sometimes decrease; the median of the last eleven stays below them.
    const jitter = height <= emptyBlocks ? 0 : Math.floor((this.random() - 0.5) * 3 * spacing);
    const time = genesisTime + height * spacing + jitter;
    const txid = Buffer.alloc(32);
    const bytes = this.block.finish({ height, time, reward: value, payout: owner }, txid);
    this.immature.push({ txid, value, owner });
    figures.blocks = height;
    figures.txs += 1;
    figures.outputs += 2;
    figures.dataOutputs += 1;
    figures.bytes += bytes.length;
    figures.distinctScripts = this.traffic.distinctScripts;
    return bytes;
  }
}

/** Weight of the transaction that spends the largest envelope. */
const heaviestReveal = 10_500;

/** Upper bound of the weight of an average transaction of this shape. */
const weightCeiling = ({ inputs, outputs }: Shape): number => 4 * (300 + 41 * inputs + 43 * outputs) + 110 * inputs;
