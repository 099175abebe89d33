import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answers } from '../../test/support/answers.ts';
import { recordedBlocks } from '../../test/support/elements.ts';
import { workMs } from '../../test/support/work-time.ts';
import { displayHash, seededRandom } from '../index.ts';
import {
  dynafedRoot,
  type ElementsTransaction,
  elementsFee,
  elementsNetworks,
  issuedAsset,
  parseElementsAddress,
  pegInOf,
  pegOutOf,
  readElementsBlock,
  readWholeElementsTransaction,
} from './index.ts';

/** Reads every property of a transaction: parsed bytes must never throw later. */
function readAll(tx: ElementsTransaction): void {
  for (const input of tx.inputs()) {
    pegInOf(input);
    if (input.issuance !== undefined) issuedAsset(input.prevTxid, input.prevVout, input.issuance);
    expect(input.witness.length + input.pegInWitness.length + input.issuanceProof.length).toBeGreaterThanOrEqual(0);
    expect(input.tokenProof.length).toBeGreaterThanOrEqual(0);
  }
  for (const output of tx.outputs()) {
    pegOutOf(output.script);
    expect(output.rangeProof.length + output.surjectionProof.length).toBeGreaterThanOrEqual(0);
  }
  elementsFee(tx, elementsNetworks.liquid.nativeAsset);
  expect(tx.discountWeight).toBeLessThanOrEqual(tx.weight);
  expect(displayHash(tx.txid) === displayHash(tx.wtxid)).toBe(!tx.hasWitness);
}

/** A copy with a few bytes changed, a range cut out, or the end cut off. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  const kind = random();
  const at = Math.floor(random() * copy.length);
  if (kind < 0.15) return copy.subarray(0, at);
  if (kind < 0.3) {
    const length = Math.min(Math.floor(random() * 20), copy.length - at);
    copy.copyWithin(at, at + length);
    return copy.subarray(0, copy.length - length);
  }
  const interesting = [0, 1, 8, 0x0a, 0x40, 0x80, 0xfc, 0xfd, 0xfe, 0xff];
  for (let i = 0; i <= random() * 4; i++) {
    const chosen = Math.floor(random() * (interesting.length + 1));
    copy[Math.floor(random() * copy.length)] = interesting[chosen] ?? Math.floor(random() * 256);
  }
  return copy;
}

const blocks = recordedBlocks();

describe('damaged Elements bytes', () => {
  test('transactions with a few wrong bytes are parsed or rejected quickly', () => {
    const random = seededRandom(20_261_101);
    const txs = blocks.flatMap(({ bytes }) => readElementsBlock(bytes).txs);
    const small = txs.filter(({ size }) => size < 12_000);
    const counts = { read: 0, rejected: 0 };
    let slowestMs = 0;
    for (let round = 0; round < 6000; round++) {
      const bytes = damaged(small[Math.floor(random() * small.length)]!.raw, random);
      const start = workMs();
      const tx = answers(() => readWholeElementsTransaction(bytes));
      slowestMs = Math.max(slowestMs, workMs() - start);
      if (tx === undefined) counts.rejected++;
      else {
        counts.read++;
        readAll(tx);
      }
    }
    expect(counts.read).toBeGreaterThan(500);
    expect(counts.rejected).toBeGreaterThan(500);
    expect(slowestMs).toBeLessThan(200);
  });

  test('every prefix of a block is rejected', () => {
    for (const { bytes } of blocks.filter(({ bytes: { length } }) => length < 3000)) {
      for (let length = 0; length < bytes.length; length++) {
        expect(answers(() => readElementsBlock(bytes.subarray(0, length)))).toBeUndefined();
      }
    }
  });

  test('blocks with a few wrong bytes are read or rejected', () => {
    const random = seededRandom(20_261_102);
    let rejected = 0;
    for (let round = 0; round < 2000; round++) {
      const block = answers(() => readElementsBlock(damaged(blocks[round % blocks.length]!.bytes, random)));
      if (block === undefined) {
        rejected++;
        continue;
      }
      const { proof } = block.header;
      if (proof.type === 'dynafed') {
        for (const params of [proof.current, proof.proposed]) {
          dynafedRoot(params);
          if (params.type === 'full') expect(params.extensionSpace.length).toBeGreaterThanOrEqual(0);
        }
        expect(proof.signBlockWitness.length).toBeGreaterThanOrEqual(0);
      }
      for (const tx of block.txs) readAll(tx);
    }
    expect(rejected).toBeGreaterThan(200);
    expect(rejected).toBeLessThan(1900);
  });
});

describe('random bytes', () => {
  test('parse as a transaction or a block, or throw a CodedError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const tx = answers(() => readWholeElementsTransaction(bytes));
        if (tx !== undefined) readAll(tx);
        answers(() => readElementsBlock(bytes));
        pegOutOf(bytes);
      }),
      { seed: 5, numRuns: 5000 },
    );
  });

  test('are checked as an address', () => {
    const text = fc.string({ maxLength: 150 });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((tail) => `lq1${tail}`),
        ),
        (address) => {
          answers(() => parseElementsAddress(address, elementsNetworks.liquid));
        },
      ),
      { seed: 8, numRuns: 3000 },
    );
  });
});
