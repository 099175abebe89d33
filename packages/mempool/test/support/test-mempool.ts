import {
  ByteWriter,
  displayHash,
  hashFromDisplay,
  merkleRoot,
  readBlock,
  readTransaction,
  type Sats,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import type { MempoolSource, NodeMempoolInfo } from '../../src/index.ts';

/** Description of a test transaction. */
export interface TestTxSpec {
  name: string;
  /** Outpoints by transaction name; `utxo:n` is a chain output of 1 BTC. */
  spends: string[];
  fee: number;
  outputs?: number;
  /** Bytes of OP_RETURN padding, to make it heavier. */
  padding?: number;
}

const utxoValue = 100_000_000;

/** A node's mempool made from names: valid serializations and amounts, no signatures. */
export class TestMempool {
  readonly mempool = new Map<string, Uint8Array>();
  /** Entry time of each transaction by id. */
  readonly entryTimes = new Map<string, number>();
  sequence = 1;
  info: NodeMempoolInfo = {
    loaded: true,
    size: 0,
    bytes: 0,
    usage: 0,
    total_fee: 0,
    maxmempool: 300_000_000,
    mempoolminfee: 0.00001,
    minrelaytxfee: 0.00001,
  };
  private readonly ids = new Map<string, string>();
  private readonly outputs = new Map<string, TxOutput[]>();
  private readonly mined = new Set<string>();
  private readonly raws = new Map<string, Uint8Array>();
  private readonly blocks = new Map<string, { bytes: Uint8Array; parent: Uint8Array | undefined }>();
  private best: Uint8Array = this.block([]);

  id(name: string): string {
    return this.ids.get(name)!;
  }

  /** Returns the script of the first output of a transaction. */
  scriptOf(name: string): Uint8Array {
    return this.outputs.get(this.id(name))![0]!.script;
  }

  /** True when the mempool has a transaction of this name. */
  has(name: string): boolean {
    return this.mempool.has(this.ids.get(name) ?? '');
  }

  /**
   * Creates a transaction and adds it.
   * @returns its id
   */
  add(spec: TestTxSpec): string {
    const id = this.make(spec);
    this.mempool.set(id, this.raws.get(id)!);
    return id;
  }

  make({ name, spends, fee, outputs = 1, padding = 0 }: TestTxSpec): string {
    const prevouts = spends.map((spend) => this.prevout(spend));
    const funded = prevouts.reduce((sum, { value }) => sum + value, 0);
    const writer = new ByteWriter().u32(2).compactSize(spends.length);
    for (const { txid, vout } of prevouts) writer.bytes(txid).u32(vout).compactSize(0).u32(0xfffffffd);
    writer.compactSize(outputs + (padding > 0 ? 1 : 0));
    const each = Math.floor((funded - fee) / outputs);
    const made: TxOutput[] = [];
    for (let i = 0; i < outputs; i++) {
      const value = (i === 0 ? funded - fee - each * (outputs - 1) : each) as Sats;
      const script = scriptOf(`${name}:${i}`);
      made.push({ value, script });
      writer.u64(value).lengthPrefixed(script);
    }
    if (padding > 0) writer.u64(0).lengthPrefixed(new Uint8Array([0x6a, ...new Uint8Array(padding)]));
    const raw = writer.u32(0).finish();
    const id = displayHash(readTransaction(raw).txid);
    this.ids.set(name, id);
    this.outputs.set(id, made);
    this.raws.set(id, raw);
    return id;
  }

  /** Adds a transaction that was created before. */
  bring(name: string): void {
    this.mempool.set(this.id(name), this.raws.get(this.id(name))!);
  }

  get bestBlock(): Uint8Array {
    return this.best;
  }

  /** Makes the next block follow an earlier one. */
  goBackTo(hash: Uint8Array): void {
    this.best = hash;
  }

  remove(...names: string[]): void {
    for (const name of names) this.mempool.delete(this.id(name));
  }

  /**
   * Mines transactions by name.
   * @returns the block hash
   */
  mine(names: readonly string[]): Uint8Array {
    this.remove(...names);
    for (const name of names) this.mined.add(this.id(name));
    return (this.best = this.block(names.map((name) => this.raws.get(this.id(name))!)));
  }

  source(): MempoolSource {
    return {
      info: async () => this.info,
      ids: async () => ({
        txids: Buffer.concat([...this.mempool.keys()].map((id) => hashFromDisplay(id))),
        sequence: this.sequence,
      }),
      transactions: async (ids) => ids.map((id) => this.mempool.get(id)),
      entryTimes: async (ids) => ids.map((id) => this.entryTimes.get(id)),
      spentBy: async (hash, positions) =>
        positions.map((position) => this.spentOf(readBlock(this.blocks.get(displayHash(hash))!.bytes).txs[position]!)),
      outputs: async (outpoints) =>
        outpoints.map(({ txid, vout }) => {
          const id = displayHash(txid);
          if (this.mined.has(id)) return this.outputs.get(id)?.[vout];
          return id.startsWith('c0') ? { value: utxoValue as Sats, script: scriptOf(`utxo:${vout}`) } : undefined;
        }),
      block: async (hash) => this.blocks.get(displayHash(hash))!.bytes,
      bestBlock: async () => this.best,
      parentOf: async (hash) => this.blocks.get(displayHash(hash))?.parent,
    };
  }

  private spentOf(tx: Transaction): TxOutput[] {
    return tx.inputs().map(({ prevTxid, prevVout }) => {
      const output = this.outputs.get(displayHash(prevTxid))?.[prevVout];
      return output ?? { value: utxoValue as Sats, script: scriptOf(`utxo:${prevVout}`) };
    });
  }

  private prevout(spend: string): { txid: Uint8Array; vout: number; value: number } {
    const [name, index] = spend.split(':') as [string, string];
    if (name === 'utxo') return { txid: new Uint8Array(32).fill(0xc0), vout: Number(index), value: utxoValue };
    const id = this.id(name);
    const txid = readTransaction(this.raws.get(id)!).txid;
    return { txid, vout: Number(index), value: this.outputs.get(id)![Number(index)]!.value as number };
  }

  private block(raws: readonly Uint8Array[]): Uint8Array {
    const parent = this.best;
    const coinbase = new ByteWriter().u32(2).compactSize(1).bytes(new Uint8Array(32)).u32(0xffffffff);
    coinbase
      .lengthPrefixed(new Uint8Array([1, this.blocks.size]))
      .u32(0)
      .compactSize(1)
      .u64(50e8)
      .lengthPrefixed(scriptOf('miner'));
    const all = [coinbase.u32(0).finish(), ...raws];
    const root = merkleRoot(all.map((raw) => readTransaction(raw).txid));
    const writer = new ByteWriter()
      .u32(4)
      .bytes(parent ?? new Uint8Array(32))
      .bytes(root);
    writer.u32(1_700_000_000).u32(0x207fffff).u32(this.blocks.size).compactSize(all.length);
    for (const raw of all) writer.bytes(raw);
    const bytes = writer.finish();
    const { hash } = readBlock(bytes).header;
    this.blocks.set(displayHash(hash), { bytes, parent });
    return hash;
  }
}

function scriptOf(name: string): Uint8Array {
  const program = new Uint8Array(20);
  program.set(new TextEncoder().encode(name).subarray(0, 20));
  return new Uint8Array([0x00, 0x14, ...program]);
}
