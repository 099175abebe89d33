import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answers } from '../test/support/answers.ts';
import { makeTransaction } from '../test/support/make-transaction.ts';
import { legacyBlockBytes, segwitBlockBytes } from '../test/support/real-blocks.ts';
import { workMs } from '../test/support/work-time.ts';
import {
  addressOf,
  blockMerkleRoot,
  computeWitnessCommitment,
  displayHash,
  innerScripts,
  isOnCurve,
  networks,
  parseAddress,
  parseTaproot,
  readBlock,
  readScript,
  readSpentOutputs,
  readTransaction,
  readWholeTransaction,
  scriptAsm,
  scriptType,
  seededRandom,
  type Transaction,
  toHex,
  transactionSigopCost,
  witnessCommitment,
} from './index.ts';

/** Reads every property of a transaction: parsed bytes must never throw later. */
function lookAtAll(tx: Transaction): void {
  const scripts = tx.outputs().map((output) => output.script);
  for (const input of tx.inputs()) {
    scripts.push(input.scriptSig, ...input.witness);
    parseTaproot(input.witness);
    for (const spent of scripts.slice(0, 3)) innerScripts(input, spent);
  }
  for (const script of scripts) lookAtScript(script);
  transactionSigopCost(tx, tx.outputs());
  expect(tx.weight).toBe(3 * tx.strippedSize + tx.size);
  expect(displayHash(tx.txid) === displayHash(tx.wtxid)).toBe(!tx.hasWitness);
}

function lookAtScript(script: Uint8Array): void {
  const covered = readScript(script);
  expect(covered.length).toBeLessThanOrEqual(script.length);
  scriptAsm(script);
  scriptType(script);
  for (const network of [networks.mainnet, networks.regtest]) {
    const address = addressOf(script, network);
    if (address !== undefined) expect(toHex(parseAddress(address, network).script)).toBe(toHex(script));
  }
}

/** A copy with a few bytes changed, a range cut out, or the end cut off. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  const kind = random();
  const at = Math.floor(random() * copy.length);
  if (kind < 0.15) return copy.subarray(0, at);
  if (kind < 0.3) {
    const length = Math.floor(random() * 20);
    copy.copyWithin(at, at + length);
    return copy.subarray(0, copy.length - length);
  }
  for (let i = 0; i <= random() * 4; i++) {
    const interesting = [0, 1, 0x7f, 0x80, 0xfc, 0xfd, 0xfe, 0xff, Math.floor(random() * 256)];
    copy[Math.floor(random() * copy.length)] = interesting[Math.floor(random() * interesting.length)]!;
  }
  return copy;
}

describe('random bytes', () => {
  test('parse as a transaction, a block or spent outputs, or throw a CodedError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const tx = answers(() => readTransaction(bytes));
        if (tx !== undefined) lookAtAll(tx);
        answers(() => readBlock(bytes));
        const spent = answers(() => readSpentOutputs(bytes));
        for (let i = 0; i < (spent?.txCount ?? 0); i++) spent!.of(i);
      }),
      { seed: 5, numRuns: 5000 },
    );
  });

  test('parse as a script that can be typed and printed', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), lookAtScript), { seed: 6, numRuns: 3000 });
  });

  test('are checked as a point', () => {
    const bytes = fc.oneof(fc.uint8Array({ minLength: 33, maxLength: 33 }), fc.uint8Array({ maxLength: 70 }));
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(2, 3, 4),
        (key, head) => typeof isOnCurve(Uint8Array.of(head, ...key.slice(1))) === 'boolean',
      ),
      { seed: 7, numRuns: 500 },
    );
  });

  test('are checked as an address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 100 }),
          fc.string({ maxLength: 80 }).map((s) => `bc1${s}`),
        ),
        (text) => {
          answers(() => parseAddress(text, networks.mainnet));
        },
      ),
      { seed: 8, numRuns: 3000 },
    );
  });
});

describe('damaged real bytes', () => {
  test('transactions with a few wrong bytes are parsed or rejected quickly', () => {
    const random = seededRandom(20_260_801);
    const txs = [...readBlock(segwitBlockBytes).txs, ...readBlock(legacyBlockBytes).txs].filter((tx) => tx.size < 3000);
    let read = 0;
    let refused = 0;
    let slowest = 0;
    for (let round = 0; round < 6000; round++) {
      const bytes = damaged(txs[Math.floor(random() * txs.length)]!.raw, random);
      const start = workMs();
      const tx = answers(() => readWholeTransaction(bytes));
      slowest = Math.max(slowest, workMs() - start);
      if (tx === undefined) refused++;
      else {
        read++;
        if (round % 4 === 0) lookAtAll(tx);
      }
    }
    expect(read).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(500);
    expect(slowest).toBeLessThan(200);
  });

  test('blocks with a few wrong bytes are read or rejected, and a read one has another root or hash', () => {
    const random = seededRandom(20_260_802);
    const original = readBlock(segwitBlockBytes);
    let refused = 0;
    for (let round = 0; round < 60; round++) {
      const bytes = damaged(segwitBlockBytes, random);
      const block = answers(() => readBlock(bytes));
      if (block === undefined) {
        refused++;
        continue;
      }
      if (round % 5 !== 0 || toHex(bytes) === toHex(segwitBlockBytes)) continue;
      const same =
        toHex(block.hash) === toHex(original.hash) &&
        toHex(blockMerkleRoot(block)) === toHex(original.header.merkleRoot) &&
        toHex(computeWitnessCommitment(block) ?? new Uint8Array()) ===
          toHex(witnessCommitment(block) ?? new Uint8Array());
      expect(same).toBe(false);
    }
    expect(refused).toBeGreaterThan(10);
  });
});

describe('made bytes', () => {
  test('reads back any serialized transaction field by field', () => {
    const bytes = (maxLength: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ maxLength });
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const u32 = fc.nat(0xffffffff);
    const input = fc.record({ prevTxid: hash, prevVout: u32, scriptSig: bytes(300), sequence: u32 });
    const output = fc.record({ value: fc.maxSafeNat(), script: bytes(300) });
    fc.assert(
      fc.property(
        fc.record({
          version: u32,
          inputs: fc.array(fc.tuple(input, fc.array(bytes(300), { maxLength: 4 })), { minLength: 1, maxLength: 5 }),
          outputs: fc.array(output, { maxLength: 5 }),
          locktime: u32,
        }),
        ({ version, inputs, outputs, locktime }) => {
          const witness = inputs.map(([, stack]) => stack);
          const hasWitness = witness.some((stack) => stack.length > 0);
          const plain = { version, inputs: inputs.map(([fields]) => fields), outputs, locktime };
          const tx = readWholeTransaction(makeTransaction(hasWitness ? { ...plain, witness } : plain));
          expect({ version: tx.version, inputs: tx.inputs(), outputs: tx.outputs(), locktime: tx.locktime }).toEqual({
            ...plain,
            inputs: inputs.map(([fields, stack]) => ({ ...fields, witness: stack })),
          });
          expect(tx.strippedSize).toBe(makeTransaction(plain).length);
        },
      ),
      { seed: 9, numRuns: 400 },
    );
  });
});
