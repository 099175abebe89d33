/**
 * The explorer beside three real lnd on regtest: `npm run test:lnd`. Channels are opened, get another policy, and are
 * closed cooperatively, by force and with a penalty; each side is restarted, and a reorg undoes a close. Then
 * accelerations are sold for payments to one of them (`services-flow.ts`).
 * It needs bitcoind (scripts/fetch-bitcoind) and lnd (scripts/build-lnd, which needs Go). As root it runs in a network
 * namespace of its own, in which the nodes announce addresses that look public; otherwise they announce none.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts, type RealNode, startRealNode } from '@glassblock/node/testing';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';
import { type RealLnd, realLnd, until } from './real-lnd.ts';
import { minBlockFeeRate, runServicesFlow } from './services-flow.ts';

const script = fileURLToPath(import.meta.url);
const inNamespace = 'GLASSBLOCK_LND_NAMESPACE';
const addresses = ['88.198.10.1', '104.131.20.2', '133.242.30.3'] as const;

/** Returns the path of a program that a script of this repository provides. */
function provided(name: string): string {
  const path = fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url));
  const { status, stdout } = spawnSync('bash', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) {
    console.error(`test:lnd: scripts/${name} failed`);
    process.exit(1);
  }
  return stdout.trim();
}

/** Runs this script again in a network namespace; returns where that is not possible. */
function enterNamespace(program: string): void {
  if (process.getuid?.() !== 0 || process.env[inNamespace] !== undefined) return;
  if (spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status !== 0) return;
  const { status } = spawnSync('unshare', ['-n', process.execPath, script], {
    stdio: 'inherit',
    env: {
      ...process.env,
      [inNamespace]: 'yes',
      GLASSBLOCK_LND_PROGRAM: program,
      GLASSBLOCK_BITCOIND: provided('fetch-bitcoind'),
    },
  });
  process.exit(status ?? 1);
}

const program = provided('build-lnd');
enterNamespace(program);
const isIsolated = process.env[inNamespace] !== undefined;
if (isIsolated) {
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  for (const address of addresses) execFileSync('ip', ['addr', 'add', `${address}/32`, 'dev', 'lo']);
}

interface Channel {
  /** `txid:vout` of the funding output. */
  point: string;
  id: string;
  capacity: number;
}
interface WireChannel {
  status: number;
  closing_reason: number | null;
  closing_transaction_id: string | null;
  capacity: number;
  transaction_id: string;
  node_left: { alias: string; public_key: string; fee_rate: number | null };
  node_right: { alias: string; public_key: string; fee_rate: number | null };
}

/** A channel of the graph that lnd returns. */
interface Edge {
  channel_id: string;
  chan_point: string;
  capacity: string;
  node1_policy: object | null;
  node2_policy: object | null;
}

/** Bitcoin Core, and three lnd that follow it. */
interface Nodes {
  node: RealNode;
  alice: RealLnd;
  bob: RealLnd;
  carol: RealLnd;
  aliceKey: string;
  bobKey: string;
  carolKey: string;
}

/** The channels of alice, by how they end: three with bob, and `kept` with carol. */
type Channels = Record<keyof typeof capacities, Channel>;

/** The explorer beside carol; it is replaced by a restart. */
interface Explored {
  explorer: TestExplorer;
  /** Flags with which it starts again on the same data. */
  flags: Parameters<typeof startTestExplorer>[0];
}

/** Capacity of each channel in sats. */
const capacities = { cooperative: 1_000_000, forced: 1_500_000, penalty: 2_000_000, kept: 3_000_000 };

const startedAt = Date.now();
const done = (what: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);

const directory = await mkdtemp(join(tmpdir(), 'glassblock-lnd-'));
const endings: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
try {
  await run();
  console.log('test:lnd: all checks passed');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const end of endings.reverse()) await end().catch((error: unknown) => console.error(error));
}

async function run(): Promise<void> {
  const nodes = await startNodes();
  const { node, alice, carol } = nodes;
  await connectAndFund(nodes);
  const channels = await openChannels(nodes);
  const explored = await startExplorer(nodes);
  await checkGraph(explored, nodes, channels);
  await checkPolicyUpdate(explored, nodes, channels.kept);
  await checkCooperativeClose(explored, nodes, channels.cooperative);
  await checkForceClose(explored, nodes, channels.forced);
  await checkRestarts(explored, carol, channels);
  // alice pays carol through their channel
  await runServicesFlow({ node, seller: carol, payer: alice, directory, done });
  await revokeCommitment(nodes, channels.penalty);
  await checkPenalty(explored, nodes, channels.penalty);
  await untilChannel(explored, 'the channel that stays', channels.kept, ({ status }) => status === 1);
  assert.deepEqual(explored.explorer.faults, []);
}

/** Starts Bitcoin Core and three lnd. */
async function startNodes(): Promise<Nodes> {
  const [zmqBlock, zmqTx] = (await freePorts(2)).map((port) => `tcp://127.0.0.1:${port}`) as [string, string];
  const node = await startRealNode({
    flags: [`-zmqpubrawblock=${zmqBlock}`, `-zmqpubrawtx=${zmqTx}`, '-txindex=1', minBlockFeeRate],
  });
  endings.push(() => node.stop());
  await node.mine(110);
  const { host: rpcHost, username: user, password } = new URL(node.url);
  const bitcoind = { rpcHost, user, password, zmqBlock, zmqTx };
  const nodes: RealLnd[] = [];
  for (const [at, alias] of ['alice', 'bob', 'carol'].entries()) {
    const address = isIsolated ? addresses[at]! : '127.0.0.1';
    const options = { program, directory: join(directory, alias), alias, address, isAnnounced: isIsolated, bitcoind };
    const lnd = await realLnd(options);
    endings.push(() => lnd.stop());
    nodes.push(lnd);
  }
  await Promise.all(nodes.map((lnd) => lnd.start()));
  done('three lnd follow the chain');
  const [alice, bob, carol] = nodes as [RealLnd, RealLnd, RealLnd];
  const keyOf = async (lnd: RealLnd) =>
    (await lnd.call<{ identity_pubkey: string }>('GET', '/v1/getinfo')).identity_pubkey;
  const [aliceKey, bobKey, carolKey] = (await Promise.all([alice, bob, carol].map(keyOf))) as [string, string, string];
  return { node, alice, bob, carol, aliceKey, bobKey, carolKey };
}

/** Connects a node to a peer, also when it is connected already. */
async function connect(from: RealLnd, key: string, to: RealLnd): Promise<void> {
  await until(
    `${from.alias} connects to ${to.alias}`,
    () =>
      from
        .call('POST', '/v1/peers', { addr: { pubkey: key, host: to.peerAddress }, perm: true })
        .catch((error: Error) => {
          if (!error.message.includes('already connected')) throw error;
        }),
    () => true,
  );
}

/** Connects alice to both others, and sends it bitcoin. */
async function connectAndFund({ node, alice, bob, carol, bobKey, carolKey }: Nodes): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await node.pay((await alice.call<{ address: string }>('GET', '/v1/newaddress')).address, 0.2);
  }
  await node.mine(6);
  await connect(alice, bobKey, bob);
  await connect(alice, carolKey, carol);
  await until(
    'funds of alice',
    () => alice.call<{ confirmed_balance: string }>('GET', '/v1/balance/blockchain'),
    ({ confirmed_balance }) => Number(confirmed_balance) >= 100_000_000,
  );
}

/** Opens a channel from a node, with a quarter of its capacity on the side of the peer. */
async function openChannel(from: RealLnd, peerKey: string, sats: number): Promise<void> {
  const body = {
    node_pubkey: Buffer.from(peerKey, 'hex').toString('base64'),
    local_funding_amount: String(sats),
    push_sat: String(Math.floor(sats / 4)),
    sat_per_vbyte: '3',
  };
  await until(
    `a channel of ${sats} sats`,
    () => from.call('POST', '/v1/channels', body),
    () => true,
  );
}

/** Opens all channels, and waits until they are in the graph of carol. */
async function openChannels({ node, alice, carol, bobKey, carolKey }: Nodes): Promise<Channels> {
  for (const name of ['cooperative', 'forced', 'penalty'] as const) {
    await openChannel(alice, bobKey, capacities[name]);
  }
  await openChannel(alice, carolKey, capacities.kept);
  await node.mine(6);
  const { edges } = await until(
    'the graph of carol',
    () => carol.call<{ edges: Edge[] }>('GET', '/v1/graph'),
    (graph) => graph.edges.filter(({ node1_policy, node2_policy }) => node1_policy && node2_policy).length === 4,
  );
  const channelOf = (sats: number): Channel => {
    const { chan_point, channel_id, capacity } = edges.find(({ capacity: of }) => Number(of) === sats)!;
    return { point: chan_point, id: channel_id, capacity: Number(capacity) };
  };
  done('four channels are in the graph of carol');
  return {
    cooperative: channelOf(capacities.cooperative),
    forced: channelOf(capacities.forced),
    penalty: channelOf(capacities.penalty),
    kept: channelOf(capacities.kept),
  };
}

/** Starts the explorer beside carol. */
async function startExplorer({ node, carol }: Nodes): Promise<Explored> {
  const flags = {
    node: node.url,
    zmq: node.zmq,
    network: 'regtest',
    dataDir: join(directory, 'explorer'),
    lnd: carol.url,
    lndMacaroon: carol.macaroonFile,
    lndCert: carol.certificateFile,
  };
  const explored = { explorer: await startTestExplorer(flags), flags };
  endings.push(() => explored.explorer.stop());
  return explored;
}

/** Reads a channel from the explorer. */
function readChannel({ explorer }: Explored, { id }: Channel): Promise<WireChannel> {
  return explorer.get<WireChannel>(`/api/v1/lightning/channels/${id}`);
}

/** Reads a channel from the explorer until it passes a test. */
function untilChannel(
  explored: Explored,
  what: string,
  channel: Channel,
  test: (row: WireChannel) => boolean,
): Promise<WireChannel> {
  return until(what, () => readChannel(explored, channel), test);
}

async function checkGraph(explored: Explored, { alice, aliceKey }: Nodes, channels: Channels): Promise<void> {
  for (const channel of Object.values(channels)) {
    const row = await untilChannel(
      explored,
      'an open channel',
      channel,
      ({ status, capacity }) => status === 1 && capacity === channel.capacity,
    );
    assert.equal(row.transaction_id, channel.point.split(':')[0]);
  }
  const info = await until(
    'alice with its alias',
    () =>
      explored.explorer.get<{ alias: string; sockets: string; capacity: string }>(
        `/api/v1/lightning/nodes/${aliceKey}`,
      ),
    ({ alias }) => alias === 'alice',
  );
  assert.equal(Number(info.capacity), 7_500_000);
  if (isIsolated) assert.equal(info.sockets, alice.peerAddress);
  done('the explorer has channels and nodes');
}

async function checkPolicyUpdate(explored: Explored, { alice, aliceKey }: Nodes, channel: Channel): Promise<void> {
  const [fundingTxid, fundingVout] = channel.point.split(':');
  await alice.call('POST', '/v1/chanpolicy', {
    chan_point: { funding_txid_str: fundingTxid, output_index: Number(fundingVout) },
    base_fee_msat: '1000',
    fee_rate_ppm: 321,
    time_lock_delta: 80,
  });
  const ofAlice = ({ node_left, node_right }: WireChannel) =>
    node_left.public_key === aliceKey ? node_left : node_right;
  await untilChannel(explored, 'the new policy', channel, (row) => ofAlice(row).fee_rate === 321);
  done('a policy update is seen');
}

/** Closes a channel, and waits until the closing transaction is in the mempool. */
async function close(node: RealNode, from: RealLnd, channel: Channel, isForced: boolean): Promise<void> {
  const inMempool = async () => (await node.client.rpc('getrawmempool')) as string[];
  const [txid, vout] = channel.point.split(':');
  const path = `/v1/channels/${txid}/${vout}?force=${isForced}${isForced ? '' : '&sat_per_vbyte=3'}`;
  const before = new Set(await inMempool());
  await from.first<{ close_pending?: object }>(
    'DELETE',
    path,
    undefined,
    ({ close_pending }) => close_pending !== undefined,
  );
  await until('the closing transaction', inMempool, (txids) => txids.some((each) => !before.has(each)));
}

/** Checks a cooperative close, and a reorg that undoes it. */
async function checkCooperativeClose(explored: Explored, { node, alice }: Nodes, channel: Channel): Promise<void> {
  await close(node, alice, channel, false);
  await node.mine(1);
  const mutual = await untilChannel(
    explored,
    'the cooperative close',
    channel,
    ({ closing_reason }) => closing_reason === 1,
  );
  assert.equal(mutual.status, 2);
  done('a cooperative close is mutual');
  const [best, address] = [await node.client.rpc('getbestblockhash'), await node.newAddress()];
  await node.client.rpc('invalidateblock', best);
  for (let i = 0; i < 2; i++) await node.client.rpc('generateblock', address, []);
  await untilChannel(
    explored,
    'the channel after the reorg',
    channel,
    ({ closing_transaction_id }) => closing_transaction_id === null,
  );
  done('a reorg reopens the channel');
  await node.mine(1);
  await untilChannel(explored, 'the close after the reorg', channel, ({ closing_reason }) => closing_reason === 1);
}

async function checkForceClose(explored: Explored, { node, bob }: Nodes, channel: Channel): Promise<void> {
  await close(node, bob, channel, true);
  await node.mine(1);
  await untilChannel(explored, 'the force close', channel, ({ closing_reason }) => closing_reason === 2);
  const evidence = await explored.explorer.get<{ reason: string; commitment: boolean }>(
    `/api/glass/v1/lightning/channels/${channel.id}/closing`,
  );
  assert.deepEqual([evidence.reason, evidence.commitment], ['force', true]);
  done('a force close is forced');
}

/** Restarts lnd, then the explorer, which is replaced in `explored`. */
async function checkRestarts(explored: Explored, carol: RealLnd, { kept, forced }: Channels): Promise<void> {
  const sources = () => explored.explorer.get<[{ state: string; sentence: string }]>('/api/glass/v1/lightning/sources');
  await carol.stop();
  const [failed] = await until('the source without lnd', sources, ([{ state }]) => state === 'failed');
  assert.equal(failed.sentence, 'The Lightning node cannot be reached.');
  assert.equal((await readChannel(explored, kept)).status, 1);
  await carol.start();
  await until('the source with lnd', sources, ([{ state }]) => state === 'ready');
  await explored.explorer.stop();
  explored.explorer = await startTestExplorer(explored.flags);
  await untilChannel(
    explored,
    'the closed channel after a restart',
    forced,
    ({ closing_reason }) => closing_reason === 2,
  );
  await until('the source after a restart', sources, ([{ state }]) => state === 'ready');
  done('lnd and the explorer were restarted');
}

/** Makes alice broadcast a revoked commitment transaction of a channel while bob is stopped. */
async function revokeCommitment({ node, alice, bob, bobKey }: Nodes, channel: Channel): Promise<void> {
  await connect(alice, bobKey, bob);
  const graphData = join(alice.directory, 'data', 'graph');
  const copy = join(directory, 'alice-before');
  await alice.stop();
  await cp(graphData, copy, { recursive: true });
  await alice.start();
  await connect(alice, bobKey, bob);
  await until(
    'the channel of the payment',
    () => alice.call<{ channels: { chan_id: string; active: boolean }[] }>('GET', '/v1/channels'),
    ({ channels }) => channels.some(({ chan_id, active }) => chan_id === channel.id && active),
  );
  const { payment_request } = await bob.call<{ payment_request: string }>('POST', '/v1/invoices', { value: '400000' });
  await until(
    'the payment',
    () =>
      alice.first<{ status: string }>(
        'POST',
        '/v2/router/send',
        { payment_request, timeout_seconds: 30, fee_limit_sat: '1000', outgoing_chan_ids: [channel.id] },
        ({ status }) => status === 'SUCCEEDED',
      ),
    () => true,
  );
  await bob.stop();
  await alice.stop();
  await rm(graphData, { recursive: true });
  await cp(copy, graphData, { recursive: true });
  await alice.start();
  await close(node, alice, channel, true);
}

/** Mines the revoked commitment transaction, then starts bob, which broadcasts the penalty. */
async function checkPenalty(explored: Explored, { node, bob }: Nodes, channel: Channel): Promise<void> {
  await node.mine(1);
  await untilChannel(
    explored,
    'the revoked commitment transaction',
    channel,
    ({ closing_reason }) => closing_reason === 2,
  );
  await bob.start();
  // lnd waits for confirmations of the revoked transaction, and its justice transaction is mined by the next block
  let blocks = 0;
  await until(
    'the penalty',
    async () => {
      const row = await readChannel(explored, channel);
      if (row.closing_reason === 3 || blocks === 20) return row;
      await node.mine(1);
      blocks++;
      const height = Number(await node.client.rpc('getblockcount'));
      await until(
        'bob at the tip',
        () => bob.call<{ block_height: number }>('GET', '/v1/getinfo'),
        ({ block_height }) => block_height === height,
      );
      return row;
    },
    ({ closing_reason }) => closing_reason === 3,
  );
  const penalties = await explored.explorer.get<{ id: string }[]>('/api/v1/lightning/penalties');
  assert.deepEqual(
    penalties.map(({ id }) => String(id)),
    [channel.id],
  );
  done('a revoked commitment transaction is a penalty');
}
