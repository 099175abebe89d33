import type { Text, TextId } from '../../messages/use-text.ts';

const known: Readonly<Record<string, TextId>> = {
  acceleration_duplicated: 'checkout.reason.duplicated',
  'acceleration-duplicated': 'checkout.reason.duplicated',
  acceleration_outbid: 'checkout.reason.outbid',
  'acceleration-outbid': 'checkout.reason.outbid',
  txid_not_in_mempool: 'checkout.reason.notInMempool',
  'txid-not-in-mempool': 'checkout.reason.notInMempool',
  cannot_accelerate_tx: 'checkout.reason.notInMempool',
  'cannot-accelerate': 'checkout.reason.notInMempool',
  no_mining_pool_available: 'checkout.reason.noMiner',
  'no-mining-pool-available': 'checkout.reason.noMiner',
  temporarily_unavailable: 'checkout.reason.busy',
  not_enough_balance: 'checkout.reason.balance',
  invalid_acceleration_request: 'checkout.reason.bid',
  'bad-bid': 'checkout.reason.bid',
  payment_method_not_allowed: 'checkout.reason.noPayments',
  payment_method_not_allowed_out_of_bound: 'checkout.reason.bounds',
  not_available: 'checkout.reason.noPayments',
  invoice_expired: 'checkout.reason.expired',
  invoice_not_found: 'checkout.reason.unknownInvoice',
};

/** Returns the text of an error code; an unknown code is returned as it is. */
export function reasonText(text: Text, reason: string | null): string {
  const id = reason !== null && Object.hasOwn(known, reason) ? known[reason] : undefined;
  return id === undefined ? text('checkout.reason.other', { reason: reason ?? '' }) : text(id);
}
