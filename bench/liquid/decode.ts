/**
 * Full decode of Elements blocks with txid, wtxid, discount size and outputs of every transaction; medians.
 *
 *     node bench/liquid/decode.ts [seed]
 *
 * Blocks: the whole block in the test data of the Rust crate `elements` and those of a recorded node, repeated, and generated
 * blocks of confidential transactions.
 */
import { elementsNetworks, readElementsBlock } from '@glassblock/primitives/elements';
import { federationParams } from '../../packages/devnode/src/elements/federation-scripts.ts';
import { createKeyring } from '../../packages/devnode/src/traffic/keyring.ts';
import { crateBytes, recordedChain } from '../../packages/primitives/test/support/elements.ts';
import { calibrate, median } from '../calibrate.ts';
import { madeBlocks } from './made-blocks.ts';

const seed = Number(process.argv[2] ?? '1');
const rounds = 15;
const bytesPerRound = 10e6;

/** Sums the decoded values, so that no work is optimized away. */
function decode(bytes: Uint8Array): number {
  let sum = 0;
  for (const tx of readElementsBlock(bytes).txs) {
    sum += tx.txid[31]! + tx.wtxid[31]! + tx.discountWeight;
    for (const { script } of tx.outputs()) sum += script.length;
    for (const { prevVout } of tx.inputs()) sum += prevVout;
  }
  return sum;
}

const params = federationParams(createKeyring(seed), 740);
const made = [...madeBlocks({ network: elementsNetworks.liquiddemo, params, seed, bytes: bytesPerRound })];
const sets: readonly (readonly [string, readonly Uint8Array[]])[] = [
  ['block of the crate', [crateBytes('failedblock')]],
  ['recorded chain', recordedChain()],
  ['generated blocks', made],
];
for (const [name, blocks] of sets) {
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  const repeats = Math.max(1, Math.round(bytesPerRound / bytes));
  const times: number[] = [];
  const speeds: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) for (const block of blocks) decode(block);
    if (round >= 0) times.push(performance.now() - start);
    speeds.push(calibrate());
  }
  const milliseconds = median(times);
  console.log(
    `${name}: ${blocks.length} blocks, ${(bytes / 1e6).toFixed(2)} MB, ` +
      `${((bytes * repeats) / 1e3 / milliseconds).toFixed(0)} MB/s, calibration ${median(speeds).toFixed(1)} ms`,
  );
}
