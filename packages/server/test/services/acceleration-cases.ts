import type { Acceleration } from '@glassblock/contract';
import type { AccelerationEstimate } from '@glassblock/contract/services';
import { openTx } from '@glassblock/node/testing';
import { toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import {
  answerTo,
  base,
  call,
  deltas,
  errorOf,
  explorer,
  history,
  mine,
  node,
  restartExplorer,
  send,
  untilState,
  utxos,
} from './service-world.ts';

/** Registers the tests of accelerations from a balance. */
export function accelerationCases(): void {
  it('quotes, accelerates, mines and charges a transaction', async () => {
    const parent = openTx([utxos.pop()!], [999_000]);
    await node.client.rpc('sendrawtransaction', toHex(parent.raw));
    const txid = await send(2, parent.utxos);
    const estimate = await answerTo<AccelerationEstimate>('estimate', { form: { txid } });
    expect(estimate).toMatchObject({ txSummary: { txid, ancestorCount: 2 }, userBalance: 0, enoughBalance: false });
    const { effectiveVsize: vsize, effectiveFee } = estimate.txSummary;
    expect(effectiveFee).toBeGreaterThan(1_000);
    const own = await answerTo<AccelerationEstimate>('estimate', { as: 'alice', body: { txInput: txid } });
    expect(own).toMatchObject({ userBalance: 50_000, enoughBalance: true, vsizeFee: vsize, mempoolBaseFee: 500 });
    expect(own.cost).toBeGreaterThanOrEqual(vsize);
    const sent = { as: 'alice', body: { txInput: txid, userBid: 20_000, accelerationUUID: 'x' } };
    expect(await errorOf('accelerate', { ...sent, body: { txInput: txid, userBid: 49_900 } })).toBe(
      'not_enough_balance',
    );
    expect(await errorOf('accelerate', { ...sent, body: { txInput: txid, userBid: 1 } })).toBe(
      'invalid_acceleration_request',
    );
    expect(await call('accelerate', sent)).toMatchObject({ status: 200, text: '' });
    expect(await errorOf('accelerate', sent)).toBe('acceleration_duplicated');
    expect((await call('estimate', { body: { txInput: txid } })).status).toBe(204);

    // the node's template and our projected block have the fee delta
    expect(await deltas()).toMatchObject({ [txid]: { fee_delta: 20_000 } });
    const entry = (await node.client.rpc('getmempoolentry', txid)) as { fees: { modified: number; base: number } };
    expect(Math.round((entry.fees.modified - entry.fees.base) * 1e8)).toBe(20_000);
    const template = (await node.client.rpc('getblocktemplate', { rules: ['segwit'] })) as {
      transactions: { txid: string }[];
    };
    expect(template.transactions.map((tx) => tx.txid)).toContain(txid);
    const active = await explorer.until<Acceleration[]>('/api/v1/accelerations', (list) => list.length === 1);
    expect(active[0]).toMatchObject({ txid, feeDelta: 20_000, effectiveVsize: vsize, effectiveFee, pools: [] });
    await explorer.until<{ acceleration?: boolean }>(
      `/api/v1/cpfp/${txid}`,
      ({ acceleration }) => acceleration === true,
    );
    const held = 20_000 + 500 + vsize;
    expect(await answerTo('balance', { as: 'alice' })).toEqual({ balance: 50_000 - held, hold: held, feesPaid: 0 });

    // the server restarts in between, and the node loses its fee deltas
    await restartExplorer(() => node.client.rpc('prioritisetransaction', txid, 0, -20_000));
    await expect.poll(async () => (await deltas())[txid]?.fee_delta).toBe(20_000);

    // the block's lowest fee rate is that of another transaction
    const { fee, weight } = await explorer.get<{ fee: number; weight: number }>(`/api/tx/${await send(50)}`);
    await mine(1);
    await untilState('alice', 'completed_provisional');
    await mine(2);
    const row = await untilState('alice', 'completed');
    const charged = Math.ceil((fee / (weight / 4)) * vsize) - effectiveFee + 500 + vsize;
    expect(row.fee_paid).toBe(charged);
    expect(row).toMatchObject({ confirmations: 3, max_bid: 20_000 });
    expect(await answerTo('balance', { as: 'alice' })).toEqual({
      balance: 50_000 - row.fee_paid,
      hold: 0,
      feesPaid: row.fee_paid,
    });
    expect((await history('alice'))[0]!.history).toHaveLength(4);
    expect(await deltas()).toEqual({});
    expect(await explorer.get('/api/v1/accelerations/recent/24h')).toMatchObject([
      { txid, boost_cost: expect.any(Number) },
    ]);
    const lists = `${base}/accelerator/accelerations`;
    expect(await explorer.get(`${lists}/stats`)).toMatchObject({ totalCompleted: 1 });
    const record = await explorer.get<{ blockHash: string; added: number }>(`${lists}/${txid}`);
    expect(record).toMatchObject({ txid, status: 'completed', feeDelta: 20_000 });
    expect(await explorer.status(`${lists}/${'ab'.repeat(32)}`)).toMatchObject({
      status: 404,
      text: 'Acceleration not found',
    });
    expect(await explorer.status(`${lists}/xyz`)).toMatchObject({ status: 400, text: 'invalid txid' });
    const { added, blockHash } = record;
    for (const query of [`blockHash=${blockHash}`, `from=${added}&to=${added}`])
      expect(await explorer.get(`${lists}/history?${query}`)).toEqual([record]);
    for (const query of [`blockHash=${'ab'.repeat(32)}`, `from=${added + 1}&timeframe=all`, `to=${added - 1}`])
      expect(await explorer.get(`${lists}/history?${query}`)).toEqual([]);
  });

  it('refunds canceled and replaced accelerations', async () => {
    const txid = await send(2);
    const { balance } = await answerTo<{ balance: number }>('balance', { as: 'bob' });
    await call('accelerate', { as: 'bob', form: { txid, maxBidBoost: '5000' } });
    const [{ id } = { id: 0 }] = await history('bob', 'accelerating');
    expect(await errorOf('cancel', { as: 'alice', form: { id: String(id) } })).toBe('invalid_acceleration_request');
    expect(await call('cancel', { as: 'bob', form: { id: String(id) } })).toMatchObject({ status: 200 });
    expect(await deltas()).toEqual({});
    expect(await answerTo('balance', { as: 'bob' })).toEqual({ balance, hold: 0, feesPaid: 0 });

    const spent = utxos.pop()!;
    const replaced = await send(2, [spent]);
    await call('accelerate', { as: 'bob', body: { txInput: replaced, userBid: 3_000 } });
    await send(60, [spent]);
    await untilState('bob', 'failed_provisional');
    await mine(2);
    await untilState('bob', 'failed');
    expect(await answerTo('balance', { as: 'bob' })).toEqual({ balance, hold: 0, feesPaid: 0 });
    expect(await deltas()).toEqual({});
  });
}
