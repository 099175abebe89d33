import type { AccountRouteId, FaucetRouteId, ServiceRouteId } from '@glassblock/contract/services';
import { balanceOf, checkPassword, endSession, spendableOf, startSession, type User } from '@glassblock/services';
import { setCookie } from './credentials.ts';
import { paymentHandlers } from './payment-handlers.ts';
import { accountMenu, ownAccelerations, presentQuote, presentUser, topUpHistory } from './present-services.ts';
import { integerOf, noContent, type ServiceCall, textOf, txidOf } from './service-call.ts';
import { ServiceFault } from './service-fault.ts';

/** Returns the JSON value of an answer; undefined for an empty one. */
export type ServiceHandler = (call: ServiceCall) => Promise<unknown>;

/** The user of a route that needs one. */
export const userOf = ({ caller }: ServiceCall): User => caller!.user;

async function authOf({ services }: ServiceCall, user: User, sessionId: number) {
  const { id: userId, username } = user;
  return { token: await services.tokens.sign({ userId, username, sessionId }), user: { userId, username } };
}

/** Starts a session with a new token, and ends that of the browser: an attacker may have set its token. */
export async function signIn(call: ServiceCall, user: User) {
  const { services, caller, request, reply, cookiePath } = call;
  const { database, nowSeconds } = services;
  if (caller?.isCookie === true && caller.sessionId !== undefined) await endSession(database, caller.sessionId);
  const client = request.headers['user-agent'] ?? '';
  const { token, sessionId } = await startSession(database, user.id, nowSeconds(), client);
  setCookie(request, reply, token, cookiePath);
  return authOf(call, user, sessionId);
}

/** Handlers of the routes that clients of mempool.space know. */
export const serviceHandlers: Readonly<
  Record<Exclude<ServiceRouteId, AccountRouteId | FaucetRouteId>, ServiceHandler>
> = {
  ...paymentHandlers,
  async login(call) {
    const { database, nowSeconds } = call.services;
    const { fields } = call;
    const given = { username: textOf(fields, 'username'), password: textOf(fields, 'password') };
    const user = await checkPassword(database, given, nowSeconds());
    if (user === undefined) throw new ServiceFault('invalid_credentials');
    return signIn(call, user);
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
    const balance = caller && (await spendableOf(services.database, caller.user.id));
    const [card] = caller === undefined ? [] : ((await services.payments.cards?.stored?.list(caller.user.id)) ?? []);
    return presentQuote(quote, balance, services.accelerator.miningPoolIds, services.payments, card);
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
