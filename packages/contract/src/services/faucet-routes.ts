import { type Static, Type } from 'typebox';
import { closed, Int } from '../shapes/terms.ts';
import type { ServiceRoute } from './service-route.ts';

/** Whether the faucet pays the user, and why not; `address` takes test coins that are returned, amounts in sats. */
export const FaucetStatus = Type.Object(
  {
    address: Type.Optional(Type.String()),
    min: Int,
    max: Int,
    code: Type.Enum([
      'ok',
      'faucet_not_available',
      'faucet_not_available_no_utxo',
      'faucet_maximum_reached',
      'faucet_too_soon',
    ]),
  },
  closed,
);
export type FaucetStatus = Static<typeof FaucetStatus>;

/** The transaction that pays. */
export const FaucetPayment = Type.Object({ txid: Type.String() }, closed);

/** Routes of the faucets of test networks, as clients of mempool.space know that of testnet4. */
export const faucetRoutes = {
  faucetStatus: {
    method: 'GET',
    path: '/:network/faucet/status',
    summary: 'Limits of the faucet of a test network, and whether it pays the user.',
    fields: [],
    answer: FaucetStatus,
    access: 'user',
  },
  faucetRequest: {
    method: 'GET',
    path: '/:network/faucet/request',
    summary: 'Pays the user; needs a proof of work, unless the operator has turned that off.',
    fields: ['address', 'sats', 'altcha'],
    answer: FaucetPayment,
    access: 'user',
  },
} as const satisfies Record<string, ServiceRoute>;
/** Name of one of these routes. */
export type FaucetRouteId = keyof typeof faucetRoutes;

/** Errors of faucets. */
export const faucetErrors = {
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
