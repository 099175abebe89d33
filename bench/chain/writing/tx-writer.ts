import { Buffer } from 'node:buffer';
import { taggedHash } from '@glassblock/primitives';
import { BytePage } from '../byte-page.ts';
import type { Keys } from '../keys.ts';
import { indexOf, Kind, kindOf, type Scripts } from '../owners.ts';
import type { Draft } from './draft.ts';

/** Several times the size of the largest transaction. */
const pageBytes = 1 << 19;
const version = 2;
const sighashAll = 1;

/**
 * Writes signed transactions. Signature hashes are those of BIP 143 (P2WPKH), BIP 341 (Taproot) and the legacy one
 * (P2PKH).
 */
export class TxWriter {
  private readonly keys: Keys;
  private readonly scripts: Scripts;
  private readonly inputs = new BytePage(pageBytes);
  private readonly outputs = new BytePage(pageBytes);
  private readonly stripped = new BytePage(2 * pageBytes);
  private readonly witness = new BytePage(8 * pageBytes);
  private readonly message = new BytePage(2 * pageBytes);
  private readonly list = new BytePage(pageBytes);
  private readonly digest = Buffer.alloc(32);
  private readonly script = new BytePage(16_384);

  constructor(keys: Keys, scripts: Scripts) {
    this.keys = keys;
    this.scripts = scripts;
  }

  /**
   * Appends the transaction to `out`, and its txid and wtxid (internal byte order) to their pages.
   * @returns weight
   */
  write(draft: Draft, out: BytePage, txids: BytePage, wtxids: BytePage): number {
    this.writeOutputs(draft);
    const hasWitness = this.writeWitness(draft);
    this.writeInputs(draft);
    const { stripped, inputs, outputs } = this;
    stripped.wipe().u32(version).page(inputs).page(outputs).u32(draft.locktime);
    txids.sha256d(stripped.bytes, 0, stripped.length);
    const start = out.length;
    if (!hasWitness) {
      out.page(stripped);
      wtxids.copy(txids.bytes, txids.length - 32, txids.length);
      return 4 * stripped.length;
    }
    out.u32(version).u8(0).u8(1).page(inputs).page(outputs).page(this.witness).u32(draft.locktime);
    wtxids.sha256d(out.bytes, start, out.length);
    return 3 * stripped.length + out.length - start;
  }

  private writeOutputs(draft: Draft): void {
    const { outputs } = this;
    outputs.wipe().compactSize(draft.outputCount);
    for (let i = 0; i < draft.outputCount; i++) {
      outputs.u64(draft.values[i]!);
      this.scripts.writeOutput(draft.owners[i]!, outputs);
    }
  }

  /** @returns false if no input has a witness */
  private writeWitness(draft: Draft): boolean {
    const { witness, script, keys } = this;
    const { owners, count } = draft.inputs;
    let some = false;
    witness.wipe();
    for (let i = 0; i < count; i++) {
      const owner = owners[i]!;
      const index = indexOf(owner);
      const kind = kindOf(owner);
      if (kind === Kind.p2pkh) {
        witness.u8(0);
        continue;
      }
      some = true;
      if (kind === Kind.p2wpkh) {
        const signature = keys.ecdsa(index, this.segwitDigest(draft, i));
        witness.u8(2).u8(signature.length).copy(signature).u8(33).copy(keys.compressed(index));
      } else if (kind === Kind.p2tr) {
        witness
          .u8(1)
          .u8(64)
          .copy(keys.schnorr(index, this.taprootDigest(draft, i)));
      } else {
        this.scripts.writeWitnessScript(owner, script.wipe());
        witness.u8(1).compactSize(script.length).page(script);
      }
    }
    return some;
  }

  private writeInputs(draft: Draft): void {
    const { inputs } = this;
    const { owners, count } = draft.inputs;
    inputs.wipe().compactSize(count);
    for (let i = 0; i < count; i++) {
      this.outpoint(draft, i, inputs);
      if (kindOf(owners[i]!) === Kind.p2pkh) {
        const key = this.keys.compressed(indexOf(owners[i]!));
        const signature = this.keys.ecdsa(indexOf(owners[i]!), this.legacyDigest(draft, i));
        inputs.u8(signature.length + key.length + 2);
        inputs.u8(signature.length).copy(signature).u8(key.length).copy(key);
      } else {
        inputs.u8(0);
      }
      inputs.u32(draft.sequence);
    }
  }

  private legacyDigest(draft: Draft, signed: number): Uint8Array {
    const message = this.message.wipe().u32(version).compactSize(draft.inputs.count);
    for (let i = 0; i < draft.inputs.count; i++) {
      this.outpoint(draft, i, message);
      if (i === signed) this.scripts.writeOutput(draft.inputs.owners[i]!, message);
      else message.u8(0);
      message.u32(draft.sequence);
    }
    message.page(this.outputs).u32(draft.locktime).u32(sighashAll);
    return this.doubleHashOfMessage();
  }

  private segwitDigest(draft: Draft, signed: number): Uint8Array {
    const { message, list, outputs } = this;
    message.wipe().u32(version);
    this.listOutpoints(draft);
    message.sha256d(list.bytes, 0, list.length);
    this.listSequences(draft);
    message.sha256d(list.bytes, 0, list.length);
    this.outpoint(draft, signed, message);
    message.u8(25).copy(this.keys.p2pkhScript(indexOf(draft.inputs.owners[signed]!)));
    message.u64(draft.inputs.values[signed]!).u32(draft.sequence);
    message.sha256d(outputs.bytes, outputCountWidth(draft), outputs.length);
    message.u32(draft.locktime).u32(sighashAll);
    return this.doubleHashOfMessage();
  }

  private taprootDigest(draft: Draft, signed: number): Uint8Array {
    const { message, list, outputs } = this;
    const { count, values, owners } = draft.inputs;
    // Epoch, then SIGHASH_DEFAULT.
    message.wipe().u8(0).u8(0).u32(version).u32(draft.locktime);
    this.listOutpoints(draft);
    message.sha256(list.bytes, 0, list.length);
    list.wipe();
    for (let i = 0; i < count; i++) list.u64(values[i]!);
    message.sha256(list.bytes, 0, list.length);
    list.wipe();
    for (let i = 0; i < count; i++) this.scripts.writeOutput(owners[i]!, list);
    message.sha256(list.bytes, 0, list.length);
    this.listSequences(draft);
    message.sha256(list.bytes, 0, list.length);
    message.sha256(outputs.bytes, outputCountWidth(draft), outputs.length);
    // Key path without annex, then the input index.
    message.u8(0).u32(signed);
    return taggedHash('TapSighash', message.bytes.subarray(0, message.length));
  }

  private outpoint(draft: Draft, i: number, to: BytePage): void {
    to.copy(draft.inputs.txids, i * 32, i * 32 + 32).u32(draft.inputs.vouts[i]!);
  }

  private listOutpoints(draft: Draft): void {
    this.list.wipe();
    for (let i = 0; i < draft.inputs.count; i++) this.outpoint(draft, i, this.list);
  }

  private listSequences(draft: Draft): void {
    this.list.wipe();
    for (let i = 0; i < draft.inputs.count; i++) this.list.u32(draft.sequence);
  }

  private doubleHashOfMessage(): Uint8Array {
    const { message, digest } = this;
    const end = message.length;
    message.sha256d(message.bytes, 0, end);
    message.bytes.copy(digest, 0, end, end + 32);
    return digest;
  }
}

const outputCountWidth = (draft: Draft): number => (draft.outputCount < 0xfd ? 1 : 3);
