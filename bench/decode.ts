/**
 * Full decode of two real mainnet blocks with txid and wtxid of every transaction: ours compared with bitcoinjs-lib,
 * alternating, medians.
 *
 *     node bench/decode.ts
 *
 * Exits with 1 if the ratio is below the target.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readBlock } from '@glassblock/primitives';
import { Block } from 'bitcoinjs-lib';

const promisedRatio = 6;
const rounds = 15;
const fixtures = new URL('../packages/primitives/test/fixtures/', import.meta.url);
const blocks = ['mainnet-413567.bin', 'mainnet-702861.bin'].map((name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(name, fixtures))),
}));

/** Sums a byte of every txid and wtxid, so that no work is optimized away and both results can be compared. */
function decodeOurs(bytes: Uint8Array): number {
  let sum = 0;
  for (const tx of readBlock(bytes).txs) sum += tx.txid[31]! + tx.wtxid[31]!;
  return sum;
}

/** Takes a Buffer, which is 25 % faster here than a Uint8Array. */
function decodeBitcoinjs(bytes: Uint8Array): number {
  let sum = 0;
  for (const tx of Block.fromBuffer(Buffer.from(bytes.buffer)).transactions ?? []) {
    // The first byte of the display order is the last of the internal order.
    sum += Number.parseInt(tx.getId().slice(0, 2), 16);
    // bitcoinjs-lib returns zeros for the wtxid of a coinbase transaction, as in the witness commitment; it is not
    // compared.
    sum += tx.isCoinbase() ? 0 : tx.getHash(true)[31]!;
  }
  return sum;
}

/** A fixed amount of hashing, independent of both decoders: compares machines and shows noise. */
function calibrate(): number {
  let digest: Uint8Array = new Uint8Array(80);
  for (let i = 0; i < 20_000; i++) digest = createHash('sha256').update(digest).digest();
  return digest[0]!;
}

function millisecondsOf(work: () => number): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

let failed = false;
for (const { name, bytes } of blocks) {
  const coinbase = readBlock(bytes).txs[0]!;
  if (decodeOurs(bytes) - coinbase.wtxid[31]! !== decodeBitcoinjs(bytes)) throw new Error(`ids differ in ${name}`);
  for (let i = 0; i < 5; i++) {
    decodeOurs(bytes);
    decodeBitcoinjs(bytes);
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  const calibration: number[] = [];
  for (let i = 0; i < rounds; i++) {
    ours.push(millisecondsOf(() => decodeOurs(bytes)));
    theirs.push(millisecondsOf(() => decodeBitcoinjs(bytes)));
    calibration.push(millisecondsOf(calibrate));
  }
  const ratio = median(theirs) / median(ours);
  failed ||= ratio < promisedRatio;
  console.log(
    `${name}: ours ${median(ours).toFixed(2)} ms, bitcoinjs-lib ${median(theirs).toFixed(2)} ms, ` +
      `ratio ${ratio.toFixed(1)}, ours ${(bytes.length / median(ours) / 1000).toFixed(0)} MB/s, ` +
      `calibration ${median(calibration).toFixed(2)} ms`,
  );
}
if (failed) {
  console.error(`below the target ratio of ${promisedRatio}`);
  process.exitCode = 1;
}
