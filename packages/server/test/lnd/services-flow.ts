/**
 * Paid acceleration with a real bitcoind and two real lnd: a transaction that no block includes is quoted, paid by
 * Lightning or on chain, prioritised, mined, charged and shown in the audit of its block; one payment is outbid, one
 * transaction is replaced, one acceleration is canceled and refunded.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlockAudit, TxAudit } from '@glassblock/contract';
import type { AccelerationEstimate, PaymentInvoice, PaymentOrder } from '@glassblock/contract/services';
import type { RealNode } from '@glassblock/node/testing';
import { HDKey } from '@scure/bip32';
import { Command } from 'commander';
import { addServicesCommands } from '../../src/cli/services.ts';
import { loadConfig } from '../../src/index.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';
import { type RealLnd, until } from './real-lnd.ts';

/** Fee rate of the transactions that no block includes: above the minimum relay fee rate, below `minBlockFeeRate`. */
const stuckFeeRate = 1.2;
/** A flag of the node: blocks take no transactions below 1.5 sat/vB, less than all others of these tests pay. */
export const minBlockFeeRate = '-blockmintxfee=0.000015';
const satsPerBtc = 1e8;
const base = '/api/v1/services';

/** Parts of the flow. */
export interface FlowParts {
  node: RealNode;
  /** Lightning node of the operator, to which `payer` has a channel. */
  seller: RealLnd;
  payer: RealLnd;
  directory: string;
  done(what: string): void;
}

/** Runs the flow with an explorer of its own. */
export async function runServicesFlow(parts: FlowParts): Promise<void> {
  const config = await writeConfig(parts);
  const explorer = await startTestExplorer({ config, dataDir: join(parts.directory, 'services-explorer') });
  try {
    const customer = createCustomer(parts, explorer);
    await payByLightning(parts, customer);
    await payOnChain(parts, customer);
    const replaced = await outbidAndReplace(parts, customer);
    await cancel(parts, customer, config, replaced);
    assert.deepEqual(explorer.faults, []);
  } finally {
    await explorer.stop();
  }
}

/** Writes the configuration, with a macaroon that has only the permissions of the documentation. */
async function writeConfig({ node, seller, directory }: FlowParts): Promise<string> {
  const permissions = ['read', 'write'].map((action) => ({ entity: 'invoices', action }));
  const { macaroon } = await seller.call<{ macaroon: string }>('POST', '/v1/macaroon', { permissions });
  const macaroonFile = join(directory, 'invoices.macaroon');
  await writeFile(macaroonFile, Buffer.from(macaroon, 'hex'));
  const versions = { public: 0x043587cf, private: 0x04358394 };
  const accountKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), versions).publicExtendedKey;
  const lnd = { url: seller.url, macaroon: macaroonFile, certificate: seller.certificateFile };
  const services = {
    baseFee: 500,
    feePerVbyte: 1,
    miners: [{ name: 'own', node: node.url }],
    payments: { lnd, accountKey },
  };
  const networks = [{ name: 'regtest', node: node.url, zmq: node.zmq }];
  const config = join(directory, 'services.json');
  await writeFile(config, JSON.stringify({ dataDir: join(directory, 'services-explorer'), networks, services }));
  return config;
}

type Customer = ReturnType<typeof createCustomer>;

/** Actions of a visitor with a transaction that does not confirm. */
function createCustomer({ node, payer }: FlowParts, explorer: TestExplorer) {
  const orderOf = (id: string) => explorer.get<PaymentOrder>(`${base}/payments/bitcoin/order?id=${id}`);
  const post = async <T>(path: string, body: object, key?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-mempool-auth': key }) };
    const { status, text } = await explorer.status(base + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(status, 200, `${path}: ${status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    explorer,
    post,
    orderOf,
    checkOf: async (id: string) => (await explorer.status(`${base}/payments/bitcoin/check?order_id=${id}`)).status,
    async stuckTx(): Promise<string> {
      const txid = await node.pay(await node.newAddress(), 0.01, { feeRate: stuckFeeRate });
      await explorer.until(`/api/tx/${txid}`, (tx) => typeof tx === 'object');
      return txid;
    },
    invoice: (txid: string, maxBidBoost: number) => post<PaymentInvoice>('/accelerator/invoice', { txid, maxBidBoost }),
    async payInvoice({ addresses }: PaymentInvoice): Promise<void> {
      const body = { payment_request: addresses.BTC_LightningLike, timeout_seconds: 30, fee_limit_sat: '1000' };
      const isEnded = ({ status }: { status: string }) => status === 'SUCCEEDED' || status === 'FAILED';
      const { status } = await payer.first<{ status: string }>('POST', '/v2/router/send', body, isEnded);
      assert.equal(status, 'SUCCEEDED');
    },
    untilOrder: (id: string, what: string, test: (order: PaymentOrder) => boolean) =>
      until(what, () => orderOf(id), test),
    /** Mines a block that the explorer has indexed. @returns its hash */
    async mine(): Promise<string> {
      const [hash] = await node.mine(1);
      await explorer.until('/api/blocks/tip/hash', (tip) => tip === hash);
      return hash!;
    },
    async isUnconfirmed(txid: string): Promise<boolean> {
      return ((await node.client.rpc('getrawmempool')) as string[]).includes(txid);
    },
    /** Waits for a fee delta in the miner's node, which follows the state of the acceleration. @param delta sats; undefined: none */
    untilFeeDelta: (txid: string, delta: number | undefined) =>
      until(
        `fee delta ${delta}`,
        async () => (await node.client.rpc('getprioritisedtransactions')) as Record<string, { fee_delta: number }>,
        (deltas) => deltas[txid]?.fee_delta === delta,
      ),
  };
}

/** Mines an accelerated transaction, and checks charge and audit. */
async function mineAndCharge(customer: Customer, txid: string, id: string): Promise<PaymentOrder> {
  const { explorer } = customer;
  // fee deltas are in the mempool's mirror with its next frame
  await explorer.until<{ acceleration?: boolean }>(`/api/v1/cpfp/${txid}`, ({ acceleration }) => acceleration === true);
  const hash = await customer.mine();
  assert.equal(await customer.isUnconfirmed(txid), false);
  const ofBlock = (test: (audit: BlockAudit) => boolean) =>
    explorer.until<BlockAudit>(`/api/v1/block/${hash}/audit-summary`, test);
  await ofBlock(({ acceleratedTxs }) => acceleratedTxs?.includes(txid) === true);
  const audit = await explorer.get<TxAudit>(`/api/v1/block/${hash}/tx/${txid}/audit`);
  assert.equal(audit.accelerated, true);
  await customer.untilOrder(id, 'a mined acceleration', ({ acceleration }) => {
    return acceleration?.status === 'completed_provisional';
  });
  for (let block = 0; block < 2; block++) await customer.mine();
  const order = await customer.untilOrder(id, 'a charged acceleration', ({ acceleration }) => {
    return acceleration?.status === 'completed';
  });
  const { bidBoost, baseFee, vsizeFee, maxBid } = order.acceleration!;
  assert.ok(bidBoost! >= 0 && bidBoost! <= maxBid);
  assert.equal(order.claimable, order.received - bidBoost! - baseFee - vsizeFee);
  await customer.untilFeeDelta(txid, undefined);
  assert.equal(await customer.checkOf(id), 200);
  return order;
}

async function payByLightning({ node, done }: FlowParts, customer: Customer): Promise<void> {
  const txid = await customer.stuckTx();
  await customer.mine();
  assert.equal(await customer.isUnconfirmed(txid), true);
  const estimate = await customer.post<AccelerationEstimate>('/accelerator/estimate', { txInput: txid });
  const bid = estimate.options[1]!.fee;
  const invoice = await customer.invoice(txid, bid);
  // the state of a payment is unknown until the server follows lnd
  await until(
    'an open invoice',
    () => customer.checkOf(invoice.btcpayInvoiceId),
    (status) => status === 204,
  );
  await customer.payInvoice(invoice);
  await customer.untilOrder(invoice.btcpayInvoiceId, 'the acceleration', ({ acceleration }) => {
    return acceleration?.status === 'accelerating';
  });
  await customer.untilFeeDelta(txid, bid);
  const template = (await node.client.rpc('getblocktemplate', { rules: ['segwit'] })) as {
    transactions: { txid: string }[];
  };
  assert.ok(template.transactions.some((tx) => tx.txid === txid));
  await customer.explorer.until<{ txid: string }[]>('/api/v1/accelerations', ([first]) => first?.txid === txid);
  const { payments } = await mineAndCharge(customer, txid, invoice.btcpayInvoiceId);
  assert.deepEqual(
    payments.map(({ method }) => method),
    ['lightning'],
  );
  done('an acceleration is paid by Lightning, mined and charged');
}

async function payOnChain({ node, done }: FlowParts, customer: Customer): Promise<void> {
  const txid = await customer.stuckTx();
  const { addresses, btcDue, btcpayInvoiceId: id } = await customer.invoice(txid, 4_000);
  const payment = await node.pay(addresses.BTC!, Number(btcDue), { feeRate: 5 });
  await customer.untilOrder(id, 'the payment in the mempool', ({ status }) => status === 'confirming');
  await customer.mine();
  assert.equal(await customer.isUnconfirmed(txid), true);
  await customer.untilOrder(id, 'the acceleration', ({ acceleration }) => acceleration?.status === 'accelerating');
  const { payments, received } = await mineAndCharge(customer, txid, id);
  assert.deepEqual(
    payments.map(({ method, reference }) => [method, reference.split(':')[0]]),
    [['chain', payment]],
  );
  assert.equal(received, Math.round(Number(btcDue) * satsPerBtc));
  done('the same is paid on chain');
}

/** @returns the invoice whose transaction was replaced */
async function outbidAndReplace({ node, done }: FlowParts, customer: Customer): Promise<PaymentOrder> {
  const txid = await customer.stuckTx();
  const [high, low] = [await customer.invoice(txid, 6_000), await customer.invoice(txid, 5_000)];
  await customer.payInvoice(high);
  await customer.untilOrder(high.btcpayInvoiceId, 'the higher bid', ({ acceleration }) => {
    return acceleration?.status === 'accelerating';
  });
  await customer.payInvoice(low);
  const outbid = await customer.untilOrder(low.btcpayInvoiceId, 'the lower bid', ({ status }) => status === 'credited');
  assert.deepEqual([outbid.reason, outbid.claimable], ['acceleration-outbid', outbid.amount]);
  assert.equal(await customer.checkOf(low.btcpayInvoiceId), 400);
  done('a lower bid is outbid and can be claimed');

  // more than the fee with its delta
  await node.client.rpc('bumpfee', txid, { fee_rate: 100 });
  await customer.untilOrder(high.btcpayInvoiceId, 'the replaced transaction', ({ acceleration }) => {
    return acceleration?.status === 'failed_provisional';
  });
  await customer.untilFeeDelta(txid, undefined);
  for (let block = 0; block < 2; block++) await customer.mine();
  const replaced = await customer.untilOrder(high.btcpayInvoiceId, 'the refund', ({ acceleration }) => {
    return acceleration?.status === 'failed';
  });
  assert.equal(replaced.claimable, replaced.amount);
  assert.equal(await customer.checkOf(high.btcpayInvoiceId), 400);
  done('a replaced transaction is refunded');
  return replaced;
}

async function cancel(
  { done }: FlowParts,
  customer: Customer,
  config: string,
  { id, claimable }: PaymentOrder,
): Promise<void> {
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), progress: () => undefined, ask: async () => '' };
  const run = async (...words: string[]) => {
    const program = new Command();
    addServicesCommands(
      program,
      () => loadConfig({ config }, {}),
      terminal,
      async () => undefined,
    );
    await program.parseAsync(['services', ...words], { from: 'user' });
    return lines.at(-1)!;
  };
  await run('add-user', 'dora');
  const key = /gbk_\S+/.exec(await run('add-key', 'dora'))![0];
  assert.deepEqual(await customer.post('/payments/bitcoin/claim', { id }, key), { amount: claimable });
  const read = async <T>(path: string) =>
    JSON.parse((await customer.explorer.status(base + path, { headers: { 'x-mempool-auth': key } })).text) as T;
  const txid = await customer.stuckTx();
  await customer.post('/accelerator/accelerate', { txInput: txid, userBid: 2_000 }, key);
  await customer.untilFeeDelta(txid, 2_000);
  const [own] = await read<{ id: number; status: string }[]>('/accelerator/history?status=all');
  assert.equal(own?.status, 'accelerating');
  await customer.post('/accelerator/cancel', { id: own.id }, key);
  await customer.untilFeeDelta(txid, undefined);
  assert.deepEqual(await read('/accelerator/balance'), { balance: claimable, hold: 0, feesPaid: 0 });
  await customer.mine();
  assert.equal(await customer.isUnconfirmed(txid), true);
  assert.match(await run('list'), /the ledger is consistent/);
  done('a canceled acceleration is refunded, and the ledger is consistent');
}
