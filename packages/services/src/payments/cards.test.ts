import { describe, expect, it } from 'vitest';
import { accelerationsOfUser } from '../acceleration/own-history.ts';
import { createUser } from '../accounts/users.ts';
import { auditLedger, balanceOf } from '../ledger/ledger.ts';
import { openEachTest, PaymentsWorld, txid } from '../testing/payments-world.ts';
import { createScriptedCards } from '../testing/scripted-payments.ts';

let world: PaymentsWorld;
openEachTest((opened) => {
  world = opened;
});

describe('a card payment', () => {
  const charge = (token: string, approvedCents?: number, user?: number) =>
    world.payments.chargeCard({
      userId: user,
      txid,
      method: 'applePay',
      token,
      approvedCents,
      referenceId: undefined,
      details: {},
    });

  it('charges once and accelerates for the default bid', async () => {
    const cards = createScriptedCards(world.call);
    world.start({ cards });
    // 4,000 sats and fees of 1,100 at 0.1 cents for a sat
    expect(await charge('token', 510, world.alice)).toBe('https://provider.example/receipt/1');
    expect([...cards.charges.values()]).toMatchObject([{ cents: 510 }]);
    expect(world.miner.deltas).toEqual(new Map([[txid, 4_000]]));
    await expect(charge('token', 510, world.alice)).rejects.toMatchObject({
      code: 'services.acceleration-duplicated',
    });
    expect(cards.charges.size).toBe(1);
  });

  it('by a stored card is charged once for each attempt, and to its owner only', async () => {
    const cards = createScriptedCards(world.call);
    world.start({ cards });
    const card = {
      id: 'card',
      last4: '4242',
      brand: 'VISA',
      name: 'Alice',
      billing: '',
      expires: { month: 12, year: 2030 },
    };
    cards.owned.set(world.alice, [card]);
    const pay = (user: number | undefined, referenceId: string, token = 'card') =>
      world.payments.chargeCard({
        ...{ userId: user, txid, method: 'cardOnFile', token, referenceId },
        ...{ approvedCents: undefined, details: {} },
      });
    const bob = (await createUser(world.test.database, { username: 'bob' }, world.now)).id;
    await expect(pay(bob, 'first')).rejects.toMatchObject({ code: 'services.bad-payment' });
    await expect(pay(world.alice, 'first', 'other')).rejects.toMatchObject({ code: 'services.bad-payment' });
    await expect(pay(undefined, 'first')).rejects.toMatchObject({ code: 'services.payment-method' });
    expect(cards.charges.size).toBe(0);
    await pay(world.alice, 'first');
    const [row] = await accelerationsOfUser(world.test.database, world.alice, undefined);
    await world.accelerator.cancel(world.alice, row!.id);
    // the same attempt again, then another one
    await pay(world.alice, 'first');
    expect(cards.charges.size).toBe(1);
    await pay(world.alice, 'second');
    expect(cards.charges.size).toBe(2);
    expect(await cards.stored!.remove(bob, 'card')).toBe(false);
    expect(await cards.stored!.remove(world.alice, 'card')).toBe(true);
    await expect(pay(world.alice, 'third')).rejects.toMatchObject({ code: 'services.bad-payment' });
    world.start({ cards: { ...cards, stored: undefined as never } });
    await expect(pay(world.alice, 'third')).rejects.toMatchObject({ code: 'services.payment-method' });
  });

  it('is refused when it is off, out of bounds, above the approved amount, without a price, or declined', async () => {
    await expect(charge('token')).rejects.toMatchObject({ code: 'services.payment-method' });
    const cards = createScriptedCards(world.call);
    world.start({ cards });
    await expect(charge('token', 509)).rejects.toMatchObject({ code: 'services.payment-bounds' });
    cards.centsPerSat = 10;
    await expect(charge('token')).rejects.toMatchObject({ code: 'services.payment-bounds' });
    cards.centsPerSat = undefined;
    await expect(charge('token')).rejects.toMatchObject({ code: 'services.payment-method' });
    cards.centsPerSat = 0.1;
    await expect(charge('declined')).rejects.toMatchObject({ code: 'services.payment-declined' });
    expect(await world.test.database.selectFrom('invoices').select('status').execute()).toEqual([
      { status: 'expired' },
    ]);
    expect(world.miner.deltas.size).toBe(0);
  });

  it('is found again after an end of the program at every call', async () => {
    for (let killAt = 1; ; killAt++) {
      const own = await new PaymentsWorld().open();
      const cards = createScriptedCards(own.call);
      own.start({ cards });
      own.calls = 0;
      own.killAt = killAt;
      const purchase = {
        userId: own.alice,
        txid,
        method: 'applePay',
        token: 'x',
        referenceId: undefined,
        approvedCents: 510,
        details: {},
      } as const;
      const isKilled = await own.payments.chargeCard(purchase).then(
        () => own.calls >= killAt,
        () => true,
      );
      own.killAt = Number.POSITIVE_INFINITY;
      own.start({ cards });
      await own.accelerator.reconcile();
      await own.payments.reconcile(true);
      await own.accelerator.reconcile();
      const { hold } = await balanceOf(own.test.database, own.alice);
      expect(hold).toBe(cards.charges.size * 5_100);
      expect(await auditLedger(own.test.database)).toEqual([]);
      await own.test.close();
      if (!isKilled) break;
      expect(killAt).toBeLessThan(200);
    }
  });
});
