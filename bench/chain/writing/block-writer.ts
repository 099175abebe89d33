import { Buffer } from 'node:buffer';
import { OP } from '@glassblock/primitives';
import { BytePage, sha256dTo } from '../byte-page.ts';
import type { Scripts } from '../owners.ts';

/** Regtest's target: about every second nonce is valid. */
const easyBits = 0x207fffff;
const blockVersion = 0x20000000;
/** Bytes reserved in front of the transactions for header, count and coinbase, which are written last. */
const headRoom = 1024;
const maxBytes = 4_100_000;
const maxTxs = 70_000;
const tag = Buffer.from('/glassblock bench chain/');

/** Block fields other than its transactions. */
export interface BlockFrame {
  readonly height: number;
  readonly time: number;
  /** Subsidy and fees in sats, and the script that receives them. */
  readonly reward: number;
  readonly payout: number;
}

/**
 * Builds one block. Transactions are appended to `body` with their txids; `finish` writes header and coinbase in front
 * of them.
 */
export class BlockWriter {
  readonly body = new BytePage(headRoom + maxBytes);
  /** Txids of `body` in internal byte order; the first row is the coinbase's. */
  readonly txids = new BytePage((maxTxs + 1) * 32);
  readonly wtxids = new BytePage((maxTxs + 1) * 32);
  /** Hash of the previously finished block, internal byte order. */
  readonly previousHash: Buffer;
  private readonly scripts: Pick<Scripts, 'writeOutput'>;
  private readonly head = new BytePage(headRoom);
  private readonly header = new BytePage(80);
  private readonly hash = Buffer.alloc(32);

  constructor(scripts: Pick<Scripts, 'writeOutput'>, previousHash: Uint8Array) {
    this.scripts = scripts;
    this.previousHash = Buffer.from(previousHash);
    this.begin();
  }

  begin(): void {
    this.body.length = headRoom;
    this.txids.length = 32;
    this.wtxids.length = 32;
    this.txids.bytes.fill(0, 0, 32);
    this.wtxids.bytes.fill(0, 0, 32);
  }

  /** Number of transactions in `body`, without the coinbase. */
  get count(): number {
    return this.txids.length / 32 - 1;
  }

  /** Returns a copy of the whole block and writes the coinbase txid to `coinbaseId`. The txid pages are consumed. */
  finish(frame: BlockFrame, coinbaseId: Buffer): Uint8Array {
    const count = this.count + 1;
    const commitment = Buffer.alloc(64);
    merkleRootTo(this.wtxids.bytes, count, commitment);
    sha256dTo(commitment, 0, 64, commitment, 0);

    this.writeCoinbase(frame, commitment, false);
    sha256dTo(this.head.bytes, 0, this.head.length, coinbaseId, 0);
    coinbaseId.copy(this.txids.bytes, 0);
    this.writeCoinbase(frame, commitment, true);

    const { header, hash } = this;
    header.wipe().u32(blockVersion).copy(this.previousHash);
    merkleRootTo(this.txids.bytes, count, header.bytes.subarray(36));
    header.length = 68;
    header.u32(frame.time).u32(easyBits);
    for (let nonce = 0; ; nonce++) {
      header.bytes.writeUInt32LE(nonce, 76);
      sha256dTo(header.bytes, 0, 80, hash, 0);
      if (hash[31]! < 0x7f) break;
    }
    header.length = 80;
    hash.copy(this.previousHash);
    return this.assemble(count);
  }

  private writeCoinbase({ height, reward, payout }: BlockFrame, commitment: Buffer, withWitness: boolean): void {
    const { head } = this;
    head.wipe().u32(2);
    if (withWitness) head.u8(0).u8(1);
    head.u8(1);
    for (let i = 0; i < 32; i++) head.u8(0);
    head.u32(0xffffffff);
    const push = heightPush(height);
    head.u8(push.length + 1 + tag.length).copy(push);
    head.u8(tag.length).copy(tag).u32(0xffffffff);
    head.u8(2).u64(reward);
    this.scripts.writeOutput(payout, head);
    head.u64(0).u8(38).u8(OP.RETURN).u8(36).u8(0xaa).u8(0x21).u8(0xa9).u8(0xed).copy(commitment, 0, 32);
    if (withWitness) {
      head.u8(1).u8(32);
      for (let i = 0; i < 32; i++) head.u8(0);
    }
    head.u32(0);
  }

  private assemble(count: number): Uint8Array {
    const { header, head, body } = this;
    const length = 80 + (count < 0xfd ? 1 : 3) + head.length + body.length - headRoom;
    const { bytes } = new BytePage(length).page(header).compactSize(count).page(head).page(body, headRoom);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
  }
}

/**
 * Computes the Merkle root of `count` rows of 32 bytes, which are overwritten; an odd last row is paired with itself.
 */
function merkleRootTo(rows: Buffer, count: number, out: Buffer): void {
  for (let left = count; left > 1; left = (left + 1) >> 1) {
    if (left % 2 === 1) rows.copy(rows, left * 32, left * 32 - 32, left * 32);
    for (let i = 0; i < left; i += 2) sha256dTo(rows, i * 32, i * 32 + 64, rows, i * 16);
  }
  rows.copy(out, 0, 0, 32);
}

/** Returns the BIP 34 height push: a script number, or OP_1 to OP_16 for the first heights. */
function heightPush(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(OP.RESERVED + height);
  const bytes: number[] = [];
  for (let left = height; left > 0; left >>>= 8) bytes.push(left & 0xff);
  if (bytes.at(-1)! & 0x80) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}
