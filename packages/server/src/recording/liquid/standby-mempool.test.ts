import { createDevnode, type Devnode } from '@glassblock/devnode';
import type { Fact } from '@glassblock/journal';
import { createNodeClient, type NodeClient, parseNodeUrl } from '@glassblock/node';
import { displayHash } from '@glassblock/primitives';
import { type ElementsNetworkRow, elementsNetworks } from '@glassblock/primitives/elements';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLiquidNode } from '../../network/liquid/liquid-node.ts';
import { createStandbyMempool, type StandbyMempool } from './standby-mempool.ts';

let devnode: Devnode;
let client: NodeClient;
let network: ElementsNetworkRow | undefined;
let facts: Fact[];
let mempool: StandbyMempool;
/** Txids of the node's mempool in the order of their arrival, by letter. */
let letters: string[];

beforeAll(async () => {
  devnode = await createDevnode({
    ...{ profile: 'core31', seed: 1, live: false, blocks: 240, mempoolSize: 4, elements: {} },
  });
  client = createNodeClient({ ...parseNodeUrl(devnode.elements!.rpcUrl), connections: 1 });
  devnode.elements!.chain.listen((event) => {
    if (event.kind === 'mempool' && event.type === 'added' && !letters.includes(event.txid)) letters.push(event.txid);
  });
});
afterAll(async () => {
  await client.close();
  await devnode.stop();
});
beforeEach(() => {
  devnode.elements!.commands.mine(1);
  [network, facts, letters] = [elementsNetworks.liquiddemo, [], []];
  mempool = createStandbyMempool({
    client,
    node: createLiquidNode(client, 1e6),
    network: () => network,
    onFacts: (some) => void facts.push(...some),
    // every step reads the mempool again
    nowMs: () => 1_800_000_000_000,
  });
});

/** Returns the facts since the last call, as `+a` and `-a mined`. */
async function step(): Promise<string> {
  await mempool.step();
  const lines = facts.splice(0).map((fact) => {
    if (fact.type !== 'tx-added' && fact.type !== 'tx-removed') return fact.type;
    const letter = 'abcdef'[letters.indexOf(displayHash(fact.txid))];
    return fact.type === 'tx-added' ? `+${letter}` : `-${letter} ${fact.reason}${fact.certain ? '' : '?'}`;
  });
  return lines.sort().join(', ');
}

it('reports transactions that come and are mined, without an index', async () => {
  const { commands } = devnode.elements!;
  commands.emitTraffic(1);
  expect(await step()).toBe('+a');
  commands.emitTraffic(2);
  expect(await step()).toBe('+b, +c');
  commands.mine(2);
  commands.emitTraffic(1);
  expect(await step()).toBe('+d, -a mined, -b mined, -c mined');
  expect(await step()).toBe('');
  expect([...mempool.known.keys()]).toEqual([letters[3]]);
});

it('reports transactions that a reorg returns to the mempool, and that are mined again', async () => {
  const { commands } = devnode.elements!;
  commands.emitTraffic(1);
  expect(await step()).toBe('+a');
  commands.mine(1);
  expect(await step()).toBe('-a mined');
  commands.disconnect(1);
  expect(await step()).toBe('+a');
  commands.mine(2);
  expect(await step()).toBe('-a mined');
});

it('reports nothing until the node has answered which asset is pegged', async () => {
  devnode.elements!.commands.emitTraffic(1);
  network = undefined;
  expect([await step(), mempool.isLoaded]).toEqual(['', false]);
  network = elementsNetworks.liquiddemo;
  expect([await step(), mempool.isLoaded]).toEqual(['+a', true]);
});
