// Takes more than 30 s: two simulated nodes mine more than a thousand blocks, as the federation's time lock has 1,008.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Status } from '@glassblock/contract';
import type {
  AuditState,
  Deficit,
  ExpiredUtxo,
  FederationEvent,
  FederationOutput,
  FederationUtxo,
  Peg,
} from '@glassblock/contract/liquid';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { depositScripts } from '@glassblock/liquid';
import { fromHex, toHex } from '@glassblock/primitives';
import { pegOutOf } from '@glassblock/primitives/elements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyReserves } from '../../src/cli/reserves.ts';
import { loadConfig } from '../../src/index.ts';
import { eventsUntil, newestEvent, type SentEvent } from '../support/event-stream.ts';
import { type RecountedFederation, recountFederation } from '../support/federation-recount.ts';
import { expectShape } from '../support/liquid-site.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

// the reorg takes 14 s on two free processors, and several times that beside other tests

/** Time lock of the simulated federation, blocks, and items of the witness of a spend by its keys. */
const timelock = 1_008;
const signedItems = 5;

let node: Devnode;
let elements: NonNullable<Devnode['elements']>;
let explorer: TestExplorer;
let directory: string;

const networks = () => ({
  node: node.rpcUrl,
  network: 'demo',
  liquid: elements.rpcUrl,
  liquidNetwork: 'liquiddemo',
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-federation-'));
  // long enough for an output to expire, and for the emergency keys to spend another one
  node = await createDevnode({ profile: 'core31', seed: 11, live: false, blocks: 1_560, mempoolSize: 4, elements: {} });
  elements = node.elements!;
  explorer = await startTestExplorer({ ...networks(), dataDir: directory });
});
afterAll(async () => {
  await explorer.stop();
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const recomputed = (): RecountedFederation => recountFederation(node, { timelock, signedItems });

const api = (path: string) => `/liquid/api${path}`;
const outpointsOf = (utxos: readonly FederationUtxo[]) =>
  new Set(utxos.map(({ txid, txindex }) => `${txid}:${txindex}`));

/** Waits for an audit of both tips. */
function auditOfTips(): Promise<AuditState> {
  const { tip } = elements.chain;
  const parentTip = node.state.chain.tip;
  return explorer.until<AuditState>(
    api('/glass/v1/liquid/audit'),
    ({ block, parentBlock }) => block?.hash === tip.hash && parentBlock?.hash === parentTip.hash,
  );
}

/** Compares the audit of both tips with the recomputed values. */
async function expectAudited(): Promise<RecountedFederation> {
  const state = await auditOfTips();
  const parentTip = node.state.chain.tip;
  const expected = recomputed();
  expect(state).toMatchObject({
    state: 'ready',
    supply: String(expected.supply),
    reserves: String(expected.reserves),
    missingDeposits: 0,
  });
  const reserves = api('/v1/liquid/reserves');
  expect(await explorer.get(reserves)).toMatchObject({ amount: String(expected.reserves), hash: parentTip.hash });
  const utxos = await explorer.get<FederationUtxo[]>(`${reserves}/utxos`);
  expect(outpointsOf(utxos)).toEqual(expected.unspent);
  expect(await explorer.get(`${reserves}/utxos/total`)).toEqual({ utxo_count: expected.unspent.size });
  expect(outpointsOf(await explorer.get<ExpiredUtxo[]>(`${reserves}/utxos/expired`))).toEqual(expected.expired);
  const lost = await explorer.get<FederationUtxo[]>(`${reserves}/utxos/emergency-spent`);
  expect(outpointsOf(lost)).toEqual(expected.emergency);
  const outputs = await explorer.get<FederationOutput[]>(api('/glass/v1/liquid/federation/outputs?limit=10000'));
  expectShape('federationOutputs', outputs);
  const held = outputs.map(({ txid, vout }) => `${txid}:${vout}`);
  expect(new Set(held)).toEqual(new Set([...expected.unspent, ...expected.expired]));
  for (const { origin, claim_script: claim, federation_script: script, scriptpubkey } of outputs) {
    if (origin === 'change') continue;
    // anyone can check the address with the facts of the row
    expect(toHex(depositScripts(fromHex(script!), fromHex(claim!)).p2wsh)).toBe(scriptpubkey);
  }
  const [deficit] = await explorer.get<Deficit[]>(api('/glass/v1/liquid/reserves/deficits'));
  const owed = expected.supply - expected.reserves;
  expect(deficit !== undefined && deficit.end === null).toBe(owed > 0n);
  const addresses = await explorer.get<{ balance: string }[]>(`${reserves}/addresses`);
  expect(addresses.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(expected.reserves);
  expect(await explorer.get(api('/v1/liquid/pegs/count'))).toEqual({ pegs_count: expected.pegs });
  const months = await explorer.get<{ amount: string }[]>(`${reserves}/month`);
  expect(months.at(-1)!.amount).toBe(String(expected.reserves));
  return expected;
}

/** Returns the facts of the journal about the federation, and the number of withdrawn ones. */
async function journaled(): Promise<{ events: Set<string>; withdrawn: number }> {
  const url = `${explorer.url}/liquid/api/glass/v1/events`;
  const newest = await newestEvent(url);
  const [epoch] = newest.split('-');
  const events = new Set<string>();
  let withdrawn = 0;
  for (const { event, data } of await eventsUntil(url, `${epoch}-0`, ({ id }) => id === newest)) {
    if (data['withdrawn'] === undefined) continue;
    const { txid, index, time, amount, of } = data;
    const key = `${event} ${txid}:${index} ${time} ${amount} ${of ?? null}`;
    if (data['withdrawn'] === false) {
      expect(events.has(key)).toBe(false);
      events.add(key);
    } else {
      expect(events.delete(key)).toBe(true);
      withdrawn++;
    }
  }
  return { events, withdrawn };
}

/** Returns the same of the audit. */
async function audited(): Promise<Set<string>> {
  const events = await explorer.get<FederationEvent[]>(api('/glass/v1/liquid/federation/events?limit=1000'));
  return new Set(
    events.map(({ type, txid, index, time, amount, of }) => `${type} ${txid}:${index} ${time} ${amount} ${of}`),
  );
}

describe('the audit of a simulated federation', () => {
  it('equals the values recomputed from the blocks of both nodes', async () => {
    const { expired, emergency, unspent } = await expectAudited();
    // one is dust: spending it costs more than its 400 sats
    expect([expired.size, emergency.size]).toEqual([2, 1]);
    const listed = await explorer.get<ExpiredUtxo[]>(api('/v1/liquid/reserves/utxos/expired'));
    expect(listed.filter(({ isDust }) => isDust).map(({ amount }) => amount)).toEqual([400]);
    expect(listed.filter(({ isDust }) => !isDust).every(({ amount }) => amount > 100_000)).toBe(true);
    expect(unspent.size).toBeGreaterThan(5);
  });

  it('has the supply and the reserves that `index reserves --verify` computes from the nodes alone', async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const config = loadConfig(networks(), {});
    const flags = { verify: true, server: `${explorer.url}/liquid` } as const;
    const isEqual = await verifyReserves(config, flags, { say, progress: () => undefined, ask: async () => undefined });
    const { reserves, supply, unspent } = recomputed();
    expect(lines).toEqual(
      expect.arrayContaining([
        `Supply: ${supply} sats.`,
        `Reserves: ${reserves} sats in ${unspent.size} outputs.`,
        `Difference: ${reserves - supply} sats.`,
        "The server's figures differ by 0 sats in the supply and 0 sats in the reserves.",
      ]),
    );
    expect(isEqual).toBe(true);
  });

  it('exports the outputs of the federation as CSV, with a row for each and units in the header', async () => {
    const path = api('/glass/v1/liquid/federation/outputs?state=emergency-spent');
    const { text } = await explorer.status(`${path}&format=csv`);
    const [header, row, ...rest] = text.trim().split(/\r?\n/);
    expect(header!.split(',').slice(0, 4)).toEqual(['txid', 'vout', 'state', 'value_sats']);
    expect([row!.split(',')[2], rest]).toEqual(['emergency-spent', []]);
    expect((await explorer.status(api('/glass/v1/liquid/federation/outputs?state=lost'))).status).toBe(400);
  });

  it('finds the payment of each peg-out, or reports that there is none', async () => {
    const { payments, pegs } = recomputed();
    const list: Peg[] = [];
    while (list.length < pegs) list.push(...(await explorer.get<Peg[]>(api(`/v1/liquid/pegs/list/${list.length}`))));
    const unmatched = await explorer.get<{ txid: string; txindex: number }[]>(
      api('/glass/v1/liquid/peg-outs/unmatched'),
    );
    const open = new Set(unmatched.map(({ txid, txindex }) => `${txid}:${txindex}`));
    const paidBy = new Map<string, number[]>();
    for (const { txid, txindex, amount, bitcointxid, bitcoinindex, bitcoinaddress } of list) {
      if (amount > 0 || bitcoinaddress === '') continue;
      const request = elements.chain.confirmed(txid)!.tx.output(txindex);
      if (bitcointxid === '') expect(open.has(`${txid}:${txindex}`)).toBe(true);
      else {
        const key = `${bitcointxid}:${bitcoinindex} ${toHex(pegOutOf(request.script)!.script)}`;
        paidBy.set(key, [...(paidBy.get(key) ?? []), -amount]);
      }
    }
    const kinds = { exact: 0, merged: 0, deducted: 0, both: 0 };
    for (const [key, amounts] of paidBy) {
      const [outpoint, script] = key.split(' ') as [string, string];
      const [paidScript, value] = payments.get(outpoint)!.split(' ') as [string, string];
      expect(paidScript).toBe(script);
      const deducted = amounts.reduce((sum, amount) => sum + amount, 0) - Number(value);
      expect(deducted === 0 || (deducted > 0 && deducted < 1_000)).toBe(true);
      if (amounts.length > 1) kinds[deducted > 0 ? 'both' : 'merged']++;
      else kinds[deducted > 0 ? 'deducted' : 'exact']++;
    }
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(0);
    const paid = [...paidBy.values()].flat().length;
    expect(paid).toBeGreaterThan(5);
    const events = await explorer.get<FederationEvent[]>(api('/glass/v1/liquid/federation/events?limit=1000'));
    expectShape('federationEvents', events);
    const count = (type: FederationEvent['type']) => events.filter((event) => event.type === type).length;
    expect([count('peg-in'), count('peg-out')]).toEqual([
      list.filter(({ amount }) => amount > 0).length,
      list.filter(({ amount, bitcoinaddress }) => amount < 0 && bitcoinaddress !== '').length,
    ]);
    // the output that the emergency keys spent had expired before
    expect([count('peg-out-paid'), count('emergency-spend'), count('federation-utxo-expired')]).toEqual([paid, 1, 3]);
    // the events of a payment add up to its value, also where it is for several peg-outs
    const sums = new Map<string, number>();
    for (const { type, txid, index, amount } of events) {
      if (type !== 'peg-out-paid') continue;
      const outpoint = `${txid}:${index}`;
      sums.set(outpoint, (sums.get(outpoint) ?? 0) + amount);
    }
    expect(sums.size).toBe(paidBy.size);
    for (const [outpoint, sum] of sums) expect(sum).toBe(Number(payments.get(outpoint)!.split(' ')[1]));
    const { time } = events[3]!;
    const newer = await explorer.get<FederationEvent[]>(api(`/glass/v1/liquid/federation/events?since=${time}`));
    expect(newer).toEqual(events.filter((event) => event.time > time).slice(0, 100));
    expect(await journaled()).toEqual({ events: await audited(), withdrawn: 0 });
  });

  it('follows a reorg of the parent chain, and one of its own', async () => {
    node.commands.reorg(3);
    await expectAudited();
    elements.commands.disconnect(4);
    elements.commands.mine(5);
    await expectAudited();
    elements.commands.emitTraffic(6);
    elements.commands.mine();
    node.commands.mine(2);
    await expectAudited();
    const { events, withdrawn } = await journaled();
    expect(events).toEqual(await audited());
    expect(withdrawn).toBeGreaterThan(0);
    expect(explorer.faults).toEqual([]);
  });

  it('continues its journal after a restart, and streams the withdrawal of a peg that a reorg removes', async () => {
    const before = await journaled();
    await explorer.stop();
    explorer = await startTestExplorer({ ...networks(), dataDir: directory });
    await auditOfTips();
    // nothing that the journal already has is appended again
    expect(await journaled()).toEqual(before);

    const [peg] = (await explorer.get<FederationEvent[]>(api('/glass/v1/liquid/federation/events'))).filter(
      ({ chain }) => chain === 'side',
    );
    const { block_height: height } = await explorer.get<Status>(api(`/tx/${peg!.txid}/status`));
    const url = `${explorer.url}/liquid/api/glass/v1/events`;
    const position = await newestEvent(url);
    const depth = elements.chain.height - height! + 1;
    elements.commands.disconnect(depth);
    elements.commands.mine(depth + 1);
    const isWithdrawal = ({ data }: SentEvent) => data['withdrawn'] === true && data['txid'] === peg!.txid;
    const streamed = await eventsUntil(url, position, isWithdrawal);
    expect(streamed.at(-1)).toMatchObject({ event: peg!.type, data: { index: peg!.index, time: peg!.time } });
    await auditOfTips();
    expect((await journaled()).events).toEqual(await audited());
    expect(explorer.faults).toEqual([]);
  });
});
