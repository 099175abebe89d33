import {
  adviceFor,
  createBlockSource,
  createNodeClient,
  createNodeMonitor,
  type NodeClient,
  openSequenceFeed,
  parseNodeUrl,
  probeNode,
  type SequenceMessage,
  spentFromJson,
} from '@glassblock/node';
import { displayHash, fromHex, hashFromDisplay, networks, readBlock, readHeader } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDevnode, type Devnode, type ProfileName } from './index.ts';

const small = { seed: 3, live: false, blocks: 14, mempoolSize: 80, clock: () => 1_800_000_000_000 } as const;
const capabilities = [
  { profile: 'core28', version: 280100, spentOutputs: false, blockPart: false, way: 'rpc-json', advice: 2 },
  { profile: 'core30', version: 300000, spentOutputs: true, blockPart: false, way: 'rest-spent', advice: 1 },
  { profile: 'core31', version: 310000, spentOutputs: true, blockPart: true, way: 'rest-spent', advice: 0 },
  { profile: 'knots29', version: 290400, spentOutputs: true, blockPart: false, way: 'rest-spent', advice: 1 },
] as const satisfies readonly { profile: ProfileName; [field: string]: unknown }[];

describe.each(capabilities)(
  'the explorer’s client on $profile',
  ({ profile, version, spentOutputs, blockPart, way, advice }) => {
    let devnode: Devnode;
    let client: NodeClient;
    beforeAll(async () => {
      devnode = await createDevnode({ ...small, profile });
      client = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl) });
    });
    afterAll(async () => {
      await client.close();
      await devnode.stop();
    });

    test('probes the features of the node', async () => {
      const facts = await probeNode(client);
      expect(facts).toMatchObject({
        version,
        chain: 'demo',
        blocks: 14,
        rest: true,
        txindex: false,
        spentOutputs,
        blockPart,
      });
      expect(facts.zmqSequence).toBe(devnode.zmqUrl);
      expect(adviceFor(facts)).toHaveLength(advice);
    });

    test('reads every block with its spent outputs, equal to getblock 3', async () => {
      const source = createBlockSource(client, true);
      const { chain } = devnode.state;
      for (let height = chain.height; height >= 0; height--) {
        const stored = chain.at(height)!;
        const { block, spent } = await source.blockWithSpent(hashFromDisplay(stored.hash));
        expect(Buffer.from(block).equals(stored.bytes!)).toBe(true);
        expect(Buffer.from(spent).equals(stored.undo!.bytes)).toBe(true);
        expect(Buffer.from(spentFromJson(await client.rpc('getblock', stored.hash, 3))).equals(spent)).toBe(true);
        expect(Buffer.from(await source.header(hashFromDisplay(stored.hash))).equals(stored.header)).toBe(true);
      }
      expect(source.way).toBe(way);
    });

    test('answers the requests of the mempool engine', async () => {
      const { mempool, chain } = devnode.state;
      const all = (await client.rpc('getrawmempool', false, true)) as { txids: string[]; mempool_sequence: number };
      expect(new Set(all.txids)).toEqual(new Set(mempool.entries.keys()));
      expect(all.mempool_sequence).toBe(mempool.sequence);
      const raw = await client.batch(all.txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] })));
      raw.forEach((outcome, index) => {
        const expected = mempool.entries.get(all.txids[index]!)!.tx.raw;
        expect('result' in outcome && Buffer.from(fromHex(String(outcome.result))).equals(expected)).toBe(true);
      });
      const entry = [...mempool.entries.values()].find((one) => one.parents.size === 0)!;
      const { txid, vout } = entry.inputs[0]!;
      expect(await client.rpc('gettxout', txid, vout, true)).toBeNull();
      const utxo = (await client.rpc('gettxout', txid, vout, false)) as { value: number };
      expect(Math.round(utxo.value * 1e8)).toBe(Number(chain.utxo(txid, vout)!.value));
      expect(await client.rpc('getmempoolinfo')).toMatchObject({ loaded: true, size: mempool.entries.size });
      expect(await client.rpc('getmempoolentry', entry.txid)).toMatchObject({
        vsize: entry.vsize,
        weight: entry.weight,
      });
      const template = (await client.rpc('getblocktemplate', { rules: ['segwit'] })) as { transactions: unknown[] };
      expect(template.transactions.length).toBe(mempool.entries.size);
      const order = async () =>
        ((await client.rpc('getblocktemplate', { rules: ['segwit'] })) as { transactions: { txid: string }[] })
          .transactions;
      const [last] = [...mempool.entries.values()].filter(({ parents }) => parents.size === 0).slice(-1);
      await client.rpc('prioritisetransaction', last!.txid, 0, 1e9);
      expect((await order())[0]!.txid).toBe(last!.txid);
      const prioritised = { in_mempool: true, fee_delta: 1e9, modified_fee: last!.fee + 1e9 };
      expect(await client.rpc('getprioritisedtransactions')).toEqual({ [last!.txid]: prioritised });
      await client.rpc('prioritisetransaction', last!.txid, 0, -1e9);
      expect(await client.rpc('getprioritisedtransactions')).toEqual({});
    });

    test('reports unknown blocks and transactions with the node’s codes', async () => {
      const rejection = (method: string, ...params: unknown[]) =>
        client.rpc(method, ...params).then(
          () => undefined,
          (error: { datum: { code: number } }) => error.datum.code,
        );
      expect(await rejection('getblock', '00'.repeat(32))).toBe(-5);
      expect(await rejection('getblock', 'xyz')).toBe(-8);
      expect(await rejection('getblockhash', 999)).toBe(-8);
      expect(await rejection('getrawtransaction', '00'.repeat(32))).toBe(-5);
      expect(await rejection('nosuchmethod')).toBe(-32601);
      expect(await rejection('constructor')).toBe(-32601);
      await expect(client.rest(`block/${'00'.repeat(32)}.bin`)).rejects.toMatchObject({ code: 'node.not-found' });
      await expect(client.rest('nonsense.bin')).rejects.toMatchObject({ code: 'node.not-found' });
    });
  },
);

describe('the wire', () => {
  let devnode: Devnode;
  let client: NodeClient;
  beforeAll(async () => {
    devnode = await createDevnode({ ...small, profile: 'core31' });
    client = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl) });
  });
  afterAll(async () => {
    await client.close();
    await devnode.stop();
  });

  test('rejects wrong credentials', async () => {
    const unknownClient = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl), password: 'wrong' });
    await expect(unknownClient.rpc('uptime')).rejects.toMatchObject({ code: 'node.bad-credentials' });
    await unknownClient.close();
  });

  test('REST returns parts, headers, hashes and mempool transactions', async () => {
    const { chain, mempool } = devnode.state;
    const { hash, bytes, header } = chain.tip;
    expect(
      Buffer.from(await client.rest(`blockpart/${hash}.bin?offset=80&size=33`)).equals(bytes!.subarray(80, 113)),
    ).toBe(true);
    await expect(client.rest(`blockpart/${hash}.bin?offset=0&size=${bytes!.length + 1}`)).rejects.toMatchObject({
      code: 'node.not-found',
    });
    expect(Buffer.from(await client.rest(`headers/${hash}.bin?count=1`)).equals(header)).toBe(true);
    expect(displayHash(await client.rest('blockhashbyheight/14.bin'))).toBe(hash);
    const json = (path: string) =>
      client.rest(path).then((answer) => JSON.parse(Buffer.from(answer).toString()) as object);
    expect(await json('blockhashbyheight/14.json')).toEqual({ blockhash: hash });
    expect(await json('mempool/info.json')).toMatchObject({ size: mempool.entries.size });
    expect(await json(`block/notxdetails/${hash}.json`)).toMatchObject({ hash, nTx: readBlock(bytes!).txCount });
    const entry = mempool.entries.values().next().value!;
    expect(Buffer.from(await client.rest(`tx/${entry.txid}.bin`)).equals(entry.tx.raw)).toBe(true);
  });

  test('JSON-RPC 2.0 carries errors in the body, and a body over 32 MB is rejected', async () => {
    const { origin, user, password } = parseNodeUrl(devnode.rpcUrl);
    const headers = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
    const post = (body: string) => fetch(origin, { method: 'POST', headers, body });
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'nope', params: [] }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      error: { code: -32601, message: 'Method not found' },
      id: 'a',
    });
    const large = await post(`"${'x'.repeat(33 * 1024 * 1024)}"`).then(
      (one) => one.status,
      () => 413,
    );
    expect(large).toBe(413);
  });

  test('ZMQ sends the same events in the same order, without gaps', async () => {
    const received: SequenceMessage[] = [];
    let lost = 0;
    const feed = openSequenceFeed(devnode.zmqUrl, {
      message: (one) => received.push(one),
      lost: () => lost++,
      failed: () => lost++,
    });
    // A subscription takes a moment to become active: send until something is received.
    while (received.length === 0) {
      devnode.commands.emitTraffic();
      await new Promise((done) => setTimeout(done, 20));
    }
    const published: string[] = [];
    devnode.listen((event) =>
      published.push(
        event.kind === 'mempool'
          ? `${event.type} ${event.txid} ${event.sequence}`
          : `${event.kind} ${event.stored.hash}`,
      ),
    );
    devnode.commands.emitTraffic(10);
    devnode.commands.mine();
    devnode.commands.reorg(1);
    const words = () =>
      received.map(
        (one) => `${one.type} ${displayHash(one.hash)}${'mempoolSequence' in one ? ` ${one.mempoolSequence}` : ''}`,
      );
    // some of those may arrive only now
    await expect.poll(() => words().at(-1)).toBe(published.at(-1));
    feed.close();
    expect(lost).toBe(0);
    expect(words().slice(-published.length)).toEqual(published);
  });

  test('each fault has the effect that the client should see', async () => {
    const { commands, state } = devnode;
    const source = createBlockSource(client, true);
    const tip = hashFromDisplay(state.chain.tip.hash);

    commands.stall();
    const hasty = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl), timeoutMs: 400 });
    await expect(hasty.rpc('uptime')).rejects.toMatchObject({ code: 'node.away' });
    await hasty.close();
    commands.resume();
    expect(await client.rpc('uptime')).toBe(0);

    commands.slow(60);
    const began = performance.now();
    await client.rpc('uptime');
    expect(performance.now() - began).toBeGreaterThan(50);
    commands.slow(0);

    commands.wrongAnswers('bad-json');
    await expect(client.rpc('uptime')).rejects.toMatchObject({ code: 'node.bad-answer' });
    commands.wrongAnswers('other-block');
    await expect(source.block(tip)).rejects.toMatchObject({ code: 'node.bad-answer' });
    commands.wrongAnswers('wrong-hash');
    await expect(source.block(tip)).rejects.toMatchObject({ code: 'node.bad-answer' });
    commands.wrongAnswers('truncated');
    const half = await source.block(tip);
    expect(() => readBlock(half)).toThrow();
    commands.wrongAnswers();
    expect(displayHash(readHeader(await source.block(tip)).hash)).toBe(state.chain.tip.hash);

    commands.missing('getmempoolinfo');
    await expect(client.rpc('getmempoolinfo')).rejects.toMatchObject({ code: 'node.rpc', datum: { code: -32601 } });
    commands.present('getmempoolinfo');
    commands.missing('rest/spenttxouts');
    expect((await probeNode(client)).spentOutputs).toBe(false);
    commands.present('rest/spenttxouts');

    const monitor = createNodeMonitor({
      client,
      network: networks.demo,
      onChange: () => undefined,
      onUnexpectedError: () => undefined,
    });
    expect((await monitor.check()).name).toBe('ready');
    commands.warmingUp(true);
    expect((await monitor.check()).name).toBe('warming-up');
    await expect(client.rest('chaininfo.json')).rejects.toMatchObject({ code: 'node.warming-up' });
    commands.warmingUp(false);
    commands.initialDownload(true);
    expect((await monitor.check()).name).toBe('initial-download');
    commands.initialDownload(false);
    monitor.close();
  });

  test('accepts commands over the wire, through any fault', async () => {
    const { height } = devnode.state.chain;
    devnode.commands.stall();
    const hashes = await client.rpc('devnode', 'mine', 2);
    expect(hashes).toHaveLength(2);
    expect(devnode.state.chain.height).toBe(height + 2);
    await client.rpc('devnode', 'resume');
    expect(await client.rpc('getblockcount')).toBe(height + 2);
  });

  test('a restart keeps ports, chain and mempool, and resets counters', async () => {
    const { rpcUrl, zmqUrl } = devnode;
    const size = devnode.state.mempool.entries.size;
    await devnode.commands.restart();
    // a persistent connection may notice the restart only now
    await vi.waitFor(() => client.rpc('uptime'), { timeout: 90_000 });
    expect([devnode.rpcUrl, devnode.zmqUrl]).toEqual([rpcUrl, zmqUrl]);
    const answer = (await client.rpc('getrawmempool', false, true)) as { txids: string[]; mempool_sequence: number };
    expect(answer.txids).toHaveLength(size);
    expect(answer.mempool_sequence).toBe(size + 1);
  });
});
