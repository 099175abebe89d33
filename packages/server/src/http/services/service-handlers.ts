import type { ServiceRouteId } from '@glassblock/contract/services';
import { balanceOf, checkPassword, endSession, startSession, type User } from '@glassblock/services';
import { setCookie } from './credentials.ts';
import { paymentHandlers } from './payment-handlers.ts';
import { accountMenu, ownAccelerations, presentQuote, presentUser, topUpHistory } from './present-services.ts';
import { integerOf, noContent, type ServiceCall, ServiceFault, textOf, txidOf } from './service-call.ts';

/** Returns the JSON value of an answer; undefined for an empty one. */
type ServiceHandler = (call: ServiceCall) => Promise<unknown>;

const userOf = ({ caller }: ServiceCall): User => caller!.user;

async function authOf({ services }: ServiceCall, user: User, sessionId: number) {
  const { id: userId, username } = user;
  return { token: await services.tokens.sign({ userId, username, sessionId }), user: { userId, username } };
}

/** Handlers of all routes. */
export const serviceHandlers: Readonly<Record<ServiceRouteId, ServiceHandler>> = {
  ...paymentHandlers,
  async login(call) {
    const { services, fields, request, reply, cookiePath } = call;
    const { database, nowSeconds } = services;
    const given = { username: textOf(fields, 'username'), password: textOf(fields, 'password') };
    const user = await checkPassword(database, given, nowSeconds());
    if (user === undefined) throw new ServiceFault('invalid_credentials');
    // a new token at each sign-in: one that was planted before is not continued
    const { token, sessionId } = await startSession(database, user.id, nowSeconds());
    setCookie(request, reply, token, cookiePath);
    return authOf(call, user, sessionId);
  },
  async logout({ services, caller, request, reply, cookiePath }) {
    if (caller?.sessionId !== undefined) await endSession(services.database, caller.sessionId);
    setCookie(request, reply, undefined, cookiePath);
    return {};
  },
  jwt: async (call) => authOf(call, userOf(call), call.caller!.sessionId!),
  account: async (call) => presentUser(userOf(call)),
  menu: async () => accountMenu,
  async version({ context }) {
    const { hostname, gitCommit, version } = context.backend;
    return { hostname, gitCommit, version };
  },
  async estimate({ services, caller, fields }) {
    const quote = await services.accelerator.quote(txidOf(fields));
    if (quote === undefined) return noContent;
    const balance = caller && (await balanceOf(services.database, caller.user.id)).balance;
    return presentQuote(quote, balance, services.accelerator.miningPoolIds, services.payments);
  },
  async accelerate(call) {
    const { services, fields } = call;
    await services.accelerator.accept(userOf(call).id, txidOf(fields), integerOf(fields, 'userBid', 'maxBidBoost'));
    return undefined;
  },
  async cancel(call) {
    await call.services.accelerator.cancel(userOf(call).id, integerOf(call.fields, 'id'));
    return undefined;
  },
  balance: (call) => balanceOf(call.services.database, userOf(call).id),
  history: (call) =>
    ownAccelerations(call.services.database, userOf(call).id, {
      status: textOf(call.fields, 'status'),
      hasDetails: ['true', '1'].includes(String(call.fields['details'])),
      height: call.context.progress().height ?? 0,
    }),
  topUps: (call) => topUpHistory(call.services.database, userOf(call).id),
};
