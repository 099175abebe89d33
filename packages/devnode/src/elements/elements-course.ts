import { concatBytes, merkleRoot, sha256d } from '@glassblock/primitives';
import { type ElementsNetworkRow, elementsFee, extraRootOf, pegOutOf } from '@glassblock/primitives/elements';
import type { Keyring } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { ElementsChain, ElementsStoredBlock } from './elements-chain.ts';
import { type ElementsWallet, elementsCoinbase } from './elements-wallet.ts';
import { type FederationParams, type ParamsForm, serializeElementsBlock } from './elements-writer.ts';
import type { FederationCourse } from './federation-course.ts';

/** Options of the course. */
export interface ElementsCourseOptions {
  chain: ElementsChain;
  network: ElementsNetworkRow;
  wallet: ElementsWallet;
  federation: FederationCourse;
  /** First and second federation. */
  params: readonly [FederationParams, FederationParams];
  keyring: Keyring;
  random: RandomSource;
  /** Outputs of the past with proofs, about: each takes 25 ms of processor time. */
  maxPastProofs: number;
  /** A block of the past for so many blocks of the parent chain. */
  pastSpacing: number;
  /** Height of the parent chain. */
  parentHeight(): number;
}

/** Blocks of an epoch. Full parameters are in its first block. */
export const epochLength = 20;
/** Dynamic federations, and the second federation, start here. */
const dynafedHeight = 60;
const secondHeight = 100;
/** Confirmations that a claim needs on the parent chain. */
export const pegInConfirmations = 8;
/** Scripts of peg-outs that have no address, by the remainder of the number. */
const withoutAddress = new Map<number, 'multisig' | 'p2pk'>([
  [1, 'multisig'],
  [7, 'p2pk'],
]);
/** As in Elements. */
const genesisTime = 1_296_688_602;

/** The course of events on a simulated Elements chain. */
export class ElementsCourse {
  private readonly options: ElementsCourseOptions;
  /** Peg-outs by outpoint: those of a block that is mined again after a reorg are paid once. */
  private readonly requested = new Set<string>();
  private readonly compactForms = new Map<FederationParams, ParamsForm>();
  private sinceBlock = 0;
  private proofs = 0;
  private events = 0;
  private pegOuts = 0;
  private lastPaid: Uint8Array | undefined;

  constructor(options: ElementsCourseOptions) {
    this.options = options;
    const { nativeAsset } = options.network;
    const coinbase = elementsCoinbase(0, 0n, new Uint8Array(0), new Uint8Array(32), nativeAsset);
    options.chain.connect(this.blockOf([coinbase], new Uint8Array(32), 0, genesisTime));
  }

  /** Parameters in force in the next block. */
  get current(): FederationParams {
    return this.paramsAt(this.options.chain.height + 1);
  }

  /** Parameters that are valid for peg-ins, newest first: of this epoch and of the one before. */
  get valid(): FederationParams[] {
    const { height } = this.options.chain;
    return [this.paramsAt(height), this.paramsAt(Math.max(0, height - epochLength))];
  }

  private paramsAt(height: number): FederationParams {
    return this.options.params[height >= secondHeight ? 1 : 0];
  }

  private formAt(height: number): ParamsForm {
    if (height < dynafedHeight) return 'signed';
    if (height % epochLength === 0) return 'full';
    const params = this.paramsAt(height);
    let form = this.compactForms.get(params);
    if (form === undefined) {
      const full = { ...params, maxBlockWitness: 74, extensionBytes: Uint8Array.of(0), extensionSpace: [] };
      form = { extraRoot: extraRootOf({ type: 'full', ...full })! };
      this.compactForms.set(params, form);
    }
    return form;
  }

  private blockOf(txs: readonly Uint8Array[], prevHash: Uint8Array, height: number, time: number): Uint8Array {
    return serializeElementsBlock({
      prevHash,
      height,
      time,
      params: this.paramsAt(height),
      form: this.formAt(height),
      txs,
    });
  }

  /** Mines a block with the whole mempool. */
  mine(time: number): ElementsStoredBlock {
    const { chain, network, keyring } = this.options;
    const txs = [...chain.mempool.values()];
    const fees = txs.reduce((sum, tx) => sum + elementsFee(tx, network.nativeAsset), 0);
    const root = sha256d(
      concatBytes(merkleRoot([new Uint8Array(32), ...txs.map(({ wtxid }) => wtxid)]), new Uint8Array(32)),
    );
    const height = chain.height + 1;
    const payout = keyring.separateLock(90).script;
    const coinbase = elementsCoinbase(height, BigInt(fees), payout, root, network.nativeAsset);
    const { tip } = chain;
    const bytes = this.blockOf(
      [coinbase, ...txs.map(({ raw }) => raw)],
      tip.block.hash,
      height,
      Math.max(time, tip.block.header.time + 1),
    );
    const stored = chain.connect(bytes);
    this.requestPayments(stored);
    return stored;
  }

  private requestPayments({ block }: ElementsStoredBlock): void {
    for (const tx of block.txs) {
      for (const [vout, { script, value }] of tx.outputs().entries()) {
        const pegOut = pegOutOf(script);
        const key = `${Buffer.from(tx.txid).toString('hex')}:${vout}`;
        if (pegOut === undefined || typeof value !== 'number' || this.requested.has(key)) continue;
        this.requested.add(key);
        this.options.federation.request(pegOut.script.slice(), value);
      }
    }
  }

  /** Follows the parent chain in the past: a block for every few of its blocks. */
  stepPast(time: number): void {
    if (++this.sinceBlock < this.options.pastSpacing) return;
    this.sinceBlock = 0;
    const { wallet, maxPastProofs } = this.options;
    wallet.isConfidential = this.proofs < maxPastProofs && this.events % 4 === 0;
    this.claim();
    this.addEvent();
    this.mine(time);
  }

  /** Adds the claims of deposits that are deep enough, and a transaction. */
  stepMempool(): void {
    this.options.wallet.isConfidential = true;
    this.claim();
    this.addEvent();
  }

  private claim(): void {
    const { federation, parentHeight, wallet } = this.options;
    const [deposit] = federation.unclaimed;
    if (deposit === undefined || parentHeight() - deposit.height + 1 < pegInConfirmations) return;
    federation.unclaimed.shift();
    this.add(wallet.pegIn(deposit));
  }

  /** Each kind of event has a fixed position, so that every chain has all of them. */
  private addEvent(): void {
    const { wallet, random } = this.options;
    const number = this.events++;
    let raw: Uint8Array | undefined;
    if (number % 60 === 12) raw = wallet.issue(BigInt(random.between(1, 900)) * 100_000_000n);
    else if (number % 60 === 30) raw = wallet.reissue(BigInt(random.between(1, 50)) * 100_000_000n);
    else if (number % 60 === 40) raw = wallet.burn(wallet.issued[0]?.assetId);
    else if (number % 150 === 70) raw = wallet.burn();
    else if (number % 9 === 8) raw = this.pegOut();
    else if (number % 5 === 3) raw = wallet.payAsset();
    raw ??= wallet.pay();
    if (raw !== undefined) this.add(raw);
  }

  /** Of each six peg-outs, one is to the script of the one before; of each twelve, two are to scripts without address. */
  private pegOut(): Uint8Array | undefined {
    const { wallet, random, keyring } = this.options;
    const kind = withoutAddress.get(this.pegOuts % 12);
    const next = keyring.separateLock(100 + random.between(0, 15), kind).script;
    const script = this.pegOuts % 6 === 4 ? (this.lastPaid ?? next) : next;
    const raw = wallet.pegOut(script);
    if (raw === undefined) return undefined;
    this.pegOuts++;
    this.lastPaid = script;
    return raw;
  }

  private add(raw: Uint8Array): void {
    const { chain } = this.options;
    const tx = chain.mempool.get(chain.accept(raw))!;
    this.proofs += tx.outputs().filter(({ assetId, isFee }) => assetId === undefined && !isFee).length;
  }
}
