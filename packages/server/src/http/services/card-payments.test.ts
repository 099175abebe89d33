import { type ServiceRouteId, serviceRoutes } from '@glassblock/contract/services';
import {
  type CardProvider,
  cardMethods,
  createApiKey,
  createUser,
  openDatabase,
  type Payments,
  type Quote,
  type StoredCard,
  startSession,
} from '@glassblock/services';
import Fastify from 'fastify';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import type { Services } from '../../services/open-services.ts';
import { readBodiesAsText } from '../plugins.ts';
import { paymentHandlers } from './payment-handlers.ts';
import { presentQuote } from './present-services.ts';
import type { ServiceCall } from './service-call.ts';
import { registerServices } from './services-api.ts';

type Purchase = Parameters<Payments['chargeCard']>[0];
const txid = 'ab'.repeat(32);
const bounds = { minCents: 1_000, maxCents: 20_000 };
const cards = {
  methods: Object.fromEntries(cardMethods.map((method) => [method, bounds])),
  setup: { squareAppId: 'app', squareLocationId: 'location' },
} as unknown as CardProvider;

/** A request with these fields. @param provider undefined: card payments are off */
function callWith(fields: object, purchases: Purchase[], provider: CardProvider | undefined): ServiceCall {
  const chargeCard = async (purchase: Purchase) => {
    purchases.push(purchase);
    return purchase.method === 'cashapp' ? null : 'https://provider.example/receipt/1';
  };
  const services = { payments: { cards: provider, chargeCard } };
  return { services, fields, caller: { user: { id: 7 } } } as unknown as ServiceCall;
}

it.each(cardMethods)('%s has the shapes of mempool.space, and is refused without a provider', async (method) => {
  const purchases: Purchase[] = [];
  // accelerationUUID is of older clients
  const sent = { txInput: txid, token: 'token', referenceId: 'accelerator-x', accelerationUUID: 'x' };
  const answer = await paymentHandlers[method](callWith({ ...sent, userApprovedUSD: '12.34' }, purchases, cards));
  expect([...Value.Errors(serviceRoutes[method].answer, answer)]).toEqual([]);
  expect(purchases).toMatchObject([{ userId: 7, txid, method, token: 'token', approvedCents: 1_234 }]);
  await paymentHandlers[method](callWith(sent, purchases, cards));
  expect(purchases[1]?.approvedCents).toBeUndefined();
  for (const wrong of [{ ...sent, token: '' }, { ...sent, txInput: 'ab' }, {}])
    await expect(paymentHandlers[method](callWith(wrong, purchases, cards))).rejects.toMatchObject({
      word: 'bad_request',
    });
  await expect(paymentHandlers[method](callWith(sent, purchases, undefined))).rejects.toMatchObject({
    word: 'payment_method_not_allowed',
  });
  expect(purchases).toHaveLength(2);
});

it('the setup of widgets and the bounds in dollars come from the provider', async () => {
  const setup = await paymentHandlers.squareSetup(callWith({}, [], cards));
  expect([...Value.Errors(serviceRoutes.squareSetup.answer, setup)]).toEqual([]);
  await expect(paymentHandlers.squareSetup(callWith({}, [], undefined))).rejects.toMatchObject({
    word: 'payment_method_not_allowed',
  });
  const size = { txid, effectiveFee: 400, effectiveVsize: 200, ancestorCount: 1, hasManySigops: false };
  const fees = { cost: 2_000, nextBlockFee: 2_400, baseFee: 0, vsizeFee: 0 };
  const quote: Quote = { package: { ...size, nextBlockRate: 12 }, ...fees, options: [2_000, 4_000, 8_000] };
  const bitcoin = { isEnabled: false, bounds: { min: 1_000, max: 10_000_000 } };
  const guest = presentQuote(quote, undefined, [], { ...bitcoin, cards }).availablePaymentMethods;
  expect(guest).toMatchObject({ applePay: { enabled: true, min: 10, max: 200 }, cardOnFile: { enabled: false } });
  const card = {
    id: 'card',
    last4: '4242',
    brand: 'VISA',
    name: 'Alice',
    billing: '8001',
    expires: { month: 2, year: 2030 },
  };
  const user = presentQuote(quote, 0, [], { ...bitcoin, cards }, card);
  expect([...Value.Errors(serviceRoutes.estimate.answer, user)]).toEqual([]);
  expect(user.availablePaymentMethods.cardOnFile).toEqual({
    ...{ enabled: true, min: 10, max: 200 },
    card: { card_id: 'card', last_4: '4242', brand: 'VISA', name: 'Alice', billing: '8001' },
  });
  expect(presentQuote(quote, 0, [], { ...bitcoin, cards }).availablePaymentMethods.cardOnFile?.enabled).toBe(false);
});

const now = 1_700_000_000;

/** A provider that stores two cards of each user. */
function storingCards(userIds: readonly number[]) {
  const cardsOf = new Map(
    userIds.map((userId): [number, StoredCard[]] => [
      userId,
      ['first', 'second'].map((name, place) => ({
        id: `${name} of ${userId}`,
        last4: `424${place}`,
        brand: 'VISA',
        name: `User ${userId}`,
        billing: '',
        expires: { month: 12, year: 2030 },
      })),
    ]),
  );
  const stored: NonNullable<CardProvider['stored']> = {
    list: async (userId) => cardsOf.get(userId) ?? [],
    async remove(userId, cardId) {
      const owned = cardsOf.get(userId) ?? [];
      cardsOf.set(
        userId,
        owned.filter(({ id }) => id !== cardId),
      );
      return owned.some(({ id }) => id === cardId);
    },
  };
  return { cardsOf, provider: { ...cards, stored } };
}

/** The routes with two users, each with a session, and a provider. */
async function startRoutes(providerOf: (userIds: readonly number[]) => CardProvider | undefined) {
  const database = await openDatabase({ kind: 'sqlite', path: ':memory:' });
  const users = [];
  for (const username of ['alice', 'bob']) users.push(await createUser(database, { username }, now));
  const ids = users.map(({ id }) => id);
  const sessions = await Promise.all(ids.map((id) => startSession(database, id, now)));
  const { key } = await createApiKey(database, ids[0]!, now);
  const services = { database, payments: { cards: providerOf(ids) }, nowSeconds: () => now } as unknown as Services;
  const app = Fastify();
  readBodiesAsText(app);
  const context = { network: { name: 'regtest' } };
  registerServices(app, {
    basePath: '/',
    networks: [{ path: '', context }] as unknown as Parameters<typeof registerServices>[1]['networks'],
    served: { services, network: 'regtest' },
    onUnexpectedError(error) {
      throw error;
    },
  });
  const call = async (id: ServiceRouteId, headers: Record<string, string>, body: object = {}) => {
    const { method, path } = serviceRoutes[id];
    const url = `/api/v1/services${path}`;
    return app.inject({
      method,
      url,
      headers: { host: 'localhost', origin: 'http://localhost', 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  };
  const [alice, bob] = sessions.map(({ token }) => ({ cookie: `glassblock_session=${token}` }));
  return { call, ids, alice: alice!, bob: bob!, key: { 'x-mempool-auth': key }, close: () => app.close() };
}

it('lists and removes the stored cards of the session alone, by no id of another user', async () => {
  let cardsOf = new Map<number, StoredCard[]>();
  const routes = await startRoutes((ids) => {
    const storing = storingCards(ids);
    ({ cardsOf } = storing);
    return storing.provider;
  });
  const { call, alice, bob } = routes;
  const [ofAlice, ofBob] = routes.ids.map((id) => cardsOf.get(id)!);
  const listed = await call('storedCards', alice);
  expect([...Value.Errors(serviceRoutes.storedCards.answer, listed.json())]).toEqual([]);
  expect(listed.json()).toMatchObject(ofAlice!.map(({ id, last4 }) => ({ card_id: id, last_4: last4, exp_month: 12 })));
  expect(listed.body).not.toContain(ofBob![0]!.id);
  // cards of the other user, in each field and of each type
  const foreign = ofBob![0]!.id;
  for (const id of [foreign, [foreign], { foreign }, 0, true, null, undefined])
    expect((await call('removeCard', alice, { id, userId: routes.ids[1], user_id: routes.ids[1] })).body).toBe(
      'bad_request',
    );
  expect(cardsOf.get(routes.ids[1]!)).toHaveLength(2);
  const own = { id: ofAlice![0]!.id };
  const removed = await call('removeCard', alice, own);
  expect([removed.statusCode, removed.body]).toEqual([200, '']);
  expect((await call('removeCard', alice, own)).body).toBe('bad_request');
  expect((await call('storedCards', alice)).json()).toHaveLength(1);
  expect((await call('storedCards', bob)).json()).toHaveLength(2);
  // neither without a session, nor by an API key, nor from another site
  for (const id of ['storedCards', 'removeCard'] as const) {
    expect((await call(id, {}, own)).body).toBe('unauthorized');
    expect((await call(id, routes.key, own)).body).toBe('forbidden');
  }
  expect((await call('removeCard', { ...bob, origin: 'https://evil.example' }, { id: foreign })).body).toBe(
    'forbidden',
  );
  // the cards of a deleted user would stay without an owner
  expect((await call('deleteAccount', alice, { username: 'alice', balance: 0 })).statusCode).toBe(200);
  expect(routes.ids.map((id) => cardsOf.get(id)!.length)).toEqual([0, 2]);
  await routes.close();
});

it.each([undefined, cards])('has no stored cards without a provider that stores them', async (provider) => {
  const { call, alice, close } = await startRoutes(() => provider);
  const listed = await call('storedCards', alice);
  expect([listed.statusCode, listed.body]).toEqual([204, '']);
  expect((await call('removeCard', alice, { id: 'card' })).body).toBe('payment_method_not_allowed');
  await close();
});
