import { join } from 'node:path';
import { displayHash, hashFromDisplay, networks, readBlock, readSpentOutputs, toHex } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adviceFor,
  createBlockSource,
  createNodeClient,
  estimateSync,
  openSequenceFeed,
  parseNodeUrl,
  probeNode,
  reportLines,
  type SequenceMessage,
  spentFromJson,
  stateOfError,
  stateOfFacts,
} from './index.ts';
import { type RealNode, startRealNode } from './testing/real-node.ts';

let node: RealNode;
beforeAll(async () => {
  node = await startRealNode();
  await node.mine(102);
});
afterAll(() => node?.stop());

describe('the client on a real node', () => {
  it('probes version and capabilities', async () => {
    const facts = await probeNode(node.client);
    expect(facts).toMatchObject({ chain: 'regtest', blocks: 102, pruned: false, rest: true, txindex: false });
    expect(facts.zmqSequence).toBe(node.zmq);
    expect(facts.spentOutputs).toBe(true);
    expect(stateOfFacts(facts, networks.regtest).name).toBe('ready');
    expect(stateOfFacts(facts, networks.mainnet)).toMatchObject({ name: 'wrong-network' });
    const lines = reportLines(facts, adviceFor(facts), await estimateSync(node.client, facts, () => performance.now()));
    expect(lines.join('\n')).toMatch(/REST block and spent outputs: [\d.]+ MB\/s now, about \d+ s for the whole chain/);
  });

  it('reports bad credentials and an absent node', async () => {
    const { origin } = parseNodeUrl(node.url);
    const wrong = createNodeClient({ origin, user: 'x', password: 'y' });
    const rejected: unknown = await wrong.rpc('getblockcount').catch((reason: unknown) => reason);
    expect(stateOfError(rejected, undefined)).toMatchObject({
      name: 'bad-credentials',
      sentence: "The node rejects the explorer's credentials.",
    });
    const noCookie = createNodeClient({ origin, cookieFile: join(node.directory, 'no-cookie') });
    const unread: unknown = await noCookie.rpc('getblockcount').catch((reason: unknown) => reason);
    expect(stateOfError(unread, undefined).sentence).toBe('The cookie file of the node cannot be read.');
    const away = createNodeClient({ origin: 'http://127.0.0.1:1', timeoutMs: 1_000 });
    const error: unknown = await away.rpc('getblockcount').catch((reason: unknown) => reason);
    expect(stateOfError(error, undefined)).toMatchObject({ name: 'away', sentence: 'The node does not answer.' });
    await wrong.close();
    await noCookie.close();
    await away.close();
  });

  it('probes a node whose whitelist lacks optional calls, and reports a missing one that is required', async () => {
    const required = 'getnetworkinfo,getblockchaininfo';
    const limited = await startRealNode({
      flags: [`-rpcwhitelist=glass:${required},createwallet`, '-rpcwhitelistdefault=0'],
    });
    try {
      expect(await probeNode(limited.client)).toMatchObject({ blocks: 0, txindex: false, zmqSequence: undefined });
      const errors = await Promise.all(
        [
          limited.client.rpc('getmempoolinfo'),
          limited.client.batch([
            { method: 'getblockhash', params: [0] },
            { method: 'getblockchaininfo', params: [] },
          ]),
        ].map((call) => call.catch((reason: unknown) => reason)),
      );
      expect(errors.map((error) => stateOfError(error, undefined))).toMatchObject([
        {
          name: 'bad-credentials',
          sentence: 'The node does not permit getmempoolinfo (rpcwhitelist, rpcallowip).',
        },
        { sentence: 'The node does not permit getblockhash, getblockchaininfo (rpcwhitelist, rpcallowip).' },
      ]);
    } finally {
      await limited.stop();
    }
  });

  it('answers a batch in order, including errors of single calls', async () => {
    const outcomes = await node.client.batch([
      { method: 'getblockhash', params: [0] },
      { method: 'getblockhash', params: [999_999] },
      { method: 'getblockcount', params: [] },
    ]);
    expect(outcomes[0]).toEqual({ result: networks.regtest.genesisHash });
    expect(outcomes[1]).toMatchObject({ error: { code: -8 } });
    expect(outcomes[2]).toEqual({ result: 102 });
  });

  it('returns the same spent outputs by REST as by getblock 3', async () => {
    await node.pay(await node.newAddress('bech32m'), 1.5);
    await node.pay(await node.newAddress('legacy'), 0.3);
    const [id] = await node.mine(1);
    const { block, spent } = await createBlockSource(node.client, true).blockWithSpent(hashFromDisplay(id!));
    expect(readBlock(block).txs).toHaveLength(3);
    expect(readSpentOutputs(spent).txCount).toBe(3);
    expect(toHex(spentFromJson(await node.client.rpc('getblock', id, 3)))).toBe(toHex(spent));
    const byRpc = await createBlockSource(node.client, false).blockWithSpent(hashFromDisplay(id!));
    expect(toHex(byRpc.block)).toBe(toHex(block));
    expect(toHex(byRpc.spent)).toBe(toHex(spent));
  });

  it('reports an unknown block', async () => {
    const source = createBlockSource(node.client, true);
    await expect(source.blockWithSpent(new Uint8Array(32).fill(5))).rejects.toMatchObject({
      code: 'node.unknown-block',
    });
  });

  it('receives transactions and blocks through the sequence topic', async () => {
    const received: SequenceMessage[] = [];
    let wake: () => void = () => undefined;
    const feed = openSequenceFeed(node.zmq, {
      message(message) {
        received.push(message);
        wake();
      },
      lost: () => expect.unreachable('frames were lost'),
      failed: (error) => expect.unreachable(String(error)),
    });
    const until = async (found: () => boolean) => {
      while (!found()) await new Promise<void>((resolve) => (wake = resolve));
    };
    // a subscription takes a moment: mine until the first block is received
    while (received.length === 0) {
      await node.mine(1);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    const txid = await node.pay(await node.newAddress(), 0.1);
    await until(() => received.some(({ type, hash }) => type === 'added' && displayHash(hash) === txid));
    const [id] = await node.mine(1);
    await until(() => received.some(({ type, hash }) => type === 'connected' && displayHash(hash) === id));
    expect(received.some(({ type }) => type === 'removed')).toBe(false);
    feed.close();
  });
});
