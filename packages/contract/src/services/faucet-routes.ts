import { type Static, Type } from 'typebox';
import { closed, Int } from '../shapes/terms.ts';
import type { ServiceRoute } from './service-route.ts';

/** Whether the faucet pays the user, and why not; `address` receives returned test coins, amounts in sats. */
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

/** Routes of the faucets of test networks, with the routes and shapes of mempool.space's testnet4 faucet. */
export const faucetRoutes = {
  faucetStatus: {
    method: 'GET',
    path: '/:network/faucet/status',
    summary: 'Limits of the faucet of a test network, and whether it pays the user.',
    fields: [],
    answer: FaucetStatus,
    access: 'user',
    errors: ['faucet_not_available'],
  },
  faucetRequest: {
    method: 'GET',
    path: '/:network/faucet/request',
    summary: 'Pays the user; needs a proof of work, unless the operator has turned that off.',
    fields: ['address', 'sats', 'altcha?'],
    answer: FaucetPayment,
    access: 'user',
    errors: [
      'faucet_too_soon',
      'faucet_maximum_reached',
      'faucet_not_available',
      'faucet_not_available_no_utxo',
      'faucet_address_not_allowed',
      'faucet_below_minimum',
      'faucet_above_maximum',
    ],
  },
} as const satisfies Record<string, ServiceRoute>;
/** Name of one of these routes. */
export type FaucetRouteId = keyof typeof faucetRoutes;
