/** Full decode of two real mainnet blocks with both ids of every transaction: ours against bitcoinjs-lib, in turns, medians.
 *
 *      node bench/decode.ts        exit code 1 when the ratio falls below the promise */
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

/** Sums a byte of every id, so that no work can be left out and both sides can be compared. */
function decodeOurs(bytes: Uint8Array): number {
  let sum = 0;
  for (const tx of readBlock(bytes).txs) sum += tx.txid[31]! + tx.wtxid[31]!;
  return sum;
}

/** Gets a Buffer, with which it is a quarter faster than with a plain Uint8Array. */
function decodeBitcoinjs(bytes: Uint8Array): number {
  let sum = 0;
  for (const tx of Block.fromBuffer(Buffer.from(bytes.buffer)).transactions ?? []) {
    // A displayed id begins with the last byte of the internal order.
    sum += Number.parseInt(tx.getId().slice(0, 2), 16);
    // For a coinbase it answers zeros, as the commitment wants it: left out of the comparison.
    sum += tx.isCoinbase() ? 0 : tx.getHash(true)[31]!;
  }
  return sum;
}

/** A fixed amount of hashing that has nothing to do with either decoder: compares machines and shows noise. */
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
  console.error(`below the promised ratio of ${promisedRatio}`);
  process.exitCode = 1;
}
