import type { AccountRouteId } from '@glassblock/contract/services';
import {
  createApiKey,
  deleteUser,
  endOtherSessions,
  endSessionOf,
  exportUser,
  isEmailAddress,
  listApiKeys,
  type Passkeys,
  passkeysOf,
  removePasskey,
  revokeApiKey,
  sessionsOf,
  setPassword,
  useEmailLink,
} from '@glassblock/services';
import { createSimulatedUser } from '../../services/simulated-user.ts';
import { setCookie } from './credentials.ts';
import { integerOf, optionalTextOf, type ServiceCall, textOf } from './service-call.ts';
import { ServiceFault } from './service-fault.ts';
import { type ServiceHandler, signIn, userOf } from './service-handlers.ts';

function passkeysFor({ services }: ServiceCall): Passkeys {
  const { passkeys } = services.signIn;
  if (passkeys === undefined) throw new ServiceFault('not_available');
  return passkeys;
}

/** @throws {ServiceFault} when the user has no such row */
function found(isFound: boolean): void {
  if (!isFound) throw new ServiceFault('bad_request');
}

/** Handlers of signing in and of the account pages. */
export const accountHandlers: Readonly<Record<AccountRouteId, ServiceHandler>> = {
  challenge: ({ services }) => services.signIn.proofs.create(),
  async emailLink({ services, fields, limits }) {
    const { links, proofs } = services.signIn;
    if (links === undefined) throw new ServiceFault('not_available');
    const email = textOf(fields, 'email');
    if (!isEmailAddress(email)) throw new ServiceFault('bad_request');
    const proof = optionalTextOf(fields, 'altcha');
    if (proof === undefined) limits.countWithoutProof();
    else if (!(await proofs.verify(proof))) throw new ServiceFault('bad_request');
    links.send(email);
    return undefined;
  },
  async useLink(call) {
    const { services, fields } = call;
    const { links } = services.signIn;
    if (links === undefined) throw new ServiceFault('not_available');
    const user = await useEmailLink(
      services.database,
      textOf(fields, 'token'),
      links.isSignUpOpen,
      services.nowSeconds(),
    );
    if (user === undefined) throw new ServiceFault('invalid_credentials');
    return signIn(call, user);
  },
  async simulateUser(call) {
    const { database, nowSeconds, simulatePayment } = call.services;
    if (simulatePayment === undefined) throw new ServiceFault('not_available');
    return signIn(call, await createSimulatedUser(database, nowSeconds()));
  },
  passkeyOptions: (call) => passkeysFor(call).signInOptions(),
  async passkeyLogin(call) {
    const user = await passkeysFor(call).signIn(call.fields['response']);
    if (user === undefined) throw new ServiceFault('invalid_credentials');
    return signIn(call, user);
  },
  async passkeys(call) {
    const rows = await passkeysOf(call.services.database, userOf(call).id);
    return rows.map(({ last_used: lastUsed, ...row }) => ({ ...row, lastUsed }));
  },
  newPasskeyOptions: (call) => passkeysFor(call).registrationOptions(userOf(call)),
  async addPasskey(call) {
    const name = optionalTextOf(call.fields, 'name') ?? '';
    await passkeysFor(call).register(userOf(call), call.fields['response'], name);
    return undefined;
  },
  async removePasskey(call) {
    found(await removePasskey(call.services.database, userOf(call).id, integerOf(call.fields, 'id')));
    return undefined;
  },
  async setPassword(call) {
    const { services, fields } = call;
    const given = { current: optionalTextOf(fields, 'current'), next: textOf(fields, 'password') };
    const user = userOf(call);
    if (!(await setPassword(services.database, user, given, services.nowSeconds())))
      throw new ServiceFault('invalid_credentials');
    await endOtherSessions(services.database, user.id, call.caller!.sessionId);
    return undefined;
  },
  async sessions({ services, caller }) {
    const { user, sessionId } = caller!;
    const rows = await sessionsOf(services.database, user.id, services.nowSeconds());
    return rows.map(({ id, added, rotated, client }) => ({
      id,
      added,
      seen: rotated,
      client,
      current: id === sessionId,
    }));
  },
  async endSession({ services, caller, fields }) {
    const { user, sessionId } = caller!;
    if (fields['id'] === undefined) await endOtherSessions(services.database, user.id, sessionId);
    else found(await endSessionOf(services.database, user.id, integerOf(fields, 'id')));
    return undefined;
  },
  keys: (call) => listApiKeys(call.services.database, userOf(call).id),
  createKey: (call) =>
    createApiKey(
      call.services.database,
      userOf(call).id,
      call.services.nowSeconds(),
      optionalTextOf(call.fields, 'name'),
    ),
  async revokeKey({ services, caller, fields }) {
    const id = integerOf(fields, 'id');
    found(await revokeApiKey(services.database, id, services.nowSeconds(), caller!.user.id));
    return undefined;
  },
  async exportAccount(call) {
    const { database, nowSeconds } = call.services;
    void call.reply.header('content-disposition', 'attachment; filename="account.json"');
    return exportUser(database, userOf(call), nowSeconds());
  },
  async deleteAccount(call) {
    const { services, fields, request, reply, cookiePath } = call;
    const { id, username } = userOf(call);
    if (textOf(fields, 'username') !== username) throw new ServiceFault('bad_request');
    // first: afterwards no user could remove them
    const stored = services.payments.cards?.stored;
    for (const card of (await stored?.list(id)) ?? []) await stored!.remove(id, card.id);
    await deleteUser(services.database, id, integerOf(fields, 'balance'), services.nowSeconds());
    setCookie(request, reply, undefined, cookiePath);
    return undefined;
  },
};
