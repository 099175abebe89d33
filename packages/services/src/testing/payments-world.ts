import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Accelerator, createAccelerator } from '../acceleration/accelerator.ts';
import { createUser } from '../accounts/users.ts';
import { auditLedger } from '../ledger/ledger.ts';
import { claimableSats } from '../payments/claim.ts';
import type { InvoiceRow } from '../payments/invoice-state.ts';
import { findInvoice } from '../payments/invoices.ts';
import type { PaymentsOptions } from '../payments/options.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import { createScriptedChain } from './scripted-chain.ts';
import { createScriptedMiner } from './scripted-miner.ts';
import { createScriptedLightning, createScriptedOutputs } from './scripted-payments.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** The transaction that invoices accelerate: unconfirmed, 200 vB, with a fee of 400 sats. */
export const txid = 'ab'.repeat(32);
/** Bid of invoices, in sats. */
export const bid = 5_000;
/** Sats that an invoice asks for: bid, base fee, and half a sat for each of 200 vB. */
export const due = bid + 1_000 + 100;
/** Seconds until an invoice expires. */
export const lifeSeconds = 900;

/**
 * A service that takes payments, on a database of its own. It ends like a killed program, with an error, at call
 * `killAt` of the database or a provider.
 */
export class PaymentsWorld {
  calls = 0;
  killAt = Number.POSITIVE_INFINITY;
  readonly call = () => {
    this.calls += 1;
    if (this.calls >= this.killAt) throw new Error('killed');
  };
  readonly chain = createScriptedChain();
  readonly outputs = createScriptedOutputs();
  readonly miner = createScriptedMiner('first', undefined, this.call);
  readonly lightning = createScriptedLightning(this.call);
  now = 1_700_000_000;
  alice = 0;
  test!: TestDatabase;
  accelerator!: Accelerator;
  payments!: Payments;

  /** Opens the database with one user, and starts the service. */
  async open(): Promise<this> {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.call();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    this.test = await openTestDatabase([plugin]);
    this.alice = (await createUser(this.test.database, { username: 'alice' }, this.now)).id;
    this.chain.locations.set(txid, { in: 'mempool' });
    this.start();
    return this;
  }

  /** Starts the service, again on the same database and providers. */
  start(changes: Partial<PaymentsOptions> = {}): void {
    const { database } = this.test;
    const nowSeconds = () => this.now;
    this.accelerator = createAccelerator({
      database,
      miners: [this.miner],
      chain: this.chain,
      fees: { baseFee: 1_000, feePerVbyte: 0.5 },
      nowSeconds,
      onChange: () => undefined,
      onMinerState: () => undefined,
    });
    this.payments = createPayments({
      database,
      accelerator: this.accelerator,
      locations: this.chain,
      lightning: this.lightning,
      addresses: { kind: 'derived', id: 'key', derive: (index) => `address ${index}` },
      chain: this.outputs,
      cards: undefined,
      lifeSeconds,
      nowSeconds,
      ...changes,
    });
  }

  /** Requests an acceleration of `txid`. */
  request(requestKey?: string, user?: number): Promise<InvoiceRow> {
    return this.payments.requestAcceleration(user, txid, { bidSats: bid }, requestKey);
  }

  /** Pays an invoice by Lightning, without a notification. */
  payLightning({ payment_hash: paymentHash }: InvoiceRow, amountSats = due): void {
    this.lightning.settled.set(paymentHash!, { paymentHash: paymentHash!, amountSats, settled: this.now });
  }

  /** Sends sats to an address. @param height of the block; undefined: unconfirmed */
  payChain({ address }: InvoiceRow, id: string, amountSats: number, height?: number, hash = `block ${height}`): void {
    const block = height === undefined ? undefined : { height, hash };
    const others = (this.outputs.outputs.get(address!) ?? []).filter((output) => output.txid !== id);
    this.outputs.outputs.set(address!, [...others, { txid: id, vout: 0, amountSats, time: this.now, block }]);
  }

  /** Looks up all open invoices at the providers. */
  async lookUp(): Promise<void> {
    await this.payments.lookUpLightning();
    await this.payments.reconcile(true);
  }

  /** Returns the status of an invoice. */
  async stateOf({ id }: InvoiceRow): Promise<string> {
    return (await findInvoice(this.test.database, id))!.status;
  }

  /** Returns the sats of an invoice that its payer can claim. */
  async claimable({ id }: InvoiceRow): Promise<number> {
    return claimableSats(this.test.database, (await findInvoice(this.test.database, id))!);
  }
}

/** Opens a world before each test of a file; after each, its ledger must be consistent. @param use takes the world */
export function openEachTest(use: (world: PaymentsWorld) => void): void {
  let world: PaymentsWorld;
  beforeEach(async () => {
    world = await new PaymentsWorld().open();
    use(world);
  });
  afterEach(async () => {
    expect(await auditLedger(world.test.database)).toEqual([]);
    await world.test.close();
  });
}
