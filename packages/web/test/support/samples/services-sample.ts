import type { AccelerationQuote } from '@glassblock/contract';
import type {
  AccelerationEstimate,
  AutoAccelerations,
  OwnAccelerations,
  PaymentInvoice,
  PaymentOrder,
  StoredCards,
} from '@glassblock/contract/services';
import { json, now, textAnswer } from './acceleration-sample.ts';
import type { SampleAnswer } from './sample-answer.ts';
import { hashOf } from './sample-data.ts';

/** Txid of the quote. */
export const quotedTxid = hashOf('quoted');
const price = { effectiveVsize: 250, effectiveFee: 500, ancestorCount: 2, targetFeeRate: 12 };
/** Quote of a checkout. */
export const sampleQuote: AccelerationQuote = {
  ...{ txid: quotedTxid, hasInvoices: true, isSimulated: false, reason: null },
  quote: { ...price, baseFee: 1_000, vsizeFee: 125, options: [2_500, 5_000, 10_000] },
};
/** Estimate for `quotedTxid`, whose payments are bounded. */
export const sampleEstimate: AccelerationEstimate = {
  txSummary: { txid: quotedTxid, effectiveVsize: 250, effectiveFee: 500, ancestorCount: 2 },
  ...{ cost: 2_500, targetFeeRate: 12, nextBlockFee: 3_000, userBalance: 20_000, enoughBalance: true },
  ...{ mempoolBaseFee: 1_000, vsizeFee: 125, pools: [], options: [{ fee: 2_500 }, { fee: 5_000 }, { fee: 10_000 }] },
  isProUser: false,
  availablePaymentMethods: {
    balance: { enabled: true, min: 2_500, max: 10_000 },
    bitcoin: { enabled: true, min: 1_000, max: 10_000_000 },
  },
  unavailable: false,
};
const invoice: PaymentInvoice = {
  btcpayInvoiceId: 'invoice-1',
  btcDue: '0.00006125',
  addresses: { BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', BTC_LightningLike: `lnbc61250n1${'q'.repeat(180)}` },
  expirationTime: now + 1_800,
  itemDesc: `Acceleration of ${quotedTxid}`,
  cryptoInfo: [{ payments: [] }],
};

/** Automatic accelerations of the account. */
export const sampleAuto: AutoAccelerations = [
  {
    txid: hashOf('auto 1'),
    status: 'tracking',
    added: now - 600,
    trigger_type: 'block_height',
    trigger_value: 850_000,
  },
  { txid: hashOf('auto 2'), status: 'tracking', added: now - 900, trigger_type: 'time_delay', trigger_value: 0.5 },
  { txid: hashOf('auto 3'), status: 'canceled', added: now - 1_200, trigger_type: 'timestamp', trigger_value: now },
  {
    txid: hashOf('auto 4'),
    status: 'confirmed',
    added: now - 9_000,
    trigger_type: 'next_block',
    trigger_value: 840_000,
  },
];

/** Returns an order of the sample invoice. */
export const orderOf = (more: Partial<PaymentOrder>): PaymentOrder => ({
  ...{ id: 'invoice-1', kind: 'acceleration', status: 'pending', amount: 6_125, received: 0, pending: 0 },
  ...{ claimable: 0, guest: true, added: now - 30, expires: now + 1_800, payments: [], reason: null },
  ...more,
});
const paid = {
  received: 6_125,
  payments: [
    { method: 'lightning', reference: 'x', amount: 6_125, status: 'credited', blockHeight: null, added: now - 20 },
  ],
} satisfies Partial<PaymentOrder>;
const bought = { txid: quotedTxid, maxBid: 5_000, bidBoost: null, baseFee: 1_000, vsizeFee: 125, blockHeight: null };
/** Orders in all states of the checkout. */
export const sampleOrders = {
  pending: orderOf({}),
  underpaid: orderOf({ status: 'underpaid', pending: 4_000 }),
  confirming: orderOf({ status: 'confirming', pending: 6_125 }),
  paid: orderOf({ status: 'paid', ...paid }),
  accelerating: orderOf({ status: 'accelerated', ...paid, acceleration: { ...bought, status: 'accelerating' } }),
  completed: orderOf({
    ...{ status: 'accelerated', ...paid, claimable: 1_000 },
    acceleration: { ...bought, status: 'completed', bidBoost: 4_000, blockHeight: 840_000 },
  }),
  outbid: orderOf({ status: 'credited', ...paid, claimable: 6_125, reason: 'acceleration-outbid' }),
  expired: orderOf({ status: 'expired', expires: now - 5 }),
} satisfies Record<string, PaymentOrder>;

/** Stored cards: one that can be charged, and an expired one. */
export const sampleCards: StoredCards = [
  {
    card_id: 'card-1',
    last_4: '4242',
    brand: 'VISA',
    name: 'Alice Example',
    billing: '',
    exp_month: 3,
    exp_year: 2099,
  },
  { card_id: 'card-2', last_4: '0005', brand: 'Mastercard', name: '', billing: '', exp_month: 1, exp_year: 2020 },
];
const acceleration: OwnAccelerations[number] = {
  ...{ id: 7, user_id: 1, txid: quotedTxid, status: 'accelerating', fee_paid: 0, added: now - 60, last_updated: now },
  ...{ confirmations: 0, base_fee: 1_000, vsize_fee: 125, max_bid: 5_000, effective_vsize: 250, effective_fee: 500 },
};
const topUp = { type: 'bitcoin', amount: 1_000_000, date: (now - 3_600) * 1_000, link: null };
const session = { added: now - 9_000, seen: now - 60, client: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** Answers of the routes of a signed-in user, by their ends. */
const answers: Readonly<Record<string, unknown>> = {
  [`quote/${quotedTxid}`]: sampleQuote,
  '/accelerator/estimate': sampleEstimate,
  '/accelerator/invoice': invoice,
  '/accelerator/top-up': { ...invoice, btcDue: '0.01000000' },
  '/payments/bitcoin/invoice': invoice,
  '/account': { username: 'alice', email: 'alice@example.org', passwordIsSet: true },
  '/accelerator/balance': { balance: 20_000, hold: 6_125, feesPaid: 12_000 },
  '/accelerator/top-up-history': [
    { ...topUp, invoiceId: 'invoice-1', status: 'pending' },
    { ...topUp, invoiceId: 'invoice-0', status: 'paid' },
  ],
  '/accelerator/history': [acceleration, { ...acceleration, id: 6, status: 'completed', fee_paid: 4_000 }],
  '/accelerator/auto-accelerate/history': sampleAuto,
  '/account/passkeys': [{ id: 1, name: 'Phone', added: now - 9_000, lastUsed: null }],
  '/account/keys': [{ id: 2, name: 'Script', added: now - 9_000 }],
  '/account/sessions': [
    { id: 3, ...session, current: true },
    { id: 4, ...session, client: '', current: false },
  ],
  '/account/cards': sampleCards,
  '/testnet4/faucet/status': { address: 'tb1qexample', min: 5_000, max: 500_000, code: 'ok' },
};

/** Returns the answer of a route of services for a signed-in user. */
export function servicesAnswer(path: string): SampleAnswer | undefined {
  const [bare = ''] = path.split('?');
  const [, route] = bare.split('/api/v1/services');
  if (route !== undefined) return Object.hasOwn(answers, route) ? json(answers[route]) : textAnswer('', 200);
  const [, quoted] = bare.split('/api/v1/accelerations/');
  return quoted !== undefined && Object.hasOwn(answers, quoted) ? json(answers[quoted]) : undefined;
}
