import { serviceRoutes } from '@glassblock/contract/services';
import { type CardProvider, cardMethods, type Payments, type Quote } from '@glassblock/services';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { paymentHandlers } from './payment-handlers.ts';
import { presentQuote } from './present-services.ts';
import type { ServiceCall } from './service-call.ts';

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
  const card = { id: 'card', last4: '4242', brand: 'VISA', name: 'Alice', billing: '8001' };
  const user = presentQuote(quote, 0, [], { ...bitcoin, cards }, card);
  expect([...Value.Errors(serviceRoutes.estimate.answer, user)]).toEqual([]);
  expect(user.availablePaymentMethods.cardOnFile).toEqual({
    ...{ enabled: true, min: 10, max: 200 },
    card: { card_id: 'card', last_4: '4242', brand: 'VISA', name: 'Alice', billing: '8001' },
  });
  expect(presentQuote(quote, 0, [], { ...bitcoin, cards }).availablePaymentMethods.cardOnFile?.enabled).toBe(false);
});

it('lists and removes the stored cards of the user, and is off without a provider that stores cards', async () => {
  const asked: unknown[] = [];
  const card = { id: 'card', last4: '4242', brand: 'VISA', name: 'Alice', billing: '' };
  const stored = {
    async list(userId: number) {
      asked.push(userId);
      return [card];
    },
    async remove(userId: number, id: string) {
      asked.push([userId, id]);
      return id === 'card';
    },
  };
  const storing = { ...cards, stored };
  const listed = await paymentHandlers.storedCards(callWith({}, [], storing));
  expect([...Value.Errors(serviceRoutes.storedCards.answer, listed)]).toEqual([]);
  expect(await paymentHandlers.removeCard(callWith({ id: 'card' }, [], storing))).toBeUndefined();
  for (const id of ['other', 5, undefined])
    await expect(paymentHandlers.removeCard(callWith({ id }, [], storing))).rejects.toMatchObject({
      word: 'bad_request',
    });
  expect(asked).toEqual([7, [7, 'card'], [7, 'other']]);
  for (const provider of [undefined, cards])
    for (const route of ['storedCards', 'removeCard'] as const)
      await expect(paymentHandlers[route](callWith({ id: 'card' }, [], provider))).rejects.toMatchObject({
        word: 'payment_method_not_allowed',
      });
});
