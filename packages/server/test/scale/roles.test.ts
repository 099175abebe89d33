// Not part of `npm test`: `npm run test:scale` starts Cassandra and nats-server.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, endpoints } from '@glassblock/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { lndKey } from '../../../lightning/test/support/scripted-lnd.ts';
import { type Program, runCommand } from '../support/program.ts';
import { boardNamed, ready, type Site, settled, startSite, until } from './cluster.ts';
import { type LiquidSocket, liquidCases, openLiquidSocket } from './liquid-cases.ts';
import { expectTxEvents, openEvents } from './open-events.ts';
import { createServicesUser } from './services-user.ts';

/** Ids of routes whose answers have event ids, or depend on when a process has seen a transaction or a block: audits, samples, forecasts. */
const recorded =
  /^(fate|fees(Calibration|Forecast)|initData|lightningEvents|mempoolAt|v1Statistics|v1TransactionTimes|v1Block(s|sFrom|sBulk|sBulkTo)?|v1TxAudit|miningPoolsRanking)$|Audit|Health/;

let site: Site;
let leader: Program;
let liquidLeader: Program;
let serving: Program[];
let samples: LiquidSocket;

describe('processes that share a store and a bus', () => {
  beforeAll(async () => {
    site = await startSite({ hasLiquid: true });
    leader = await site.follower();
    liquidLeader = await site.liquidFollower();
    serving = await Promise.all([site.serving(), site.serving()]);
    await Promise.all(serving.map(ready));
    samples = await openLiquidSocket(serving[0]!, ['live-2h-chart']);
  });
  afterAll(async () => {
    await site?.stop();
    expect(site?.single.faults).toEqual([]);
  });

  const everywhere = async () => {
    for (const program of serving) await settled(site.node, program);
    await site.single.until<string>('/api/blocks/tip/height', (height) => height === tipHeight);
  };
  let tipHeight = '110';
  let firstBlock = '';
  /** Waits until a follower, which may stand by, has the mempool of the node. */
  const mirrored = (follower: Program) =>
    until(async () => {
      const { size } = (await site.node.client.rpc('getmempoolinfo')) as { size: number };
      const { mempool } = JSON.parse((await follower.status('/readyz')).text) as { mempool: object };
      return isDeepStrictEqual(mempool, { synced: true, count: size });
    });
  const mine = async (blocks: number) => {
    const hashes = await site.node.mine(blocks);
    tipHeight = String(await site.node.client.rpc('getblockcount'));
    return hashes;
  };

  it('answers from a serving process as a single process does', async () => {
    const address = await site.node.newAddress('bech32m');
    const mined = await site.node.pay(address, 0.5, { feeRate: 9 });
    const [hash] = await mine(1);
    firstBlock = hash!;
    await everywhere();
    const pending = await site.node.pay(address, 0.25, { feeRate: 5 });
    await everywhere();
    await site.single.until<{ count: number }>('/api/mempool', ({ count }) => count === 1);
    const paths = [
      '/api/blocks/tip/hash',
      '/api/blocks/tip/height',
      '/api/blocks',
      '/api/block-height/100',
      `/api/block/${hash}`,
      `/api/block/${hash}/txs`,
      `/api/block/${hash}/txids`,
      `/api/block/${hash}/status`,
      `/api/block/${hash}/raw`,
      `/api/tx/${mined}`,
      `/api/tx/${mined}/status`,
      `/api/tx/${mined}/outspends`,
      `/api/tx/${mined}/merkle-proof`,
      `/api/tx/${pending}/hex`,
      `/api/address/${address}`,
      `/api/address/${address}/txs/chain`,
      `/api/address/${address}/utxo`,
      '/api/mempool',
      '/api/mempool/txids',
      '/api/v1/fees/recommended',
      `/api/tx/${'00'.repeat(32)}`,
      '/api/address/nonsense',
      '/api/block-height/999999',
    ];
    for (const path of paths) {
      const expected = await site.single.status(path);
      for (const program of serving) {
        const { status, text } = await program.status(path);
        expect([path, status, text]).toEqual([path, expected.status, expected.text]);
      }
    }
    expect((await serving[0]!.status(`/tx/${mined}`)).text).toContain(mined);
    await until(async () => (await serving[1]!.status(`/api/v1/block/${hash}/audit-summary`)).status === 200);
  });

  it('reads boards again on SIGHUP in serving processes, while a follower reports that it has none', async () => {
    const boards = async ({ status }: Program) =>
      Promise.all(
        ['first', 'second'].map(async (name) => (await status(`/api/v1/services/boards/.main/${name}`)).status),
      );
    await writeFile(join(site.directory, 'boards.toml'), boardNamed('second'));
    serving[0]!.child.kill('SIGHUP');
    leader.child.kill('SIGHUP');
    await until(async () => isDeepStrictEqual(await boards(serving[0]!), [404, 200]));
    expect(await boards(serving[1]!)).toEqual([200, 404]);
    await until(() => leader.log.some((line) => line.includes('there are no files to read again')));
    expect(leader.child.exitCode).toBeNull();
  });

  it('relays routes of the Lightning graph and the address book to the follower', async () => {
    const address = await site.node.newAddress('bech32');
    await site.node.pay(address, 0.4, { feeRate: 2 });
    await mine(1);
    await everywhere();
    const found = (path: string, text: string) => async () => (await serving[1]!.status(path)).text.includes(text);
    const search = `/api/address-prefix/${address.slice(0, 30)}`;
    await until(found(search, address));
    await until(found('/api/v1/lightning/search?searchText=alice', '"alice"'));
    await site.single.until<string[]>(search, (addresses) => addresses.includes(address));
    await site.single.until<{ nodes: unknown[] }>(
      '/api/v1/lightning/search?searchText=alice',
      ({ nodes }) => nodes.length > 0,
    );
    const paths = [
      search,
      '/api/v1/lightning/search?searchText=alice',
      `/api/v1/lightning/nodes/${lndKey}`,
      `/api/v1/lightning/channels?public_key=${lndKey}&status=open`,
      '/api/v1/lightning/channels/1',
      `/api/v1/lightning/nodes/03${'00'.repeat(32)}`,
      '/api/v1/backend-info',
    ];
    for (const path of paths) {
      // either graph may still be loading
      await until(
        async () => (await serving[0]!.status(path)).text === (await site.single.status(path)).text,
        () => path,
      );
      expect((await serving[0]!.status(path)).status).toBe((await site.single.status(path)).status);
    }
    expect((await serving[0]!.status(`/lightning/node/${lndKey}`)).text).toContain('alice');
  });

  it('answers every GET route alike from all serving processes, and as a single process does except for its own records', async () => {
    const [txid] = JSON.parse((await serving[0]!.status(`/api/block/${firstBlock}/txids`)).text) as string[];
    const address = await site.node.newAddress('bech32');
    await site.node.pay(address, 0.1, { feeRate: 2 });
    await everywhere();
    const values: Record<string, string> = { hash: firstBlock, txid: txid!, address, height: '100', interval: '1w' };
    // a second or a frame may end between two requests
    const alike = (url: string, other: Pick<Program, 'status'>) =>
      until(
        async () => {
          const [first, second] = await Promise.all([serving[0]!.status(url), other.status(url)]);
          return first.status === second.status && first.text === second.text;
        },
        () => url,
      );
    for (const { id, path, method, isInternal } of Object.values<Endpoint>(endpoints)) {
      // the node's tips are asked for every ten seconds; no process has the services yet
      if (method !== 'GET' || isInternal || id === 'v1ChainTips' || path.includes('accelerat')) continue;
      const url = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '0');
      await alike(url, serving[1]!);
      if (!recorded.test(id)) await alike(url, site.single);
    }
    await mine(1);
    await everywhere();
  });

  it('answers routes of services from the process that has them, and shows its accelerations', async () => {
    const post = async (program: Program, path: string, body: object, key?: string) => {
      const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-mempool-auth': key }) };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${program.url}/api/v1/services/${path}`, options);
      return { status: response.status, text: await response.text() };
    };
    const txInput = await site.node.pay(await site.node.newAddress('bech32'), 0.1, { feeRate: 2 });
    await everywhere();
    const away = { status: 503, text: 'temporarily_unavailable' };
    expect(await post(serving[0]!, 'accelerator/estimate', { txInput })).toEqual(away);
    const services = await site.services();
    await ready(services);
    const key = await createServicesUser(site.servicesFlags, 'alice');
    const estimate = await post(serving[1]!, 'accelerator/estimate', { txInput }, key);
    expect(estimate).toMatchObject({ status: 200, text: expect.stringContaining(txInput) });
    expect(JSON.parse(estimate.text)).toMatchObject({ userBalance: 50_000, enoughBalance: true });
    const refused = await fetch(`${serving[0]!.url}/api/v1/services/account`, { headers: { cookie: 'a=b' } });
    expect([refused.status, await refused.text()]).toEqual([401, 'invalid_user']);
    const bid = { txInput, userBid: 3_000 };
    expect(await post(serving[0]!, 'accelerator/accelerate', bid, key)).toEqual({ status: 200, text: '' });
    for (const program of serving) {
      await until(async () => (await program.status('/api/v1/accelerations')).text.includes(txInput));
    }
    // the mempool of the follower has the fee delta
    await until(async () => (await serving[0]!.status(`/api/v1/cpfp/${txInput}`)).text.includes('"acceleration":true'));
    expect(await services.stop()).toBe(0);
    await mine(1);
  });

  it('continues an event stream on another process by the id of the last event', async () => {
    const [first, second] = await Promise.all([openEvents(serving[0]!), openEvents(serving[1]!)]);
    const txid = await site.node.pay(await site.node.newAddress('bech32'), 0.1, { feeRate: 3 });
    const seen = await first.next((event) => event.data.includes(txid));
    expect(await second.next((event) => event.data.includes(txid))).toEqual(seen);
    first.close();
    second.close();
    const [hash] = await mine(1);
    await everywhere();
    const again = await openEvents(serving[1]!, seen.id);
    // the block before may still have been on its way when the transaction was announced
    await again.next((event) => event.event === 'block-connected' && event.data.includes(hash!));
    const tooOld = await openEvents(serving[1]!, '1-1');
    expect((await tooOld.next(() => true)).event).toBe('gap');
    again.close();
    tooOld.close();
  });

  describe('of a Liquid network', () => liquidCases(() => ({ site, serving, leader: liquidLeader, samples })));

  it('restarts serving processes one after another without a failed request', async () => {
    const closed = await Promise.all(
      ['', '/liquidregtest'].map(async (prefix) => {
        const socket = new WebSocket(`${serving[0]!.url.replace('http', 'ws')}${prefix}/api/v1/ws`);
        await once(socket, 'open');
        return { ended: once(socket, 'close') as Promise<[number, Buffer]> };
      }),
    );
    const load = startLoad(() => serving);
    for (let i = 0; i < serving.length; i++) {
      const old = serving[i]!;
      const ended = old.stop();
      serving[i] = await ended.then(() => site.serving());
      await ready(serving[i]!);
    }
    const { requests, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(50);
    for (const { ended } of closed) {
      const [code, reason] = await ended;
      expect([code, reason.toString()]).toEqual([1001, expect.stringMatching(/^resume after \d+-\d+$/)]);
    }
  });

  it('lets a second follower take over from one that is paused, which writes nothing afterwards', async () => {
    const standby = await site.follower();
    await until(() => standby.log.some((line) => line.includes('"standby"')));
    await mirrored(standby);
    const audited = `/api/v1/block/${firstBlock}/audit-summary`;
    const audit = await serving[0]!.status(audited);
    expect(audit.status).toBe(200);
    const events = await openEvents(serving[0]!);
    leader.child.kill('SIGSTOP');
    const hashes = await mine(2);
    // they come and are mined while no process writes
    const txids: string[] = [];
    for (let i = 0; i < 3; i++) {
      txids.push(await site.node.pay(await site.node.newAddress('bech32'), 0.01, { feeRate: 3 }));
      await mirrored(standby);
      hashes.push(...(await mine(1)));
      // the next transaction makes the count the same again
      await mirrored(standby);
    }
    expect(standby.log.some((line) => line.includes('"leading"'))).toBe(false);
    await until(() => standby.log.some((line) => line.includes('"leading"')));
    await everywhere();
    for (const hash of hashes)
      await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    const ended = once(leader.child, 'exit');
    leader.child.kill('SIGCONT');
    const more = await mine(2);
    const pending = await site.node.pay(await site.node.newAddress('bech32'), 0.2, { feeRate: 4 });
    expect((await ended)[0]).not.toBe(0);
    await everywhere();
    for (const hash of more) await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    await events.next(({ event, data }) => event === 'tx-added' && data.includes(pending));
    expectTxEvents(events.seen, txids, ['tx-added', 'tx-removed']);
    const connected = events.seen.filter(({ event }) => event === 'block-connected').map(({ data }) => data);
    expect(new Set(connected).size).toBe(connected.length);
    expect(events.seen.map(({ event }) => event)).not.toContain('gap');
    events.close();
    // recorded by the leader before it
    expect(await serving[1]!.status(audited)).toEqual(audit);
    for (const path of ['/api/blocks', '/api/mempool/txids', '/api/blocks/tip/hash']) {
      expect((await serving[0]!.status(path)).text).toBe((await site.single.status(path)).text);
    }
    leader = standby;
  });

  it('continues the events when both followers were killed, with the blocks that were connected meanwhile', async () => {
    const standby = await site.follower();
    await mirrored(standby);
    const events = await openEvents(serving[0]!);
    const pay = async (feeRate: number) => site.node.pay(await site.node.newAddress('bech32'), 0.01, { feeRate });
    const known = await pay(5);
    await events.next(({ event, data }) => event === 'tx-added' && data.includes(known));
    const ended = [leader, standby].map(({ child }) => once(child, 'exit'));
    for (const { child } of [standby, leader]) child.kill('SIGKILL');
    await Promise.all(ended);
    await until(async () => (await serving[0]!.status('/readyz')).status === 503);
    const sentence =
      'The follower of this network does not answer. The mempool is not available, and no new blocks arrive.';
    expect((await serving[0]!.status('/readyz')).text).toContain(sentence);
    expect((await serving[0]!.status('/api/mempool/txids')).status).toBe(503);
    const [first] = await mine(1);
    const unseen = await pay(4);
    const hashes = [first!, ...(await mine(3))];
    const pending = await pay(3);
    const followers = await Promise.all([site.follower(), site.follower()]);
    const leads = ({ log }: Program) => log.some((line) => line.includes('"leading"'));
    await until(() => followers.some(leads));
    leader = followers.find(leads)!;
    await everywhere();
    await Promise.all(serving.map(ready));
    for (const hash of hashes)
      await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash));
    await events.next(({ event, data }) => event === 'tx-added' && data.includes(pending));
    // found missing once the mempool is loaded
    await events.next(({ event, data }) => event === 'tx-removed' && data.includes(known));
    expectTxEvents(events.seen, [known], ['tx-added', 'tx-removed']);
    // no process had it in its mempool
    expectTxEvents(events.seen, [unseen], []);
    expect(events.seen.map(({ event }) => event)).not.toContain('gap');
    const numbers = events.seen.flatMap(({ id }) => (id === '' ? [] : [Number(id.split('-')[1])]));
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
    events.close();
    await followers.find((follower) => follower !== leader)!.stop();
  });

  it('checks and exports the index in the cluster while it is followed', async () => {
    const words = ['--node', site.node.url, '--network', 'regtest', '--store', site.store];
    const copy = join(site.directory, 'copy');
    const sound = { code: 0, out: expect.stringMatching(/Checked \d+ blocks with \d+ transactions: no errors/) };
    const [exported, checked] = await Promise.all([
      runCommand(['index', 'export', copy, ...words]),
      runCommand(['index', 'check', '--whole', ...words]),
    ]);
    expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/^Copied \d{3,} rows/) });
    expect(checked).toMatchObject(sound);
    expect(await runCommand(['index', 'check', '--index', copy, ...words])).toMatchObject(sound);
    const other = ['--node', site.node.url, '--network', 'regtest', '--store', `${site.store}_none`];
    const name = `${site.store.split('/').at(-1)}_none_regtest`;
    for (const subcommand of [['check'], ['check']]) {
      expect(await runCommand(['index', ...subcommand, ...other])).toMatchObject({
        code: 1,
        errors: `glassblock: there is no index of regtest in keyspace ${name}\n`,
      });
    }
  });

  it('serves the chain while the bus is away, reports it, and recovers', async () => {
    const events = await openEvents(serving[0]!);
    await site.bus.kill();
    await until(async () => (await serving[0]!.status('/readyz')).status === 503);
    expect((await serving[0]!.status('/readyz')).text).toContain('The bus does not answer.');
    const [hash] = await mine(1);
    await until(async () => (await serving[0]!.status('/api/blocks/tip/hash')).text === hash);
    expect((await serving[0]!.status('/api/mempool/txids')).status).toBe(503);
    await site.bus.restart();
    const txid = await site.node.pay(await site.node.newAddress('bech32'), 0.3, { feeRate: 6 });
    await everywhere();
    await Promise.all(serving.map(ready));
    await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash!));
    await events.next(({ event, data }) => event === 'tx-added' && data.includes(txid));
    expect(events.seen.map(({ event }) => event)).not.toContain('gap');
    events.close();
    await ready(leader);
  });

  it('continues after the bus has lost its data, with a gap for event streams', async () => {
    const standby = await site.follower();
    await mirrored(standby);
    const events = await openEvents(serving[0]!);
    await site.bus.kill();
    await site.bus.wipe();
    await site.bus.restart();
    // the leader finds that the stream is missing when it has something to publish
    await mine(1);
    await events.next(({ event }) => event === 'gap');
    const txid = await site.node.pay(await site.node.newAddress('bech32'), 0.3, { feeRate: 6 });
    await events.next(({ event, data }) => event === 'tx-added' && data.includes(txid));
    const [hash] = await mine(1);
    await events.next(({ event, data }) => event === 'block-connected' && data.includes(hash!));
    expect(events.seen.filter(({ event }) => event === 'gap')).toHaveLength(1);
    events.close();
    await everywhere();
    await Promise.all(serving.map(ready));
    // the leader still has its lease
    expect(leader.child.exitCode).toBeNull();
    expect(standby.log.filter((line) => line.includes('"leading"'))).toEqual([]);
    leader.child.kill('SIGKILL');
    await until(() => standby.log.some((line) => line.includes('"leading"')));
    leader = standby;
    const after = await openEvents(serving[0]!);
    const [next] = await mine(1);
    await after.next(({ event, data }) => event === 'block-connected' && data.includes(next!));
    after.close();
  });
});

/** Requests as a load balancer sends them: to processes that are ready, checked ten times a second. */
function startLoad(programs: () => readonly Program[]) {
  const healthy = new Set<Program>(programs());
  const failures: string[] = [];
  let requests = 0;
  let isStopping = false;
  const checking = (async () => {
    while (!isStopping) {
      for (const program of programs()) {
        const isReady = await program.status('/readyz').then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) healthy.add(program);
        else healthy.delete(program);
      }
      for (const program of healthy) if (!programs().includes(program)) healthy.delete(program);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const paths = ['/api/blocks/tip/height', '/api/v1/blocks', '/api/mempool', '/api/v1/fees/recommended'];
  const sending = Array.from({ length: 3 }, async () => {
    while (!isStopping) {
      const all = [...healthy];
      const program = all[requests % all.length];
      if (program === undefined) {
        failures.push('no process is ready');
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      const path = paths[requests++ % paths.length]!;
      const status = await program.status(path).then(({ status }) => status, String);
      if (status !== 200) failures.push(`${path}: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all([checking, ...sending]);
      return { requests, failures };
    },
  };
}
