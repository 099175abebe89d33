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
