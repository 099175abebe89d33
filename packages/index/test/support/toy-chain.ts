import {
  ByteWriter,
  displayHash,
  type Height,
  merkleRoot,
  readBlock,
  readTransaction,
  type Sats,
  type TxOutput,
  writeSpentOutputs,
} from '@glassblock/primitives';
import type { ChainSource } from '../../src/index.ts';

/** An output to spend, by the name of its transaction. */
export interface ToyInput {
  tx: string;
  vout: number;
}

/** A transaction of a `ToyChain`. */
export interface ToyTx {
  name: string;
  spends?: ToyInput[];
  pays: { to: string; sats: number }[];
}

/** Returns `OP_PUSHNUM_1 <name padded to 32 bytes>`, a script identified by a name. */
export function scriptOf(name: string): Uint8Array {
  const program = new Uint8Array(32);
  program.set(new TextEncoder().encode(name).subarray(0, 32));
  return new Uint8Array([0x51, 0x20, ...program]);
}

/** A chain of valid serializations without proof of work, built from names; it can reorg. */
export class ToyChain {
  readonly active: Uint8Array[] = [];
  private readonly blocks = new Map<string, { block: Uint8Array; spent: Uint8Array; txs: string[] }>();
  private readonly outputs = new Map<string, { txid: Uint8Array; outputs: TxOutput[] }>();
  private salt = 0;
  reads = 0;
  /** Whether the node reports initial block download. */
  catchingUp = false;

  /** Mines a block: its coinbase pays 50 BTC to `miner` under the name `cb<height>` (or `as`). */
  mine(txs: readonly ToyTx[] = [], options: { miner?: string; as?: string; time?: number } = {}): Uint8Array {
    const height = this.active.length;
    const coinbase: ToyTx = { name: options.as ?? `cb${height}`, pays: [{ to: options.miner ?? 'miner', sats: 50e8 }] };
    const raws = [coinbase, ...txs].map((tx, i) => this.serialise(tx, i === 0 ? height : undefined));
    const spent = [coinbase, ...txs].map(({ spends = [] }) =>
      spends.map(({ tx, vout }) => this.outputs.get(tx)!.outputs[vout]!),
    );
    const ids = raws.map(({ txid }) => txid);
    const header = new ByteWriter(80)
      .u32(4)
      .bytes(this.active.at(-1) ?? new Uint8Array(32))
      .bytes(merkleRoot(ids))
      .u32(options.time ?? 1_700_000_000 + height * 600)
      .u32(0x207fffff)
      .u32(this.salt++)
      .finish();
    const writer = new ByteWriter().bytes(header).compactSize(raws.length);
    for (const { raw } of raws) writer.bytes(raw);
    const bytes = writer.finish();
    const hash = readBlock(bytes).header.hash;
    this.blocks.set(displayHash(hash), {
      block: bytes,
      spent: writeSpentOutputs(spent),
      txs: txs.map(({ name }) => name),
    });
    this.active.push(hash);
    return hash;
  }

  /** Disconnects the newest `count` blocks; they stay readable by hash. */
  unwind(count: number): void {
    this.active.length -= count;
  }

  txid(name: string): Uint8Array {
    return this.outputs.get(name)!.txid;
  }

  /** Returns the chain as a node. */
  source(): ChainSource {
    return {
      tip: async () => ({
        height: (this.active.length - 1) as Height,
        hash: this.active.at(-1)!,
        catchingUp: this.catchingUp,
      }),
      hashAt: async (height) => this.active[height],
      headersFrom: async (height, count) =>
        this.active.slice(height, height + count).map((hash) => {
          const { block } = this.blocks.get(displayHash(hash))!;
          const { header, txCount } = readBlock(block);
          return { hash, time: header.time, txCount };
        }),
      blockWithSpent: async (hash) => {
        this.reads++;
        return this.blocks.get(displayHash(hash))!;
      },
    };
  }

  private serialise(tx: ToyTx, coinbaseHeight: number | undefined): { raw: Uint8Array; txid: Uint8Array } {
    const writer = new ByteWriter().u32(2);
    if (coinbaseHeight !== undefined) {
      writer.compactSize(1).bytes(new Uint8Array(32)).u32(0xffffffff);
      writer.lengthPrefixed(
        new Uint8Array([4, coinbaseHeight & 255, coinbaseHeight >> 8, this.salt & 255, this.salt >> 8]),
      );
      writer.u32(0xffffffff);
    } else {
      writer.compactSize(tx.spends?.length ?? 0);
      for (const input of tx.spends ?? []) {
        writer.bytes(this.txid(input.tx)).u32(input.vout).compactSize(0).u32(0xfffffffd);
      }
    }
    writer.compactSize(tx.pays.length);
    const outputs = tx.pays.map(({ to, sats }) => ({ value: sats as Sats, script: scriptOf(to) }));
    for (const { value, script } of outputs) writer.u64(value).lengthPrefixed(script);
    const raw = writer.u32(0).finish();
    const txid = readTxid(raw);
    this.outputs.set(tx.name, { txid, outputs });
    return { raw, txid };
  }
}

const readTxid = (raw: Uint8Array): Uint8Array => readTransaction(raw).txid;
