import type { NewKey, OwnSessions, PaymentInvoice, ServiceUser } from '@glassblock/contract/services';
import {
  type FieldName,
  fieldOf,
  type ServiceRoute,
  type ServiceRouteId,
  serviceRoutes,
} from '@glassblock/contract/services';
import { expect, it } from 'vitest';
import { base, browser, command, explorer, mine, password, send, signedIn } from './service-world.ts';

const routes = Object.entries(serviceRoutes) as [ServiceRouteId, ServiceRoute][];

/** Ids of a user that another one may send. */
interface Named {
  username: string;
  keyId: number;
  sessionId: number;
  invoiceId: string;
  txid: string;
}

/** Fields that name nothing of a user, with plausible values. */
const plausible = {
  product: 'ab'.repeat(32),
  userBid: 5_000,
  maxBidBoost: 5_000,
  amount: 1_000_000,
  token: 'x',
  referenceId: 'x',
  userApprovedUSD: 10,
  cashtag: 'x',
  cardTag: 'x',
  verificationToken: 'x',
  userChallenged: true,
  type: 'next_block',
  value: 1,
  password,
  current: password,
  email: 'unknown@example.org',
  altcha: 'x',
  response: {},
  name: 'x',
  balance: 0,
  status: 'all',
  details: 'true',
  address: 'x',
  sats: 5_000,
} as const;

/** Fields by which a row of a user can be named: a new field has to be in one of the two lists. */
const namingFields: Record<Exclude<FieldName, `${string}?` | keyof typeof plausible>, (of: Named) => unknown> = {
  username: ({ username }) => username,
  // no provider of cards is configured
  cardId: () => 'card',
  // a key and a session with the same number belong to the other user too
  rowId: ({ keyId }) => keyId,
  invoiceId: ({ invoiceId }) => invoiceId,
  order_id: ({ invoiceId }) => invoiceId,
  txid: ({ txid }) => txid,
  txInput: ({ txid }) => txid,
};

/** Routes that answer each client that knows the random id of an invoice. */
const bySecretId: readonly ServiceRouteId[] = ['bitcoinInvoice', 'bitcoinCheck', 'bitcoinOrder'];

function bodyOf({ fields }: ServiceRoute, of: Named): Record<string, unknown> {
  const values = fields.map((field) => {
    const key = field.replace('?', '');
    const naming = (namingFields as Record<string, ((named: Named) => unknown) | undefined>)[key];
    return [fieldOf(field).name, naming?.(of) ?? (plausible as Record<string, unknown>)[key]] as const;
  });
  return Object.fromEntries(values);
}

/** Sends fields in the form that the route accepts. */
function sending(route: ServiceRoute, fields: Record<string, unknown>) {
  if (route.method === 'POST') return { body: fields };
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return { query: `?${new URLSearchParams(texts)}` };
}

/** Registers attacks on all routes: by another user, by another site, and with malformed fields. */
export function attackCases(): void {
  it('lets no user read or change data of another one, by any route', async () => {
    const vera = await signedIn('10.0.0.30', 'vera@example.org');
    const { username } = (await vera.call('account')).value as ServiceUser;
    await command('credit', username, '30000');
    const { id: keyId, key } = (await vera.call('createKey', { body: { name: 'of-vera' } })).value as NewKey;
    const [session] = (await vera.call('sessions')).value as OwnSessions;
    const invoice = (await vera.call('topUp', { body: { amount: 1_000_000 } })).value as PaymentInvoice;
    const txid = await send(3);
    await vera.call('autoAccelerate', { body: { txid, type: 'time_delay', value: 300 } });
    const named: Named = { username, keyId, sessionId: session!.id, invoiceId: invoice.btcpayInvoiceId, txid };
    const ofVera = async () =>
      JSON.stringify(
        await Promise.all(
          (['account', 'keys', 'sessions', 'passkeys', 'balance', 'topUps', 'autoHistory'] as const).map(
            async (id) => (await vera.call(id)).text,
          ),
        ),
      );
    const before = await ofVera();
    const secrets = [username, 'vera@example.org', key, 'of-vera', invoice.btcpayInvoiceId];
    let client = 0;
    for (const [id, route] of routes) {
      if (id === 'logout') continue;
      // each route from a user of its own address, so that no limit answers first
      const mallory = await malloryAt(`10.2.0.${++client}`);
      const claims = { user_id: 1, userId: 1, user: username, sessionId: named.sessionId };
      for (const rowId of new Set([named.keyId, named.sessionId])) {
        const fields = { ...claims, ...bodyOf(route, { ...named, keyId: rowId }) };
        const { text } = await mallory.call(id, { ...sending(route, fields), network: 'regtest' });
        if (!bySecretId.includes(id)) for (const secret of secrets) expect(text, id).not.toContain(secret);
      }
    }
    expect(await ofVera()).toBe(before);
    // of no effect on the fee rates of the next cases
    await mine(1);
  });

  it('refuses requests of other sites with a cookie, in every form that needs no preflight', async () => {
    const wendy = await malloryAt('10.0.0.31');
    for (const [id, { method, path }] of routes) {
      if (method !== 'POST') continue;
      for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
        for (const origin of ['https://evil.example', 'null', `${explorer.url}.evil.example`]) {
          const response = await explorer.status(base + path, {
            method,
            headers: { ...wendy.headers, origin, 'content-type': contentType },
            body: 'id=1',
          });
          // limits of a client may come first
          expect(['forbidden', 'temporarily_unavailable'], id).toContain(response.text);
        }
    }
    expect((await wendy.call('account')).status).toBe(200);
  });

  it('answers malformed fields of every route with a documented error', async () => {
    const faults = explorer.faults.length;
    const key = await malloryAt('10.0.0.32');
    const odd = [null, true, -1, 1.5, 1e308, [], {}, [[]], '', '\u0000', '__proto__', 'ä'.repeat(300), '9'.repeat(40)];
    let client = 0;
    for (const [id, route] of routes) {
      if (id === 'logout' || id === 'deleteAccount') continue;
      const good = bodyOf(route, { username: 'x', keyId: 1, sessionId: 1, invoiceId: 'x', txid: 'ab'.repeat(32) });
      for (const name of Object.keys(good))
        for (const value of odd) {
          // without a proof a mail would be sent
          if (name === 'altcha' && value === '') continue;
          client++;
          const headers = { 'x-forwarded-for': `10.3.${client >> 8}.${client & 255}` };
          const { status } = await key.call(id, { ...sending(route, { ...good, [name]: value }), headers });
          expect(status, `${id}: ${name}`).toBeLessThan(500);
        }
    }
    expect(explorer.faults.slice(faults)).toEqual([]);
  });

  it('refuses texts with zero bytes, which PostgreSQL does not store, at any depth', async () => {
    const of = browser('10.0.0.34');
    const login = { username: 'a\0', password };
    expect((await of.call('login', { body: login })).text).toBe('bad_request');
    expect((await of.call('login', { form: login })).text).toBe('bad_request');
    expect((await of.call('passkeyLogin', { body: { response: { id: 'a\0' } } })).text).toBe('bad_request');
    for (const [id, name] of [
      ['bitcoinInvoice', 'id'],
      ['bitcoinCheck', 'order_id'],
    ] as const)
      expect((await of.call(id, { query: `?${name}=%00` })).text).toBe('bad_request');
  });
}

let mallory: ReturnType<typeof browser> | undefined;

/** The same user from another address: routes that end sessions get one of their own by signing in again. */
async function malloryAt(address: string): Promise<ReturnType<typeof browser>> {
  if (mallory === undefined || (await mallory.call('account')).status !== 200)
    mallory = await signedIn(address, 'mallory@example.org');
  const of = browser(address);
  of.headers['cookie'] = mallory.headers['cookie']!;
  return of;
}
