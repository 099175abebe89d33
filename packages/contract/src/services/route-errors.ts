import type { ServiceError } from './service-errors.ts';

/** Errors of routes that quote a transaction. */
export const quoted = [
  'txid_not_in_mempool',
  'cannot_accelerate_tx',
  'too_many_relatives',
  'high_sigop_tx',
  'recommended_fees_not_available',
  'no_mining_pool_available',
] as const satisfies ServiceError[];

/** Errors of routes that buy an acceleration. */
export const bought = [
  ...quoted,
  'invalid_acceleration_request',
  'acceleration_duplicated',
  'acceleration_outbid',
  'not_enough_balance',
  'mempool_rejected_raw_tx',
  'cannot_fetch_raw_tx',
  'cannot_decode_raw_tx',
  'invalid_tx_dependencies',
] as const satisfies ServiceError[];

/** Errors of invoices for an acceleration. */
export const priced = [
  ...quoted,
  'invalid_acceleration_request',
  'acceleration_duplicated',
  'payment_method_not_allowed',
  'payment_method_not_allowed_out_of_bound',
] as const satisfies ServiceError[];

/** Errors of card payments. */
export const carded = [
  ...quoted,
  'acceleration_duplicated',
  'payment_method_not_allowed',
  'payment_method_not_allowed_out_of_bound',
  'payment_declined',
] as const satisfies ServiceError[];
