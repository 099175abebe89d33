import { displayHash, networks, readBlock, sats, seededRandom, writeSpentOutputs } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { segwitBlockBytes } from '../../../../primitives/test/support/real-blocks.ts';
import { bodyOf } from '../../network/chain/bodies.ts';
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
  await mined.eachScript((hash, position) => {
    expect(position).toBeGreaterThanOrEqual(last);
    last = position;
    found[position]!.add(hash);
  });
  expect(found.map((hashes) => [...hashes])).toEqual(txs.map((_, position) => [...txAt(position).scripts]));
});

it('has the txids of a mainnet block, and creates a transaction once', async () => {
  const mined = await minedBlockOf(id, body, txAt);
  expect(mined.txids).toEqual(txs.map(({ txid }) => displayHash(txid)));
  expect(mined.tx(5).txid).toBe(mined.txids[5]);
  expect(mined.tx(5)).toBe(mined.tx(5));
});
