import { ByteWriter, concatBytes, fromHex, hashFromDisplay, OP, sha256 } from '@glassblock/primitives';
import {
  type AssetId,
  assetEntropy,
  assetIdOf,
  contractHash,
  type ElementsNetworkRow,
  readWholeElementsTransaction,
  tokenIdOf,
} from '@glassblock/primitives/elements';
import { hashOf, idOf } from '../state/ids.ts';
import type { Keyring, Lock } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';
import { type Blinding, noBlinder, type Unblinded, type WantedOutput } from './blinding.ts';
import { type AssetContract, contractOf } from './contracts.ts';
import { type ElementsInputDraft, type IssuanceDraft, serializeElements } from './elements-writer.ts';
import type { SimulatedDeposit } from './federation-course.ts';

/** An output that the wallet can spend. */
interface OwnedOutput {
  readonly outpoint: OutPoint;
  readonly own: Unblinded;
  readonly lock: Lock;
}

/** An asset that the wallet has issued. */
interface IssuedAsset {
  readonly assetId: AssetId;
  readonly tokenId: AssetId;
  readonly entropy: Uint8Array;
  readonly contract: AssetContract;
}

/** Options of a wallet. */
export interface ElementsWalletOptions {
  network: ElementsNetworkRow;
  keyring: Keyring;
  random: RandomSource;
  blinding: Blinding;
}

const feeSats = 60n;
const pegInFeeSats = 80n;
const empty = new Uint8Array(0);
/** Keys of this chain, different from those of the parent chain, whose traffic spends every output of its own keys. */
const firstKey = 700;
const keyCount = 40;

/** Makes the transactions of a simulated Elements chain. All its outputs belong to one wallet. */
export class ElementsWallet {
  private readonly options: ElementsWalletOptions;
  private outputs: OwnedOutput[] = [];
  readonly issued: IssuedAsset[] = [];
  /** False: only explicit outputs, as far as the inputs allow it. */
  isConfidential = true;

  constructor(options: ElementsWalletOptions) {
    this.options = options;
  }

  private someLock(): Lock {
    return this.options.keyring.lock('p2wpkh', firstKey + this.options.random.between(0, keyCount - 1));
  }

  /** Returns a script that can claim a deposit. */
  claimScript(): Uint8Array {
    return this.someLock().script;
  }

  /** Returns the private key that unblinds outputs to a script. */
  blindingKeyOf(script: Uint8Array): Uint8Array {
    return sha256(concatBytes(new TextEncoder().encode('devnode blinding key'), script));
  }

  private output(assetId: AssetId, value: bigint, isConfidential = this.isConfidential): WantedOutput {
    const { script } = this.someLock();
    if (!isConfidential) return { assetId, value, script };
    const { zkp } = this.options.blinding;
    return { assetId, value, script, blindingKey: zkp.ecc.pointFromScalar(this.blindingKeyOf(script), true)! };
  }

  private fee(value = feeSats): WantedOutput {
    return { assetId: this.options.network.nativeAsset, value, script: empty };
  }

  /** Takes an output of an asset with at least this value. */
  private take(assetId: AssetId, atLeast: bigint): OwnedOutput | undefined {
    const id = idOf(assetId);
    const fitting = this.outputs.filter(({ own }) => own.value >= atLeast && idOf(own.assetId) === id);
    if (fitting.length === 0) return undefined;
    const taken = this.options.random.pick(fitting);
    this.outputs = this.outputs.filter((one) => one !== taken);
    return taken;
  }

  private giveBack(...taken: (OwnedOutput | undefined)[]): undefined {
    for (const one of taken) if (one !== undefined) this.outputs.push(one);
    return undefined;
  }

  private input({ outpoint, lock }: OwnedOutput): ElementsInputDraft {
    return { outpoint, ...lock.unlock(this.options.random) };
  }

  /** Serializes a transaction and stores its outputs. */
  private finish(
    inputs: readonly ElementsInputDraft[],
    spent: readonly Unblinded[],
    wanted: readonly WantedOutput[],
  ): Uint8Array {
    const { blinding, keyring } = this.options;
    // the last output that is not a fee balances the blinders of confidential inputs
    const isBlinded = spent.some(({ valueBlinder }) => valueBlinder !== noBlinder);
    const needs = isBlinded && wanted.every(({ blindingKey }) => blindingKey === undefined);
    const change = wanted.findLastIndex(({ script }) => keyring.lockOf(script) !== undefined);
    const key = (script: Uint8Array) => blinding.zkp.ecc.pointFromScalar(this.blindingKeyOf(script), true)!;
    const outputs = blinding.blind(
      spent,
      wanted.map((one, i) => (needs && i === change ? { ...one, blindingKey: key(one.script) } : one)),
    );
    const raw = serializeElements({ inputs, outputs: outputs.map(({ draft }) => draft) });
    const txid = idOf(readWholeElementsTransaction(raw).txid);
    outputs.forEach(({ draft, own }, vout) => {
      const lock = keyring.lockOf(draft.script);
      if (lock !== undefined) this.outputs.push({ outpoint: { txid, vout }, own, lock });
    });
    return raw;
  }

  /** Claims a deposit. */
  pegIn(deposit: SimulatedDeposit): Uint8Array {
    const { keyring, random, network } = this.options;
    const { outpoint, valueSats, claimScript, parentTx, merkleBlock } = deposit;
    const value = BigInt(valueSats);
    const pegInWitness = [
      new ByteWriter(8).u64(valueSats).finish(),
      network.nativeAsset,
      hashFromDisplay(network.parent!.genesisHash),
      claimScript,
      parentTx,
      merkleBlock,
    ];
    const input = { outpoint, ...keyring.lockOf(claimScript)!.unlock(random), pegInWitness };
    const own = { assetId: network.nativeAsset, value, assetBlinder: noBlinder, valueBlinder: noBlinder };
    const claimed = { assetId: network.nativeAsset, value: value - pegInFeeSats, script: claimScript };
    return this.finish([input], [own], [claimed, this.fee(pegInFeeSats)]);
  }

  /** Pays a part of an output; undefined without one. */
  pay(): Uint8Array | undefined {
    const { network, random } = this.options;
    const taken = this.take(network.nativeAsset, 100_000n);
    if (taken === undefined) return undefined;
    const { value } = taken.own;
    const amount = BigInt(Math.max(1_000, Math.floor(Number(value) * 0.6 * random.unit())));
    const outputs = [
      this.output(network.nativeAsset, amount),
      this.output(network.nativeAsset, value - amount - feeSats),
      this.fee(),
    ];
    return this.finish([this.input(taken)], [taken.own], outputs);
  }

  /** Pays with an issued asset. */
  payAsset(): Uint8Array | undefined {
    const { network, random } = this.options;
    if (this.issued.length === 0) return undefined;
    const { assetId } = random.pick(this.issued);
    const [asset, native] = [this.take(assetId, 2n), this.take(network.nativeAsset, 10_000n)];
    if (asset === undefined || native === undefined) return this.giveBack(asset, native);
    const amount = BigInt(Math.max(1, Math.floor(Number(asset.own.value) * 0.5 * random.unit())));
    const outputs = [
      this.output(assetId, amount),
      this.output(assetId, asset.own.value - amount),
      this.output(network.nativeAsset, native.own.value - feeSats),
      this.fee(),
    ];
    return this.finish([this.input(asset), this.input(native)], [asset.own, native.own], outputs);
  }

  /** Issues an asset with a reissuance token, which is confidential, as a reissuance needs its blinder. */
  issue(amount: bigint): Uint8Array | undefined {
    const { network, keyring } = this.options;
    const contract = contractOf(this.issued.length, keyring);
    const committed = contractHash({ ...contract });
    const native = this.take(network.nativeAsset, 10_000n);
    if (native === undefined) return undefined;
    const { txid, vout } = native.outpoint;
    const entropy = assetEntropy(hashOf(txid), vout, committed);
    const assetId = assetIdOf(entropy);
    const tokenId = tokenIdOf(entropy, false);
    this.issued.push({ assetId, tokenId, entropy, contract });
    const tokenAmount = 1n;
    const issuance: IssuanceDraft = { blindingNonce: noBlinder, entropy: committed, amount, tokenAmount };
    const explicit = { assetBlinder: noBlinder, valueBlinder: noBlinder };
    const spent = [
      native.own,
      { assetId, value: amount, ...explicit },
      { assetId: tokenId, value: tokenAmount, ...explicit },
    ];
    const outputs = [
      this.output(assetId, amount, false),
      this.output(tokenId, tokenAmount, true),
      this.output(network.nativeAsset, native.own.value - feeSats),
      this.fee(),
    ];
    return this.finish([{ ...this.input(native), issuance }], spent, outputs);
  }

  /** Reissues an asset. */
  reissue(amount: bigint): Uint8Array | undefined {
    const { network, random } = this.options;
    if (this.issued.length === 0) return undefined;
    const { assetId, tokenId, entropy } = random.pick(this.issued);
    const [token, native] = [this.take(tokenId, 1n), this.take(network.nativeAsset, 10_000n)];
    if (token === undefined || native === undefined) return this.giveBack(token, native);
    const issuance: IssuanceDraft = { blindingNonce: token.own.assetBlinder, entropy, amount, tokenAmount: 0n };
    const created = { assetId, value: amount, assetBlinder: noBlinder, valueBlinder: noBlinder };
    const outputs = [
      this.output(assetId, amount, false),
      this.output(network.nativeAsset, native.own.value - feeSats),
      this.output(tokenId, token.own.value, true),
      this.fee(),
    ];
    const inputs = [{ ...this.input(token), issuance }, this.input(native)];
    // the created amount follows the input that issues it
    return this.finish(inputs, [token.own, created, native.own], outputs);
  }

  /** Burns a part of an asset, of the pegged one when none is given. */
  burn(assetId: AssetId = this.options.network.nativeAsset): Uint8Array | undefined {
    const { network } = this.options;
    const isNative = idOf(assetId) === idOf(network.nativeAsset);
    const [taken, native] = [
      this.take(assetId, 50_000n),
      isNative ? undefined : this.take(network.nativeAsset, 10_000n),
    ];
    if (taken === undefined || (native === undefined && !isNative)) return this.giveBack(taken, native);
    const amount = taken.own.value / 20n;
    const burned = { assetId, value: amount, script: Uint8Array.of(OP.RETURN) };
    const rest = taken.own.value - amount;
    const outputs = isNative
      ? [burned, this.output(assetId, rest - feeSats), this.fee()]
      : [burned, this.output(assetId, rest), this.output(network.nativeAsset, native!.own.value - feeSats), this.fee()];
    const spent = native === undefined ? [taken] : [taken, native];
    return this.finish(
      spent.map((one) => this.input(one)),
      spent.map(({ own }) => own),
      outputs,
    );
  }

  /** Requests a payment to a script of the parent chain. */
  pegOut(script: Uint8Array): Uint8Array | undefined {
    const { network, random } = this.options;
    const taken = this.take(network.nativeAsset, 2_000_000n);
    if (taken === undefined) return undefined;
    const amount = BigInt(Math.floor(Number(taken.own.value) * (0.1 + 0.3 * random.unit())));
    const genesis = hashFromDisplay(network.parent!.genesisHash);
    const length = script.length < OP.PUSHDATA1 ? [script.length] : [OP.PUSHDATA1, script.length];
    const request = concatBytes(Uint8Array.of(OP.RETURN, 32), genesis, Uint8Array.from(length), script);
    const outputs = [
      { assetId: network.nativeAsset, value: amount, script: request },
      this.output(network.nativeAsset, taken.own.value - amount - feeSats),
      this.fee(),
    ];
    return this.finish([this.input(taken)], [taken.own], outputs);
  }
}

/** Returns the coinbase of a block. */
export function elementsCoinbase(
  height: number,
  fees: bigint,
  payout: Uint8Array,
  witnessRoot: Uint8Array,
  nativeAsset: AssetId,
): Uint8Array {
  const writer = new ByteWriter(8).u8(4).u32(height);
  const commitment = concatBytes(fromHex('6a24aa21a9ed'), witnessRoot);
  return serializeElements({
    inputs: [
      {
        outpoint: { txid: '00'.repeat(32), vout: 0xffffffff },
        sequence: 0xffffffff,
        scriptSig: writer.finish(),
        witness: [new Uint8Array(32)],
      },
    ],
    outputs: [
      { assetId: nativeAsset, value: fees, script: fees === 0n ? Uint8Array.of(OP.RETURN) : payout },
      { assetId: nativeAsset, value: 0n, script: commitment },
    ],
  });
}
