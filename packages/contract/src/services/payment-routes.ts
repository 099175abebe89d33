import * as shape from './payment-shapes.ts';
import type { ServiceRoute } from './service-route.ts';

const cardFields = ['txInput', 'token', 'referenceId', 'userApprovedUSD'];

/** Routes of payments and automatic acceleration. */
export const paymentRoutes = {
  invoice: {
    method: 'POST',
    path: '/accelerator/invoice',
    summary:
      'An invoice for an acceleration, with or without an account. Header `Idempotency-Key`: the same invoice again.',
    fields: ['txid', 'maxBidBoost'],
    answer: shape.PaymentInvoice,
    access: 'public',
  },
  bitcoin: {
    method: 'POST',
    path: '/payments/bitcoin',
    summary: 'The same for the total: bid and fees.',
    fields: ['product', 'amount'],
    answer: shape.PaymentInvoice,
    access: 'public',
  },
  bitcoinInvoice: {
    method: 'GET',
    path: '/payments/bitcoin/invoice',
    summary: 'An invoice.',
    fields: ['id'],
    answer: shape.PaymentInvoice,
    access: 'public',
  },
  bitcoinCheck: {
    method: 'GET',
    path: '/payments/bitcoin/check',
    summary:
      'State of an invoice: 200 paid, 204 not yet, 400 expired or not used for its purpose, 404 unknown, 504 retry.',
    fields: ['order_id'],
    answer: undefined,
    access: 'public',
  },
  bitcoinOrder: {
    method: 'GET',
    path: '/payments/bitcoin/order',
    summary: 'Progress of an invoice: payments and acceleration.',
    fields: ['id'],
    answer: shape.PaymentOrder,
    access: 'public',
  },
  bitcoinClaim: {
    method: 'POST',
    path: '/payments/bitcoin/claim',
    summary: 'Moves what is left of an invoice that was paid without an account to the balance of the user.',
    fields: ['id'],
    answer: shape.PaymentClaim,
    access: 'user',
  },
  bitcoinSimulate: {
    method: 'POST',
    path: '/payments/bitcoin/simulate',
    summary: 'Demo only: pays an invoice.',
    fields: ['id'],
    answer: undefined,
    access: 'public',
  },
  topUp: {
    method: 'POST',
    path: '/accelerator/top-up',
    summary: 'An invoice for the balance of the user, at least 1,000,000 sats.',
    fields: ['amount'],
    answer: shape.PaymentInvoice,
    access: 'user',
  },
  squareSetup: {
    method: 'GET',
    path: '/square/setup',
    summary: 'Settings for the widgets of the card provider.',
    fields: [],
    answer: shape.CardSetup,
    access: 'public',
  },
  cashapp: {
    method: 'POST',
    path: '/accelerator/accelerate/cashapp',
    summary: 'Accelerates a transaction by Cash App.',
    fields: [...cardFields, 'cashtag'],
    answer: shape.CardReceipt,
    access: 'public',
  },
  applePay: {
    method: 'POST',
    path: '/accelerator/accelerate/applePay',
    summary: 'Accelerates a transaction by Apple Pay.',
    fields: [...cardFields, 'cardTag'],
    answer: shape.CardReceipt,
    access: 'public',
  },
  googlePay: {
    method: 'POST',
    path: '/accelerator/accelerate/googlePay',
    summary: 'Accelerates a transaction by Google Pay.',
    fields: [...cardFields, 'cardTag', 'verificationToken', 'userChallenged'],
    answer: shape.CardReceipt,
    access: 'public',
  },
  cardOnFile: {
    method: 'POST',
    path: '/accelerator/accelerate/cardOnFile',
    summary: 'Accelerates a transaction by a stored card.',
    fields: [...cardFields, 'verificationToken', 'userChallenged'],
    answer: shape.CardReceipt,
    access: 'user',
  },
  autoAccelerate: {
    method: 'POST',
    path: '/accelerator/auto-accelerate',
    summary: 'Accelerates a transaction from the balance when a trigger is reached.',
    fields: ['txid', 'type', 'value'],
    answer: undefined,
    access: 'user',
  },
  autoHistory: {
    method: 'GET',
    path: '/accelerator/auto-accelerate/history',
    summary: 'Automatic accelerations of the user, newest first, at most 1,000.',
    fields: [],
    answer: shape.AutoAccelerations,
    access: 'user',
  },
  autoCancel: {
    method: 'POST',
    path: '/accelerator/auto-accelerate/cancel',
    summary: 'Ends automatic accelerations of a transaction; 204 when there is none.',
    fields: ['txid', 'type'],
    answer: undefined,
    access: 'user',
  },
} as const satisfies Record<string, ServiceRoute>;

/** Errors of payments with their status. */
export const paymentErrors = {
  acceleration_outbid: { status: 400, meaning: 'the transaction is accelerated already with a higher bid' },
  payment_method_not_allowed: { status: 403, meaning: 'the payment method is not configured' },
  payment_method_not_allowed_out_of_bound: {
    status: 400,
    meaning: 'the amount is too small or too large for the payment method',
  },
  not_available: { status: 403, meaning: 'not available on this server' },
  payment_declined: { status: 402, meaning: 'the card provider declined the payment' },
  invoice_expired: {
    status: 400,
    meaning: 'the invoice expired, or what was paid is on the balance or can be claimed',
  },
  invoice_not_found: { status: 404, meaning: 'there is no such invoice' },
  payment_state_unknown: { status: 504, meaning: 'the Lightning node does not answer: retry' },
} as const;
