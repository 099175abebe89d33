// Ends a program that takes payments with SIGKILL at 100 random moments, and checks the ledger after each kill. Takes about
// two minutes, so it is not part of `npm test`: `npm run test:kills`.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AccelerationChain,
  auditLedger,
  claimInvoice,
  createAccelerator,
  createPayments,
  createUser,
  type Database,
  findUser,
  type LightningWallet,
  openDatabase,
} from '../packages/services/src/index.ts';

const kills = 100;
const maxLifeMs = 400;
const amountDigits = 16;

/** A payment hash contains the amount, and every invoice is paid: the simulated node has no state that a kill could lose. */
const lightning: LightningWallet = {
  async createInvoice({ amountSats }) {
    const paymentHash = amountSats.toString(16).padStart(amountDigits, '0') + randomBytes(24).toString('hex');
    return { paymentHash, paymentRequest: `simulated ${paymentHash}` };
  },
  lookUp: async (paymentHash) => ({
    paymentHash,
    amountSats: Number.parseInt(paymentHash.slice(0, amountDigits), 16),
    settled: Math.floor(Date.now() / 1000),
  }),
  follow: async () => undefined,
};

/** Every second transaction is mined, with three confirmations. */
const chain: AccelerationChain = {
  mempoolPackage: async (txid) => ({
    txid,
    effectiveFee: 400,
    effectiveVsize: 200,
    ancestorCount: 1,
    hasManySigops: false,
    nextBlockRate: 12,
  }),
  rawPackage: async () => [],
  locate: async (txids) => ({
    height: 103,
    locations: txids.map((txid) =>
      /^[0-7]/.test(txid) ? { in: 'block' as const, height: 101, hash: 'block' } : { in: 'mempool' as const },
    ),
  }),
  minedFacts: async () => ({ miningPoolId: 7, lowestRate: 10, packageFee: 400, packageVsize: 200 }),
};

function openService(database: Database) {
  const deltas = new Map<string, number>();
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const accelerator = createAccelerator({
    database,
    miners: [
      {
        name: 'miner',
        miningPoolId: undefined,
        feeDeltas: async () => new Map(deltas),
        hasTransaction: async () => true,
        submit: async () => undefined,
        addFeeDelta: async (txid, sats) => void deltas.set(txid, (deltas.get(txid) ?? 0) + sats),
      },
    ],
    chain,
    fees: { baseFee: 1_000, feePerVbyte: 0.5 },
    nowSeconds,
    onChange: () => undefined,
    onMinerState: () => undefined,
  });
  const payments = createPayments({
    database,
    accelerator,
    locations: chain,
    lightning,
    addresses: undefined,
    chain: { received: async () => undefined },
    cards: undefined,
    lifeSeconds: 86_400,
    nowSeconds,
  });
  return { accelerator, payments };
}

/** Buys accelerations until it is killed. @param isLast settles open accelerations and ends */
async function work(path: string, isLast: boolean): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', path });
  const { accelerator, payments } = openService(database);
  const alice = (await findUser(database, 'alice')) ?? (await createUser(database, { username: 'alice' }, 0));
  console.log('ready');
  await accelerator.reconcile();
  for (let number = 0; !isLast || number === 0; number++) {
    const txid = createHash('sha256').update(`${process.pid} ${number}`).digest('hex');
    if (!isLast) {
      const userId = number % 3 === 0 ? alice.id : undefined;
      await payments.requestAcceleration(userId, txid, { bidSats: 2_000 + number }, `${process.pid} ${number}`);
    }
    await payments.lookUpLightning();
    await payments.reconcile(true);
    await accelerator.reconcile();
    const guests = await database.selectFrom('invoices').select('id').where('is_guest', '=', 1).execute();
    for (const { id } of guests.slice(isLast ? 0 : -5))
      await claimInvoice(database, { invoiceId: id, userId: alice.id }, 0).catch(() => undefined);
  }
  await database.destroy();
}

/** @throws {Error} when the ledger is wrong */
async function check(path: string, isLast: boolean): Promise<string> {
  const database = await openDatabase({ kind: 'sqlite', path });
  const wrong = await auditLedger(database);
  if (wrong.length > 0) throw new Error(`the ledger is wrong: ${wrong.join(', ')}`);
  const invoices = await database.selectFrom('invoices').selectAll().execute();
  const received = await database.selectFrom('payments').selectAll().execute();
  const transfers = await database.selectFrom('transfers').selectAll().where('reason', '=', 'payment').execute();
  const credited = received.filter(({ status }) => status === 'credited');
  if (transfers.length !== credited.length) throw new Error('payments and credits differ');
  if (new Set(received.map(({ invoice_id }) => invoice_id)).size !== received.length)
    throw new Error('an invoice has two payments');
  const accelerations = await database.selectFrom('accelerations').selectAll().execute();
  const bought = invoices.filter(({ acceleration_id }) => acceleration_id !== null);
  if (accelerations.length !== bought.length)
    throw new Error('an acceleration was bought without its invoice, or twice');
  if (isLast && bought.length !== invoices.length) throw new Error('a paid invoice has no acceleration');
  const sum = transfers.reduce((total, { amount }) => total + amount, 0);
  if (isLast && sum !== invoices.reduce((total, { amount }) => total + amount, 0)) throw new Error('a payment is lost');
  await database.destroy();
  return `${invoices.length} invoices, ${credited.length} payments, ${accelerations.length} accelerations`;
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'glassblock-kills-'));
  const path = join(directory, 'services.db');
  const start = (): ChildProcess =>
    spawn(process.execPath, [import.meta.filename, 'work', path], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const child = start();
      const exited = once(child, 'exit');
      // its first output: it has started to buy
      await once(child.stdout!, 'data');
      await pause(Math.random() * maxLifeMs);
      child.kill('SIGKILL');
      const [, signal] = (await exited) as [number | null, string | null];
      if (signal !== 'SIGKILL') throw new Error('the program ended by itself');
      const found = await check(path, false);
      if (kill % 10 === 0) console.log(`${kill} kills: ${found}`);
    }
    await work(path, true);
    console.log(`after the last start: ${await check(path, true)}; the ledger sums to zero`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const [, , word, path] = process.argv;
await (word === 'work' && path !== undefined ? work(path, false) : main());
