import {
  displayHash,
  fromHex,
  networks,
  readBlock,
  sats,
  scriptHashHex,
  seededRandom,
  toHex,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { segwitBlockBytes } from '../../../../primitives/test/support/real-blocks.ts';
import { bodyOf } from '../../network/chain/bodies.ts';
import { scriptMark } from '../trackers/script-marks.ts';
import { minedBlockOf } from './mined-block.ts';
import { outboundBlockTx } from './outbound-tx.ts';

const id = '0000000000000000000590fc0f3eba193a278534220b2b37e9849e1a770ca959';
const block = segwitBlockBytes;
const { txs } = readBlock(block);
const random = seededRandom(7);
/** Of these scripts, some transactions spend one several times. */
const scriptCount = 2_000;
const spent = writeSpentOutputs(
  txs.map((tx, position) =>
    Array.from({ length: position === 0 ? 0 : tx.inputCount }, () => {
      const number = Math.floor(random() * scriptCount);
      return { value: sats(1_000), script: Uint8Array.of(0x51, number & 0xff, number >> 8) };
    }),
  ),
);
const body = bodyOf({ block, spent });
const status = { confirmed: true, block_height: 702_861, block_hash: id, block_time: 1_632_900_000 } as const;
const txAt = (position: number) =>
  outboundBlockTx(body.tx(position), () => body.prevouts(position), status, networks.mainnet);

it('finds the scripts of a mainnet block that its transactions have', async () => {
  const mined = await minedBlockOf(id, body, txAt);
  const found = txs.map(() => new Set<string>());
  let last = 0;
  await mined.eachScript({ has: () => true }, (hash, position) => {
    expect(position).toBeGreaterThanOrEqual(last);
    last = position;
    found[position]!.add(hash);
  });
  expect(found.map((hashes) => [...hashes])).toEqual(txs.map((_, position) => [...txAt(position).scripts]));
});

it('finds only the scripts with a mark, and all of them', async () => {
  const mined = await minedBlockOf(id, body, txAt);
  const outputs = txs.flatMap((tx, position) => [...tx.outputs()].map(({ script }) => ({ script, position })));
  const wanted = new Set(outputs.filter((_, i) => i % 97 === 0).map(({ script }) => toHex(script)));
  // of a long script four bytes count; spent outputs have short ones here
  const partOf = (hex: string) => (hex.length < 16 ? hex.length : hex.slice(8, 16));
  const parts = new Set([...wanted].map(partOf));
  const found: string[] = [];
  const marks = new Set([...wanted].map((hex) => scriptMark(fromHex(hex))));
  await mined.eachScript(marks, (hash, position) => void found.push(`${position} ${hash}`));
  const expected = outputs.filter(({ script }) => parts.has(partOf(toHex(script))));
  expect(found).toEqual(expected.map(({ script, position }) => `${position} ${scriptHashHex(script)}`));
  expect(found.length).toBeGreaterThanOrEqual(wanted.size);
  expect(found.length).toBeLessThan(outputs.length / 4);
});

it('has the txids of a mainnet block, and creates a transaction once', async () => {
  const mined = await minedBlockOf(id, body, txAt);
  expect(mined.txids).toEqual(txs.map(({ txid }) => displayHash(txid)));
  expect(mined.tx(5).txid).toBe(mined.txids[5]);
  expect(mined.tx(5)).toBe(mined.tx(5));
});
