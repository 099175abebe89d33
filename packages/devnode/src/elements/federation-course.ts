import { type Block, toHex } from '@glassblock/primitives';
import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';
import type { CourseTarget } from '../lightning/lightning-course.ts';
import { idOf } from '../state/ids.ts';
import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import type { Keyring } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';
import type { FederationParams } from './elements-writer.ts';
import { federationTimelock, merkleBlock, p2wsh, signatures, tweakedScript } from './federation-scripts.ts';

/** A confirmed deposit that is not claimed. */
export interface SimulatedDeposit {
  readonly outpoint: OutPoint;
  readonly valueSats: number;
  readonly claimScript: Uint8Array;
  /** Height of its block on the parent chain. */
  readonly height: number;
  readonly parentTx: Uint8Array;
  readonly merkleBlock: Uint8Array;
}

/** An output of the federation. */
interface Holding {
  readonly outpoint: OutPoint;
  readonly value: number;
  readonly script: Uint8Array;
  readonly height: number;
  /** How the course treats it at a certain age. */
  readonly fate: 'refreshed' | 'expires' | 'emergency';
}

/** A peg-out that is not paid yet. */
interface PaymentRequest {
  readonly script: Uint8Array;
  readonly valueSats: number;
  readonly number: number;
}

/** Options of the course. */
export interface FederationCourseOptions {
  /** The parent chain. */
  node: NodeState;
  keyring: Keyring;
  random: RandomSource;
  zkp: Secp256k1ZKP;
  /** Parameters in force on the side chain. */
  current(): FederationParams;
  /** Script of the side chain that claims the next deposit. */
  claimScript(): Uint8Array;
}

const firstHeight = 40;
const depositSpacing = { past: 80, live: 5 };
const payoutSpacing = { past: 20, live: 2 };
/** Deposits whose outputs are never spent by the federation, by number. */
const expiringDeposit = 4;
const emergencyDeposit = 6;
/** Deposits worth less than their spending costs, by number; they expire. */
const dustDeposits = [3, 9];
const dustSats = 400;
/** Of each six payments of peg-outs one is less a part of the fee, and one waits for the next request. */
const deductedRequest = 2;
const mergedRequest = 3;
/** Of every twelve requests, this one is less a part of the fee too when it is paid together with the one before. */
const mergedDeductedRequest = { every: 12, at: 4 };
const deductedSats = 90;
/** Every so many requests, one is paid less by far more than a fee. */
const shortPaidRequest = { every: 30, at: 11, sats: 150_000 };
/** Age at which outputs are refreshed, blocks. */
const refreshAge = Math.floor(federationTimelock * 0.75);
const meanDepositSats = 300_000_000;
const maxInputs = 20;

/**
 * The federation on the parent chain: deposits of users, payments of peg-outs in batches, some of them for two
 * peg-outs, less a part of the fee, or both, refreshed outputs, one that expires, dust, and one that the emergency keys spend.
 */
export class FederationCourse {
  private readonly options: FederationCourseOptions;
  private readonly pending = new Map<string, (block: Block, height: number, position: number) => void>();
  private holdings: Holding[] = [];
  private requests: PaymentRequest[] = [];
  private requestCount = 0;
  private deposits = 0;
  private nextDeposit = firstHeight;
  private lastPayout = Number.NEGATIVE_INFINITY;
  /** Not claimed yet, oldest first. */
  readonly unclaimed: SimulatedDeposit[] = [];

  constructor(options: FederationCourseOptions) {
    this.options = options;
    options.node.listen((event) => {
      if (event.kind === 'connected') this.connect(event.block, event.stored.height);
    });
  }

  /** Requests a payment: a confirmed peg-out. */
  request(script: Uint8Array, valueSats: number): void {
    this.requests.push({ script, valueSats, number: this.requestCount++ });
  }

  /** Adds the transactions of the next block of the parent chain. */
  step(target: CourseTarget, height: number, time: number, isLive: boolean): void {
    const pace = isLive ? 'live' : 'past';
    if (height >= this.nextDeposit) {
      this.deposit(target, time);
      this.nextDeposit = height + 1 + Math.floor(depositSpacing[pace] * 2 * this.options.random.unit());
    }
    // the spacing of now: one of the past would delay the first payments of the live chain
    if (height < this.lastPayout + payoutSpacing[pace]) return;
    this.lastPayout = height;
    this.spendOld(target, height, time);
    this.payOut(target, time);
  }

  private deposit(target: CourseTarget, time: number): void {
    const { random, zkp } = this.options;
    const taken = target.wallet.take(1, 'large');
    const total = taken.reduce((sum, { value }) => sum + value, 0);
    const isDust = dustDeposits.includes(this.deposits);
    const wanted = Math.floor(random.around(meanDepositSats, 0.8));
    const value = isDust ? dustSats : Math.min(Math.floor(total * 0.6), wanted);
    const claimScript = this.options.claimScript();
    const script = tweakedScript(this.options.current().fedpegScript, claimScript, zkp);
    const outputs = [
      { value, script: p2wsh(script) },
      { value: 0, script: target.wallet.someLock().script },
    ];
    const draft = { inputs: target.wallet.inputsOf(taken), outputs };
    const entry = value < 100_000 && !isDust ? undefined : target.wallet.submit(taken, draft, target.feeRate(), time);
    if (entry === undefined) return;
    const number = this.deposits++;
    const fate =
      isDust || number === expiringDeposit ? 'expires' : number === emergencyDeposit ? 'emergency' : 'refreshed';
    this.pending.set(entry.txid, (block, height, position) => {
      const outpoint = { txid: entry.txid, vout: 0 };
      const txids = block.txs.map(({ txid }) => txid);
      const proof = merkleBlock(block.header.bytes, txids, position);
      this.unclaimed.push({
        outpoint,
        valueSats: value,
        claimScript,
        height,
        parentTx: entry.tx.raw.slice(),
        merkleBlock: proof,
      });
      this.holdings.push({ outpoint, value, script, height, fate });
    });
    target.add([entry]);
  }

  /** Refreshes outputs before their time lock passes; the emergency keys spend one afterwards. */
  private spendOld(target: CourseTarget, height: number, time: number): void {
    const old = this.holdings.filter((one) => one.fate === 'refreshed' && height - one.height > refreshAge);
    if (old.length > 0) this.spend(target, old.slice(0, maxInputs), [], time, signatures.federation);
    const lost = this.holdings.find((one) => one.fate === 'emergency' && height - one.height > federationTimelock + 5);
    if (lost !== undefined) this.spend(target, [lost], [], time, signatures.emergency);
  }

  /** Pays all open requests by one transaction, as far as the outputs suffice. */
  private payOut(target: CourseTarget, time: number): void {
    if (this.requests.length === 0) return;
    if (this.requests.length === 1 && this.requests[0]!.number % 6 === mergedRequest) return;
    const wanted = this.requests.reduce((sum, { valueSats }) => sum + valueSats, 0) + 50_000;
    const inputs: Holding[] = [];
    let sum = 0;
    for (const holding of this.holdings) {
      if (sum >= wanted || inputs.length === maxInputs) break;
      if (holding.fate !== 'refreshed') continue;
      inputs.push(holding);
      sum += holding.value;
    }
    if (sum < wanted) return;
    const outputs = paymentsOf(this.requests);
    if (this.spend(target, inputs, outputs, time, signatures.federation)) this.requests = [];
  }

  private spend(
    target: CourseTarget,
    spent: readonly Holding[],
    outputs: readonly { value: number; script: Uint8Array }[],
    time: number,
    signed: number,
  ): boolean {
    const { keyring, random } = this.options;
    const signature = () => keyring.lock('p2wpkh', 0).unlock(random).witness[0]!;
    const isEmergency = signed === signatures.emergency;
    const own = this.options.current().fedpegScript;
    // outputs spent by the emergency keys leave the federation
    const rest = isEmergency ? keyring.separateLock(77).script : p2wsh(own);
    const inputs = spent.map(({ outpoint, script }) => ({
      outpoint,
      sequence: isEmergency ? federationTimelock : 0xfffffffd,
      scriptSig: new Uint8Array(0),
      witness: [new Uint8Array(0), ...Array.from({ length: signed }, signature), script],
    }));
    const taken = spent.map(({ outpoint, value }) => ({ outpoint, value, lock: keyring.anchor }));
    const draft = { inputs, outputs: [...outputs, { value: 0, script: rest }] };
    const entry: MempoolEntry | undefined = target.wallet.submit(taken, draft, target.feeRate(), time);
    if (entry === undefined) return false;
    this.holdings = this.holdings.filter((one) => !spent.includes(one));
    if (!isEmergency) {
      const vout = outputs.length;
      this.pending.set(entry.txid, (_, height) => {
        const value = Number(entry.tx.output(vout).value);
        this.holdings.push({ outpoint: { txid: entry.txid, vout }, value, script: own, height, fate: 'refreshed' });
      });
    }
    target.add([entry]);
    return true;
  }

  private connect(block: Block, height: number): void {
    if (this.pending.size === 0) return;
    for (const [position, tx] of block.txs.entries()) {
      const txid = idOf(tx.txid);
      const run = this.pending.get(txid);
      if (run === undefined) continue;
      this.pending.delete(txid);
      run(block, height, position);
    }
  }
}

/**
 * Returns the outputs that pay requests: one for all requests of a script, and own ones for those that are paid less.
 */
function paymentsOf(requests: readonly PaymentRequest[]): { value: number; script: Uint8Array }[] {
  const payments: { value: number; script: Uint8Array }[] = [];
  const merged = new Map<string, { value: number; script: Uint8Array }>();
  for (const { script, valueSats, number } of requests) {
    const deducted = deductionOf(number);
    const key = toHex(script);
    const open = deducted === 0 ? merged.get(key) : undefined;
    if (open !== undefined) {
      const isLess = number % mergedDeductedRequest.every === mergedDeductedRequest.at;
      open.value += valueSats - (isLess ? deductedSats : 0);
      continue;
    }
    const payment = { value: valueSats - deducted, script };
    payments.push(payment);
    if (deducted === 0) merged.set(key, payment);
  }
  return payments;
}

function deductionOf(number: number): number {
  if (number % shortPaidRequest.every === shortPaidRequest.at) return shortPaidRequest.sats;
  return number % 6 === deductedRequest ? deductedSats : 0;
}
