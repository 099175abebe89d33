import { displayHash, isCoded, isSats, networks, toHex } from '@glassblock/primitives';
import { elementsNetworks, readElementsBlock, readElementsHeader } from '@glassblock/primitives/elements';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type RecordedElementsNode,
  type RecordedNodeOptions,
  startRecordedElementsNode,
} from '../../test/support/recorded-elements-node.ts';
import {
  createElementsBlockSource,
  createElementsMonitor,
  createNodeClient,
  elementsAdviceFor,
  elementsReportLines,
  type NodeClient,
  type Outpoint,
  probeElementsNode,
  probeNode,
  stateOfElementsFacts,
  stateOfFacts,
} from '../index.ts';

const { liquid, liquidregtest } = elementsNetworks;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function start(options?: RecordedNodeOptions): Promise<{ node: RecordedElementsNode; client: NodeClient }> {
  const node = await startRecordedElementsNode(options);
  const client = createNodeClient({ origin: node.origin });
  open.push(() => client.close(), node.stop);
  return { node, client };
}

const network = (subversion: string, version = 230_400) => ({ getnetworkinfo: { version, subversion } });

describe('probeElementsNode', () => {
  test('reads version, chain, capabilities and the pegged asset', async () => {
    const { client } = await start();
    const facts = await probeElementsNode(client);
    expect(facts).toMatchObject({
      version: 230_400,
      subversion: '/Elements Core:23.4.0/',
      chain: 'liquidregtest',
      blocks: 99,
      txindex: true,
      rest: true,
      spentOutputs: false,
      blockPart: false,
      zmqSequence: 'tcp://127.0.0.1:19720',
    });
    expect(facts.sidechain).toMatchObject({
      peggedAsset: liquidregtest.nativeAsset,
      parentGenesisHash: networks.regtest.genesisHash,
      pegInConfirmations: 2,
    });
    expect(facts.sidechain?.fedpegScripts).toHaveLength(2);
    expect(elementsAdviceFor(facts)).toEqual([]);
    expect(elementsReportLines(facts)).toEqual([
      'node /Elements Core:23.4.0/ on liquidregtest, 99 blocks',
      'txindex yes (needed to index blocks), REST yes, ZMQ sequence yes',
      `pegged to the chain of ${networks.regtest.genesisHash}, peg-ins after 2 confirmations`,
    ]);
  });

  test('calls no Elements methods of a Bitcoin node', async () => {
    const { client, node } = await start({ results: network('/Satoshi:29.3.0/', 290_300) });
    expect((await probeElementsNode(client)).sidechain).toBeUndefined();
    expect(node.calls).not.toContain('getsidechaininfo');
  });

  test('has advice for a node without REST, transaction index and ZMQ', async () => {
    const { client } = await start({ rest: false, txindex: false, results: { getzmqnotifications: [] } });
    const facts = await probeElementsNode(client);
    const advice = elementsAdviceFor(facts);
    expect(elementsReportLines(facts).slice(-3)).toEqual(advice);
    expect(advice.map((sentence) => /Set (\w+)/.exec(sentence)?.[1])).toEqual(['rest', 'txindex', 'zmqpubsequence']);
  });

  test('a parent chain of zeros is none', async () => {
    const answer = { pegged_asset: '11'.repeat(32), parent_blockhash: '0'.repeat(64) };
    const { client } = await start({ results: { getsidechaininfo: answer } });
    expect((await probeElementsNode(client)).sidechain).toEqual({
      peggedAsset: new Uint8Array(32).fill(0x11),
      parentGenesisHash: undefined,
      fedpegScripts: [],
      pegInConfirmations: undefined,
    });
  });
});

describe('stateOfElementsFacts', () => {
  const stateWith = async (options: RecordedNodeOptions, row = liquidregtest) => {
    const { client } = await start(options);
    const { name, sentence } = stateOfElementsFacts(await probeElementsNode(client), row);
    return [name, sentence];
  };
  const chain = (more: object) => ({
    getblockchaininfo: { chain: 'liquidv1', blocks: 5, headers: 10, bestblockhash: '00'.repeat(32), ...more },
  });

  test('is ready on the right chain', async () => {
    expect(await stateWith({})).toEqual(['ready', 'The node is connected.']);
  });

  test('is wrong-network for another chain, another kind of node, and another pegged asset', async () => {
    expect(await stateWith({}, liquid)).toEqual([
      'wrong-network',
      'The node serves the chain "liquidregtest", but this page is for Liquid.',
    ]);
    expect(await stateWith({ results: network('/Satoshi:29.3.0/') })).toEqual([
      'wrong-network',
      'The node is not an Elements node, which Liquid Regtest needs.',
    ]);
    expect(await stateWith({ results: chain({}) }, liquid)).toEqual([
      'wrong-network',
      'The pegged asset of the node is not that of Liquid.',
    ]);
  });

  test('is too-old and initial-download as for a Bitcoin node', async () => {
    expect(await stateWith({ results: network('/Elements Core:0.21.0/', 210_000) })).toEqual([
      'too-old',
      'The node is too old: Elements 23 or newer is required.',
    ]);
    expect(
      (await stateWith({ results: { ...chain({ chain: 'liquidregtest', initialblockdownload: true }) } }))[0],
    ).toBe('initial-download');
  });

  test.each([
    [0, 0, 'it waits for newer blocks.'],
    [7, 7, 'it waits for newer blocks.'],
    [250, 1_000, '25 % of the blocks are there.'],
  ])('with %i of %i blocks the sentence of initial download is: %s', async (blocks, headers, end) => {
    const { client } = await start();
    const facts = { ...(await probeNode(client)), chain: 'main', blocks, headers, initialDownload: true };
    expect(stateOfFacts({ ...facts, version: 300_000 }, networks.mainnet).sentence).toBe(
      `The node is still in initial block download: ${end}`,
    );
  });

  test('the sentence for an old Bitcoin node names Bitcoin Core', async () => {
    const { client } = await start();
    const facts = { ...(await probeNode(client)), chain: 'main' };
    expect(stateOfFacts(facts, networks.mainnet).sentence).toBe(
      'The node is too old: Bitcoin Core 25 or newer is required.',
    );
  });

  test('the monitor reports a node that stops', async () => {
    const { client, node } = await start();
    const names: string[] = [];
    const monitor = createElementsMonitor(client, liquidregtest, {
      onChange: ({ name }) => names.push(name),
      onUnexpectedError: (error) => names.push(String(error)),
    });
    open.push(async () => monitor.close());
    await monitor.check();
    await node.stop();
    await monitor.check();
    expect(names).toEqual(['ready', 'away']);
  });
});

describe('createElementsBlockSource', () => {
  test.each([true, false])('reads blocks and headers with REST %s', async (rest) => {
    const { client, node } = await start({ rest });
    const source = createElementsBlockSource(client, rest);
    for (const hash of [node.hashes[6]!, node.hashes[73]!]) {
      const bytes = await source.block(hash);
      expect(displayHash(readElementsBlock(bytes).hash)).toBe(displayHash(hash));
      const header = await source.header(hash);
      expect(toHex(header)).toBe(toHex(readElementsHeader(bytes).bytes));
    }
    expect(node.calls.some((call) => call.startsWith('/rest/'))).toBe(rest);
  });

  test('finds every spent output of the recorded chain in the node', async () => {
    const { client, node } = await start();
    const source = createElementsBlockSource(client, true);
    const counts = { spent: 0, confidential: 0, none: 0 };
    for (const hash of node.hashes) {
      const { block, spent } = await source.blockWithSpent(hash);
      expect(spent.map((list) => list.length)).toEqual(block.txs.map((tx) => tx.inputCount));
      for (const output of spent.flat()) {
        if (output === undefined) counts.none++;
        else if (isSats(output.value)) counts.spent++;
        else counts.confidential++;
      }
    }
    // 100 coinbases, the issuance of the genesis block and two peg-ins spend no output
    expect(counts.none).toBe(103);
    expect(counts.spent).toBeGreaterThan(20);
    expect(counts.confidential).toBeGreaterThan(20);
  });

  test('a transparent transaction spends as much as it creates', async () => {
    const { client, node } = await start();
    const { block, spent } = await createElementsBlockSource(client, true).blockWithSpent(node.hashes[3]!);
    const sum = (values: readonly unknown[]) => values.reduce((total: number, value) => total + Number(value), 0);
    const inputs = spent[1]!.map((output) => output?.value);
    expect(sum(inputs)).toBe(sum(block.txs[1]!.outputs().map(({ value }) => value)));
  });

  test('queries the lookup first, and the node only for the rest', async () => {
    const { client, node } = await start();
    const all = await createElementsBlockSource(client, true).blockWithSpent(node.hashes[19]!);
    node.calls.length = 0;
    const asked: Outpoint[] = [];
    const known = all.spent.flat().filter((output) => output !== undefined);
    const source = createElementsBlockSource(client, true, async (outpoints) => {
      asked.push(...outpoints);
      return outpoints.map((_, i) => known[i]);
    });
    const { spent } = await source.blockWithSpent(node.hashes[19]!);
    expect(spent.flat().map((output) => output?.rangeProof)).toEqual(
      all.spent.flat().map((output) => output?.rangeProof),
    );
    expect(asked).toHaveLength(known.length);
    expect(node.calls).not.toContain('getrawtransaction');
  });

  const codeOf = async (call: Promise<unknown>) => {
    try {
      await call;
    } catch (error) {
      if (isCoded(error)) return error.code;
      throw error;
    }
    return 'no error';
  };

  test('needs the transaction index for outputs that the lookup does not find', async () => {
    const { client, node } = await start({ txindex: false });
    const source = createElementsBlockSource(client, true);
    expect(await codeOf(source.blockWithSpent(node.hashes[6]!))).toBe('node.no-data');
    expect((await source.blockWithSpent(node.hashes[1]!)).spent).toEqual([[undefined]]);
  });

  test('rejects another block, another transaction and an unknown hash', async () => {
    const { client, node } = await start();
    const other: NodeClient = {
      ...client,
      rest: async () => client.rest(`block/${displayHash(node.hashes[2]!)}.bin`),
      batch: async () => [
        {
          result: toHex(
            readElementsBlock(await createElementsBlockSource(client, true).block(node.hashes[2]!)).txs[0]!.raw,
          ),
        },
      ],
    };
    expect(await codeOf(createElementsBlockSource(other, true).block(node.hashes[3]!))).toBe('node.bad-answer');
    const wrongTx = createElementsBlockSource({ ...client, batch: other.batch }, true);
    expect(await codeOf(wrongTx.blockWithSpent(node.hashes[6]!))).toBe('node.bad-answer');
    for (const rest of [true, false]) {
      const source = createElementsBlockSource(client, rest);
      expect(await codeOf(source.block(new Uint8Array(32)))).toBe('node.unknown-block');
    }
  });
});
