import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Status } from '@glassblock/contract';
import type { AuditState, FederationEvent, Peg, UnmatchedPegIn } from '@glassblock/contract/liquid';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { displayHash } from '@glassblock/primitives';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type RecordedElementsNode,
  startRecordedElementsNode,
} from '../../../node/test/support/recorded-elements-node.ts';
import { eventsUntil, newestEvent, type SentEvent } from '../support/event-stream.ts';
import { expectShape } from '../support/liquid-site.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: RecordedElementsNode;
let bitcoin: RealNode;
let explorer: TestExplorer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-both-'));
  [node, bitcoin] = await Promise.all([startRecordedElementsNode(), startRealNode()]);
  await bitcoin.mine(3);
  explorer = await startTestExplorer({
    liquid: node.origin,
    liquidNetwork: 'liquidregtest',
    node: bitcoin.url,
    network: 'regtest',
    dataDir: directory,
  });
  await explorer.until('/api/blocks/tip/height', (height) => Number(height) === 3);
});
afterAll(async () => {
  await explorer.stop();
  await Promise.all([node.stop(), bitcoin.stop()]);
  await rm(directory, { recursive: true, force: true });
});

it('serves Bitcoin at the root and Liquid below its prefix, each with its own chain', async () => {
  const tip = node.hashes.length - 1;
  await explorer.until('/liquidregtest/api/blocks/tip/height', (height) => Number(height) === tip);
  const ours = await explorer.get<string>('/api/blocks/tip/hash');
  const theirs = await explorer.get<string>('/liquidregtest/api/blocks/tip/hash');
  expect(theirs).toBe(displayHash(node.hashes[tip]!));
  expect(ours).not.toBe(theirs);
  expect((await explorer.status(`/api/block/${theirs}`)).status).toBe(404);
  expect((await explorer.status(`/liquidregtest/api/block/${ours}`)).status).toBe(404);
  const [block] = await explorer.get<{ bits?: number }[]>('/api/v1/blocks');
  expect(block!.bits).toBeGreaterThan(0);
  const networks = await explorer.get<{ networks: Record<string, string> }>('/readyz');
  expect(networks.networks).toEqual({ regtest: 'ready', liquidregtest: 'ready' });
});

it('audits the federation against the chain of the other node, which has no deposit of the recorded chain', async () => {
  const tip = node.hashes.length - 1;
  const state = await explorer.until<AuditState>(
    '/liquidregtest/api/glass/v1/liquid/audit',
    ({ block, parentBlock }) => block?.height === tip && parentBlock?.height === 3,
  );
  expect(state).toMatchObject({ state: 'ready', supply: '2100000237500000', reserves: '0', missingDeposits: 2 });
  expect(state.unmatchedPegOuts).toBe(2);
  const unmatched = await explorer.get<UnmatchedPegIn[]>('/liquidregtest/api/glass/v1/liquid/peg-ins/unmatched');
  expectShape('unmatchedPegIns', unmatched);
  const events = await explorer.get<FederationEvent[]>('/liquidregtest/api/glass/v1/liquid/federation/events');
  expectShape('federationEvents', events);
  const listed = await explorer.get<Peg[]>('/liquidregtest/api/v1/liquid/pegs/list/0');
  const claims = listed.filter(({ amount }) => amount > 0);
  expect(claims.length).toBe(2);
  expect(unmatched).toEqual(claims.map(({ bitcoinaddress: _, ...claim }) => ({ ...claim, reason: 'no-deposit' })));
  // a peg-in is one whether or not its deposit is found
  const claimsOf = (type: string) => events.filter((event) => event.type === type);
  expect(claimsOf('peg-in').map(({ of, type, ...event }) => event)).toEqual(
    claimsOf('peg-in-unmatched').map(({ of, type, ...event }) => event),
  );
  expect(claimsOf('peg-in-unmatched')).toMatchObject(
    claims.map(({ txid, txindex, amount, bitcointxid, bitcoinindex, blocktime }) => ({
      ...{ chain: 'side', txid, index: txindex, amount, time: blocktime },
      of: `${bitcointxid}:${bitcoinindex}`,
    })),
  );
  expect(state.block!.hash).toBe(displayHash(node.hashes[tip]!));
  expect(state.parentBlock!.hash).toBe(await explorer.get('/api/blocks/tip/hash'));
  const reserves = '/liquidregtest/api/v1/liquid/reserves';
  expect(await explorer.get(`${reserves}/status`)).toEqual({
    bitcoinBlocks: 3,
    bitcoinHeaders: 3,
    lastBlockAudit: 3,
    isAuditSynced: true,
  });
  const [block] = await bitcoin.mine(1);
  const moved = await explorer.until<AuditState>(
    '/liquidregtest/api/glass/v1/liquid/audit',
    ({ parentBlock }) => parentBlock?.height === 4,
  );
  expect(moved.parentBlock!.hash).toBe(block);
  expect(await explorer.get(reserves)).toEqual({ amount: '0', lastBlockUpdate: 4, hash: block });
});

it('withdraws an unmatched peg-in that a reorg removes, and reports it again with its block', async () => {
  const audit = '/liquidregtest/api/glass/v1/liquid/audit';
  const listUrl = '/liquidregtest/api/glass/v1/liquid/peg-ins/unmatched';
  const events = `${explorer.url}/liquidregtest/api/glass/v1/events`;
  const [newest, other] = await explorer.get<UnmatchedPegIn[]>(listUrl);
  const { block_height: height } = await explorer.get<Status>(`/liquidregtest/api/tx/${newest!.txid}/status`);
  const tip = node.hashes.length - 1;
  const isOf =
    (withdrawn: boolean) =>
    ({ event, data }: SentEvent) =>
      event === 'peg-in-unmatched' && data['withdrawn'] === withdrawn && data['txid'] === newest!.txid;
  const fact = {
    index: newest!.txindex,
    of: `${newest!.bitcointxid}:${newest!.bitcoinindex}`,
    time: newest!.blocktime,
  };
  const connected = await newestEvent(events);
  node.setTip(height! - 1);
  expect((await eventsUntil(events, connected, isOf(true))).at(-1)!.data).toMatchObject(fact);
  await explorer.until<AuditState>(audit, ({ missingDeposits }) => missingDeposits === 1);
  expect(await explorer.get(listUrl)).toEqual([other]);
  const disconnected = await newestEvent(events);
  node.setTip(tip);
  expect((await eventsUntil(events, disconnected, isOf(false))).at(-1)!.data).toMatchObject(fact);
  await explorer.until<AuditState>(audit, ({ missingDeposits }) => missingDeposits === 2);
  expect(await explorer.get(listUrl)).toEqual([newest, other]);
});

it('has a socket for each network', async () => {
  for (const prefix of ['', '/liquidregtest']) {
    const socket = await explorer.socket(prefix);
    socket.send({ action: 'init' });
    const { blocks } = await socket.next((frame) => frame.blocks !== undefined);
    expect(blocks!.length).toBeGreaterThan(0);
    socket.close();
  }
  expect(explorer.faults).toEqual([]);
});
