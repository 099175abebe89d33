import { accountRoutes } from './account-routes.ts';
import { faucetErrors, faucetRoutes } from './faucet-routes.ts';
import { paymentErrors, paymentRoutes } from './payment-routes.ts';
import type { ServiceRoute } from './service-route.ts';
import * as shape from './service-shapes.ts';

/** Routes of services; errors are the bare words of `serviceErrors`. */
export const serviceRoutes = {
  ...paymentRoutes,
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in with a password and sets the session cookie.',
    fields: ['username', 'password'],
    answer: shape.ServiceAuth,
    access: 'public',
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session.',
    fields: [],
    answer: undefined,
    access: 'public',
  },
  jwt: {
    method: 'GET',
    path: '/auth/getJWT',
    summary: 'A new signed token of the session.',
    fields: [],
    answer: shape.ServiceAuth,
    access: 'session',
  },
  account: {
    method: 'GET',
    path: '/account',
    summary: 'The user.',
    fields: [],
    answer: shape.ServiceUser,
    access: 'user',
  },
  menu: {
    method: 'GET',
    path: '/account/menu',
    summary: 'Groups of the account menu.',
    fields: [],
    answer: shape.ServiceMenu,
    access: 'user',
  },
  version: {
    method: 'GET',
    path: '/version',
    summary: 'Version of the program.',
    fields: [],
    answer: shape.ServiceVersion,
    access: 'public',
  },
  estimate: {
    method: 'POST',
    path: '/accelerator/estimate',
    summary: 'Quote for accelerating an unconfirmed transaction; 204 when it is accelerated already.',
    fields: ['txInput (or txid)'],
    answer: shape.AccelerationEstimate,
    access: 'public',
  },
  accelerate: {
    method: 'POST',
    path: '/accelerator/accelerate',
    summary: 'Accelerates a transaction from the balance of the user.',
    fields: ['txInput (or txid)', 'userBid (or maxBidBoost)'],
    answer: undefined,
    access: 'user',
  },
  cancel: {
    method: 'POST',
    path: '/accelerator/cancel',
    summary: 'Cancels an acceleration that is not mined.',
    fields: ['id'],
    answer: undefined,
    access: 'user',
  },
  balance: {
    method: 'GET',
    path: '/accelerator/balance',
    summary: 'Balance, sats on hold and sats charged.',
    fields: [],
    answer: shape.ServiceBalance,
    access: 'user',
  },
  history: {
    method: 'GET',
    path: '/accelerator/history',
    summary: 'Accelerations of the user, newest first, at most 1,000.',
    fields: ['status', 'details'],
    answer: shape.OwnAccelerations,
    access: 'user',
  },
  topUps: {
    method: 'GET',
    path: '/accelerator/top-up-history',
    summary: 'Credits of the user, newest first, at most 1,000.',
    fields: [],
    answer: shape.TopUpHistory,
    access: 'user',
  },
  ...accountRoutes,
  ...faucetRoutes,
} as const satisfies Record<string, ServiceRoute>;
/** Name of a route. */
export type ServiceRouteId = keyof typeof serviceRoutes;

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
