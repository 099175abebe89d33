import type { BlockArrival } from '@glassblock/mempool';
import { ByteWriter, headerSize, type OutputValue, writeSpentOutputs } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { bodyOf } from '../network/chain/bodies.ts';
import type { ChainContext } from '../network/chain/chain-context.ts';
import { auditSourceOf } from './audit-source.ts';
import { type AuditSource, type MinedBlockFigures, openAudits } from './audits.ts';

const hash = 'b1'.repeat(32);
const figures: MinedBlockFigures = { height: 7, time: 1_700_000_000, fees: 500 };

/** Arrival of a block without transactions, at a mempool without any. */
const arrival: BlockArrival = {
  hash,
  time: 1_700_000_100,
  reservedWeight: 8_000,
  template: [],
  waiting: {
    weights: new Uint32Array(0),
    rates: new Float64Array(0),
    firstSeen: new Float64Array(0),
    positions: new Int32Array(0),
  },
  known: [],
};
const emptyBlock = { weight: 1_000, coinbaseWeight: 600, txs: [] };

/** Audits of a source whose index connects the block when `connect` is called. */
async function openWorld(block: AuditSource['block']) {
  const errors: unknown[] = [];
  const audits = await openAudits({ directory: undefined, maxBytes: 1e6, onError: (error) => errors.push(error) });
  const connected = Promise.withResolvers<MinedBlockFigures>();
  const calls: string[] = [];
  audits.arrived(
    { hash, arrival },
    {
      block(id) {
        calls.push('block');
        return block(id);
      },
      figures() {
        calls.push('figures');
        return connected.promise;
      },
    },
  );
  return { audits, calls, errors, connect: () => connected.resolve(figures) };
}

it('audits a block while the index connects it', async () => {
  const given = Promise.withResolvers<typeof emptyBlock>();
  const { audits, calls, errors, connect } = await openWorld(() => given.promise);
  const isSettled = audits.settled(hash);
  await Promise.resolve();
  expect(calls).toEqual(['block', 'figures']);
  given.resolve(emptyBlock);
  connect();
  await isSettled;
  expect(audits.score(hash)).toMatchObject({ hash, ...figures, matchRate: 100 });
  expect(await audits.audit(hash)).toMatchObject({ hash, matchRate: 100 });
  expect(errors).toEqual([]);
  await audits.stop();
});

it('requests a block again when the index has it, and reports a second failure', async () => {
  let failures = 1;
  const block = async () => {
    if (failures-- > 0) throw new Error('the node is away');
    return emptyBlock;
  };
  const recovered = await openWorld(block);
  recovered.connect();
  await recovered.audits.settled(hash);
  expect(recovered.audits.score(hash)).toMatchObject(figures);
  expect(recovered.errors).toEqual([]);

  failures = 2;
  const failed = await openWorld(block);
  failed.connect();
  await failed.audits.settled(hash);
  expect(failed.audits.score(hash)).toBeUndefined();
  expect(failed.errors).toEqual([new Error('the node is away')]);
  await Promise.all([recovered, failed].map(({ audits }) => audits.stop()));
});

it('computes weights and fee rates of a block from its bytes alone', async () => {
  const tx = (nonce: number) =>
    new ByteWriter()
      .u32(2)
      .compactSize(1)
      .bytes(new Uint8Array(36).fill(nonce))
      .compactSize(0)
      .u32(0)
      .compactSize(1)
      .u64(5)
      .lengthPrefixed(new Uint8Array(3))
      .u32(0)
      .finish();
  const [coinbase, spending] = [tx(0), tx(1)];
  const block = new ByteWriter().bytes(new Uint8Array(headerSize)).compactSize(2).bytes(coinbase).bytes(spending);
  const prevout = { value: 505 as OutputValue, script: new Uint8Array(0) };
  const body = bodyOf({ block: block.finish(), spent: writeSpentOutputs([[], [prevout]]) });
  const context: Pick<ChainContext, 'bodies'> = {
    bodies: { body: async () => body } as unknown as ChainContext['bodies'],
  };
  const { weight, coinbaseWeight, txs } = await auditSourceOf(context as ChainContext).block(hash);
  expect([weight, coinbaseWeight]).toEqual([4 * body.bytes.length, 4 * coinbase.length]);
  expect(txs).toMatchObject([{ weight: 4 * spending.length, rate: 500 / spending.length }]);
});
