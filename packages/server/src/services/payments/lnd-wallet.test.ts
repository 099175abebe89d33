import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startScriptedInvoices } from '../../../test/support/scripted-invoices.ts';
import { createLndWallet } from './lnd-wallet.ts';

it('looks up invoices: settled ones, open ones and those that the node does not have', async () => {
  const lnd = await startScriptedInvoices();
  const wallet = createLndWallet({ url: lnd.url, macaroonFile: undefined, certificateFile: undefined });
  try {
    const { paymentHash, paymentRequest } = await wallet.createInvoice({ amountSats: 5, memo: '', lifeSeconds: 60 });
    expect(await wallet.lookUp(paymentHash)).toBeUndefined();
    lnd.settle(paymentRequest);
    expect(await wallet.lookUp(paymentHash)).toMatchObject({ paymentHash, amountSats: 5 });
    // an lnd that was restored or replaced: an error would keep the invoice open forever
    expect(await wallet.lookUp('00'.repeat(32))).toBeUndefined();
  } finally {
    await lnd.stop();
  }
  await expect(wallet.lookUp('00'.repeat(32))).rejects.toMatchObject({ code: 'lightning.unreachable' });
});

it.each([
  'null',
  '5',
  'text',
  '{"result":null}',
  '{"error":{"code":2}}',
  '{"result":{"state":"SETTLED","r_hash":"AA==","amt_paid_sat":"2100000000000001","settle_date":"1"}}',
])('ends a subscription with the message %s as an answer of another form', async (message) => {
  const server = createServer((_, response) => response.end(`${message}\n`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wallet = createLndWallet({ url, macaroonFile: undefined, certificateFile: undefined });
  const settled: unknown[] = [];
  try {
    const following = wallet.follow(
      async (invoice) => void settled.push(invoice),
      () => undefined,
      new AbortController().signal,
    );
    await expect(following).rejects.toMatchObject({ code: 'lightning.bad-answer' });
    expect(settled).toEqual([]);
  } finally {
    server.close();
  }
});
