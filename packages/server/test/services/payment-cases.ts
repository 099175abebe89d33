import type { AccelerationEstimate, PaymentInvoice, PaymentOrder } from '@glassblock/contract/services';
import { displayHash, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { answerTo, call, deltas, errorOf, explorer, lnd, mine, node, send, utxos } from './service-world.ts';

/** Sends sats to an address. @returns the txid, once the explorer has it */
async function payTo(address: string, sats: number): Promise<string> {
  const spends = [utxos.pop()!, utxos.pop()!];
  const inputs = spends.map(({ txid, vout }) => ({ txid: displayHash(txid), vout, sequence: 0xfffffffd }));
  const change = 2_000_000 - sats - 20_000;
  const { p2sh } = (await node.client.rpc('decodescript', '51')) as { p2sh: string };
  const outputs = [{ [address]: sats / 1e8 }, { [p2sh]: change / 1e8 }];
  const bare = (await node.client.rpc('createrawtransaction', inputs, outputs)) as string;
  const witness = spends
    .map(({ script }) => `01${script.length.toString(16).padStart(2, '0')}${toHex(script)}`)
    .join('');
  const raw = `${bare.slice(0, 8)}0001${bare.slice(8, -8)}${witness}${bare.slice(-8)}`;
  const id = (await node.client.rpc('sendrawtransaction', raw)) as string;
  await explorer.until(`/api/tx/${id}`, (tx) => typeof tx === 'object');
  return id;
}
const orderOf = (id: string) => answerTo<PaymentOrder>('bitcoinOrder', { query: `?id=${id}` });
const checkOf = (id: string) => call('bitcoinCheck', { query: `?order_id=${id}` });
const untilOrder = async (id: string, status: PaymentOrder['status']) => {
  await expect.poll(async () => (await orderOf(id)).status).toBe(status);
  return orderOf(id);
};

/** Registers the tests of payments. */
export function paymentCases(): void {
  it('accelerates for a Lightning invoice without an account, and the rest can be claimed', async () => {
    const txid = await send(2);
    const estimate = await answerTo<AccelerationEstimate>('estimate', { body: { txInput: txid } });
    expect(estimate.availablePaymentMethods.bitcoin).toEqual({ enabled: true, min: 1_000, max: 10_000_000 });
    const headers = { 'idempotency-key': 'one' };
    const sent = { headers, body: { txid, maxBidBoost: 9_000 } };
    const invoice = await answerTo<PaymentInvoice>('invoice', sent);
    const { btcpayInvoiceId: id, addresses } = invoice;
    expect(addresses.BTC).toMatch(/^bcrt1q/);
    expect(Number(invoice.btcDue)).toBeCloseTo((9_500 + estimate.txSummary.effectiveVsize) / 1e8, 8);
    expect(await answerTo('invoice', sent)).toEqual(invoice);
    const other = { product: txid, amount: 9_500 + estimate.txSummary.effectiveVsize };
    const same = await answerTo<PaymentInvoice>('bitcoin', { body: other });
    expect(same).toMatchObject({ btcDue: invoice.btcDue });
    expect(same.addresses.BTC).not.toBe(addresses.BTC);
    expect(await answerTo('bitcoinInvoice', { query: `?id=${id}` })).toEqual(invoice);
    await expect.poll(async () => (await checkOf(id)).status).toBe(204);
    expect(await errorOf('bitcoinCheck', { query: '?order_id=unknown' })).toBe('invoice_not_found');
    expect(await errorOf('bitcoinInvoice', { query: `?id=${'x'.repeat(300)}` })).toBe('invoice_not_found');
    // it is settled while the connection is lost: requested after reconnecting
    lnd.disconnect();
    lnd.settle(addresses.BTC_LightningLike!);
    await untilOrder(id, 'accelerated');
    expect((await checkOf(id)).status).toBe(200);
    // the invoice has its acceleration before the miner has its fee delta
    await expect.poll(async () => (await deltas())[txid]?.fee_delta).toBe(9_000);
    expect(await errorOf('invoice', { body: { txid, maxBidBoost: 9_000 } })).toBe('acceleration_duplicated');
    const guest = await orderOf(id);
    expect(guest).toMatchObject({ received: guest.amount, claimable: 0, acceleration: { txid, maxBid: 9_000 } });
    await mine(3);
    await expect.poll(async () => (await orderOf(id)).acceleration?.status).toBe('completed');
    const { claimable } = await orderOf(id);
    expect(claimable).toBeGreaterThan(0);
    const { balance } = await answerTo<{ balance: number }>('balance', { as: 'bob' });
    expect(await answerTo('bitcoinClaim', { as: 'bob', body: { id } })).toEqual({ amount: claimable });
    expect(await errorOf('bitcoinClaim', { as: 'alice', body: { id } })).toBe('bad_request');
    expect(await answerTo('balance', { as: 'bob' })).toMatchObject({ balance: balance + claimable });
  });

  it('credits a top-up on chain with its confirmations', async () => {
    const { btcpayInvoiceId: id, addresses } = await answerTo<PaymentInvoice>('topUp', {
      as: 'alice',
      form: { amount: '1000000' },
    });
    const { balance } = await answerTo<{ balance: number }>('balance', { as: 'alice' });
    const txid = await payTo(addresses.BTC!, 1_000_000);
    expect(await untilOrder(id, 'confirming')).toMatchObject({ received: 0, pending: 1_000_000 });
    expect((await checkOf(id)).status).toBe(204);
    // three confirmations for a million sats
    await mine(3);
    expect(await untilOrder(id, 'paid')).toMatchObject({ payments: [{ reference: `${txid}:0`, status: 'credited' }] });
    expect(await answerTo('balance', { as: 'alice' })).toMatchObject({ balance: balance + 1_000_000 });
    const [top] = await answerTo<{ invoiceId: string }[]>('topUps', { as: 'alice' });
    expect(top).toMatchObject({ invoiceId: id, status: 'paid', amount: 1_000_000, type: 'bitcoin' });
  });

  it('refuses payments that are not configured, out of bounds or unknown, and reports when lnd is away', async () => {
    const txid = await send(3);
    const bidOf = (maxBidBoost: unknown) => errorOf('invoice', { body: { txid, maxBidBoost } });
    expect(await bidOf(1)).toBe('invalid_acceleration_request');
    expect(await bidOf(20_000_000)).toBe('payment_method_not_allowed_out_of_bound');
    expect(await bidOf('x')).toBe('bad_request');
    expect(await errorOf('topUp', { as: 'bob', body: { amount: 999_999 } })).toBe(
      'payment_method_not_allowed_out_of_bound',
    );
    expect(await errorOf('squareSetup')).toBe('payment_method_not_allowed');
    const card = { txInput: txid, token: 'x', referenceId: 'accelerator-x', cashtag: '$x' };
    for (const id of ['cashapp', 'applePay', 'googlePay'] as const)
      expect(await errorOf(id, { body: card })).toBe('payment_method_not_allowed');
    expect(await errorOf('cardOnFile', { as: 'bob', body: card })).toBe('payment_method_not_allowed');
    const { btcpayInvoiceId: id } = await answerTo<PaymentInvoice>('invoice', { body: { txid, maxBidBoost: 5_000 } });
    expect(await errorOf('bitcoinSimulate', { body: { id } })).toBe('not_available');
    await lnd.stop();
    await expect.poll(async () => (await checkOf(id)).status).toBe(504);
    expect(await bidOf(5_000)).toBe('temporarily_unavailable');
  });
}
