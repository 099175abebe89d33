import { accountRoutes } from './account-routes.ts';
import { AnyObject } from './account-shapes.ts';
import { faucetRoutes } from './faucet-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { bought, quoted } from './route-errors.ts';
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
    errors: ['invalid_credentials'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session.',
    fields: [],
    answer: AnyObject,
    access: 'public',
    errors: [],
  },
  jwt: {
    method: 'GET',
    path: '/auth/getJWT',
    summary: 'A new signed token of the session.',
    fields: [],
    answer: shape.ServiceAuth,
    access: 'session',
    errors: [],
  },
  account: {
    method: 'GET',
    path: '/account',
    summary: 'The user.',
    fields: [],
    answer: shape.ServiceUser,
    access: 'user',
    errors: [],
  },
  menu: {
    method: 'GET',
    path: '/account/menu',
    summary: 'Groups of the account menu.',
    fields: [],
    answer: shape.ServiceMenu,
    access: 'user',
    errors: [],
  },
  version: {
    method: 'GET',
    path: '/version',
    summary: 'Version of the program.',
    fields: [],
    answer: shape.ServiceVersion,
    access: 'public',
    errors: [],
  },
  estimate: {
    method: 'POST',
    path: '/accelerator/estimate',
    summary: 'Quote for accelerating an unconfirmed transaction; 204 when it is accelerated already.',
    fields: ['txInput'],
    answer: shape.AccelerationEstimate,
    access: 'public',
    errors: quoted,
    emptyWhen: 'The transaction is accelerated already.',
  },
  accelerate: {
    method: 'POST',
    path: '/accelerator/accelerate',
    summary: 'Accelerates a transaction from the balance of the user.',
    fields: ['txInput', 'userBid'],
    answer: undefined,
    access: 'user',
    errors: bought,
  },
  cancel: {
    method: 'POST',
    path: '/accelerator/cancel',
    summary: 'Cancels an acceleration that is not mined.',
    fields: ['rowId'],
    answer: undefined,
    access: 'user',
    errors: ['invalid_acceleration_request'],
  },
  balance: {
    method: 'GET',
    path: '/accelerator/balance',
    summary: 'Balance, sats on hold and sats charged.',
    fields: [],
    answer: shape.ServiceBalance,
    access: 'user',
    errors: [],
  },
  history: {
    method: 'GET',
    path: '/accelerator/history',
    summary: 'Accelerations of the user, newest first, at most 1,000.',
    fields: ['status', 'details?'],
    answer: shape.OwnAccelerations,
    access: 'user',
    errors: [],
  },
  topUps: {
    method: 'GET',
    path: '/accelerator/top-up-history',
    summary: 'Credits of the user, newest first, at most 1,000.',
    fields: [],
    answer: shape.TopUpHistory,
    access: 'user',
    errors: [],
  },
  ...accountRoutes,
  ...faucetRoutes,
} as const satisfies Record<string, ServiceRoute>;
/** Name of a route. */
export type ServiceRouteId = keyof typeof serviceRoutes;
