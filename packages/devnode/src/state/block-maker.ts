import {
  ByteWriter,
  concatBytes,
  fromHex,
  hashFromDisplay,
  merkleRoot,
  sha256d,
  type Transaction,
} from '@glassblock/primitives';
import { push } from '../traffic/keyring.ts';
import { serialise } from '../traffic/tx-maker.ts';

/** Regtest's minimum difficulty: about every second nonce meets the target. */
export const easyBits = 0x207fffff;

/** Contents of a block to make. */
export interface BlockPlan {
  readonly prevHash: string;
  readonly height: number;
  readonly time: number;
  /** Compact target. */
  readonly bits: number;
  /** In block order, without the coinbase. */
  readonly txs: readonly Transaction[];
  /** Value of the coinbase outputs in sats: subsidy and fees. */
  readonly reward: number;
  readonly payout: Uint8Array;
  /** Coinbase text of the miner. */
  readonly tag: string;
  /** Makes otherwise equal coinbases differ. */
  readonly extraNonce: number;
}

/**
 * Builds a block with coinbase, witness commitment, merkle root and a nonce that meets regtest's target: no block has the
 * proof of work of a lower one.
 */
export function makeBlock(plan: BlockPlan): Uint8Array {
  const reserved = new Uint8Array(32);
  const commitment = sha256d(concatBytes(merkleRoot([reserved, ...plan.txs.map((tx) => tx.wtxid)]), reserved));
  const coinbase = makeCoinbase(plan, reserved, commitment);
  const header = new ByteWriter(80)
    .u32(0x20000000)
    .bytes(hashFromDisplay(plan.prevHash))
    .bytes(merkleRoot([coinbase.txid, ...plan.txs.map((tx) => tx.txid)]))
    .u32(plan.time)
    .u32(plan.bits)
    .u32(0)
    .finish();
  for (let nonce = 0; sha256d(header)[31]! > 0x7f; ) {
    nonce++;
    header.set(new ByteWriter(16).u32(nonce).finish(), 76);
  }
  const size = plan.txs.reduce((total, tx) => total + tx.size, 100 + coinbase.bytes.length);
  const writer = new ByteWriter(size)
    .bytes(header)
    .compactSize(plan.txs.length + 1)
    .bytes(coinbase.bytes);
  for (const tx of plan.txs) writer.bytes(tx.raw);
  return writer.finish();
}

function makeCoinbase(plan: BlockPlan, reserved: Uint8Array, commitment: Uint8Array) {
  const scriptSig = concatBytes(
    heightPush(plan.height),
    push(new TextEncoder().encode(plan.tag)),
    push(new ByteWriter(16).u64(plan.extraNonce).finish()),
  );
  const draft = {
    inputs: [
      { outpoint: { txid: '00'.repeat(32), vout: 0xffffffff }, sequence: 0xffffffff, scriptSig, witness: [reserved] },
    ],
    outputs: [
      { value: plan.reward, script: plan.payout },
      { value: 0, script: concatBytes(fromHex('6a24aa21a9ed'), commitment) },
    ],
  };
  const { bytes } = serialise(draft);
  const stripped = serialise({ ...draft, inputs: draft.inputs.map((input) => ({ ...input, witness: [] })) });
  return { bytes, txid: sha256d(stripped.bytes) };
}

/** The height in the form of BIP 34: a script number, OP_1 to OP_16 for the first ones. */
function heightPush(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(0x50 + height);
  const bytes: number[] = [];
  for (let left = height; left > 0; left = Math.floor(left / 256)) bytes.push(left & 0xff);
  if (bytes.at(-1)! & 0x80) bytes.push(0);
  return push(Uint8Array.from(bytes));
}
