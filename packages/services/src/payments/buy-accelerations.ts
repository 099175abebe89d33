import { type CodedError, isCoded } from '@glassblock/primitives';
import { maxOpenInvoices } from './invoices.ts';
import type { PaymentsOptions } from './options.ts';

/** An acceleration that is paid for is tried for this time. */
const tryingSeconds = 3_600;

/** Failures that may pass. */
const transientCodes = ['services.no-mining-pool-available', 'services.no-fee-rate', 'services.busy'];

/** Buys the accelerations of paid invoices. If one cannot be bought, its sats stay on the balance. */
export async function buyAccelerations(options: PaymentsOptions): Promise<void> {
  const { database, accelerator, nowSeconds } = options;
  const paid = await database
    .selectFrom('invoices')
    .selectAll()
    .where('status', '=', 'paid')
    .where('kind', '=', 'acceleration')
    .orderBy('added')
    .limit(maxOpenInvoices)
    .execute();
  for (const { id, user_id, txid, bid, base_fee, vsize_fee, paid: since } of paid) {
    try {
      const fees = { baseFee: base_fee, vsizeFee: vsize_fee };
      await accelerator.acceptPaid({ invoiceId: id, userId: user_id!, txid: txid!, bid: bid!, ...fees });
    } catch (error) {
      if (!isCoded(error)) throw error;
      const isTrying = nowSeconds() < (since ?? 0) + tryingSeconds;
      if (isTrying && (await mayPass(options, error, txid!))) continue;
      await database
        .updateTable('invoices')
        .set({ status: 'credited', reason: error.code.replace('services.', '') })
        .where('id', '=', id)
        .where('status', '=', 'paid')
        .execute();
    }
  }
}

async function mayPass({ locations }: PaymentsOptions, { code }: CodedError, txid: string): Promise<boolean> {
  if (transientCodes.includes(code)) return true;
  if (code !== 'services.txid-not-in-mempool') return false;
  const located = await locations.locate([txid]);
  const place = located?.locations[0]?.in;
  return place !== 'block' && place !== 'nowhere';
}
