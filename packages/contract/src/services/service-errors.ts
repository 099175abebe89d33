/** Errors of payments with their status. */
const paymentErrors = {
  acceleration_outbid: { status: 400, meaning: 'the transaction is accelerated already with a higher bid' },
  payment_method_not_allowed: { status: 403, meaning: 'the payment method is not configured' },
  payment_method_not_allowed_out_of_bound: {
    status: 400,
    meaning: 'the amount is too small or too large for the payment method',
  },
  payment_declined: { status: 402, meaning: 'the card provider declined the payment' },
  invoice_expired: {
    status: 400,
    meaning: 'the invoice expired, or what was paid is on the balance or can be claimed',
  },
  invoice_not_found: { status: 404, meaning: 'there is no such invoice' },
  payment_state_unknown: { status: 504, meaning: 'the Lightning node does not answer: retry' },
} as const;

/** Errors of faucets. */
const faucetErrors = {
  faucet_too_soon: { status: 403, meaning: 'the user or the address was paid a short time ago' },
  faucet_maximum_reached: { status: 403, meaning: 'the user has received the maximum of 24 hours' },
  faucet_not_available: {
    status: 503,
    meaning: 'no faucet of this network, its node does not answer, or all users have received the maximum of 24 hours',
  },
  faucet_not_available_no_utxo: { status: 503, meaning: 'the faucet is empty' },
  faucet_address_not_allowed: { status: 400, meaning: 'an address of the faucet itself' },
  faucet_below_minimum: { status: 400, meaning: 'less than the faucet pays' },
  faucet_above_maximum: { status: 400, meaning: 'more than the faucet pays' },
} as const;

/** Errors of services with their status: the body is the word itself, as clients of mempool.space expect. */
export const serviceErrors = {
  ...paymentErrors,
  bad_request: { status: 400, meaning: 'the request is malformed' },
  invalid_credentials: { status: 401, meaning: 'no such user, a wrong password, or a locked or disabled user' },
  invalid_user: { status: 401, meaning: 'account routes: not signed in' },
  unauthorized: { status: 401, meaning: 'not signed in' },
  not_available: {
    status: 403,
    meaning: 'not offered by this server, or not while accelerations of the user are open',
  },
  forbidden: {
    status: 403,
    meaning: 'a request with a cookie from another origin, or a key where a session is needed',
  },
  temporarily_unavailable: { status: 429, meaning: 'too many attempts to sign in, or too much work' },
  internal_server_error: { status: 500, meaning: 'a bug, or the database is not available; the log has the reason' },
  invalid_acceleration_request: { status: 400, meaning: 'no such acceleration of the user, or a bid that is too low' },
  txid_not_in_mempool: { status: 400, meaning: 'the transaction is not in the mempool' },
  cannot_accelerate_tx: { status: 400, meaning: 'the transaction is confirmed' },
  too_many_relatives: { status: 400, meaning: 'the transaction has more than 24 unconfirmed ancestors' },
  high_sigop_tx: { status: 400, meaning: 'the transaction has too many signature operations for its size' },
  recommended_fees_not_available: { status: 503, meaning: 'the fee rate of the next block is not known yet' },
  cannot_fetch_raw_tx: { status: 503, meaning: 'the transaction left the mempool before miners had it; refunded' },
  cannot_decode_raw_tx: { status: 400, meaning: 'no miner can decode the transaction; refunded' },
  invalid_tx_dependencies: { status: 400, meaning: 'no miner has what the transaction spends; refunded' },
  mempool_rejected_raw_tx: { status: 400, meaning: 'the mempools of the miners refuse the transaction; refunded' },
  acceleration_duplicated: { status: 400, meaning: 'the transaction is accelerated already' },
  not_enough_balance: { status: 400, meaning: 'the balance does not cover bid and fees' },
  ...faucetErrors,
  no_mining_pool_available: { status: 503, meaning: 'no miner answers; nothing was charged' },
} as const satisfies Record<string, { status: number; meaning: string }>;
/** Word of an error. */
export type ServiceError = keyof typeof serviceErrors;
