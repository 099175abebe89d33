// Takes about 30 s: the program is started four times beside two simulated nodes.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditState, FederationUtxo } from '@glassblock/contract/liquid';
import { createDevnode, type Devnode, type DevnodeOptions } from '@glassblock/devnode';
import { displayHash, OP } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { afterEach, expect, it } from 'vitest';
import { serializeElements } from '../../../devnode/src/elements/elements-writer.ts';
import { recountFederation } from '../support/federation-recount.ts';
import { type Program, startProgram } from '../support/program.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startNodes(options: Omit<DevnodeOptions, 'profile' | 'live'>): Promise<Devnode> {
  const node = await createDevnode({ profile: 'core31', live: false, mempoolSize: 4, ...options });
  closing.push(() => node.stop());
  return node;
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-root-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function start(...args: Parameters<typeof startProgram>): Promise<Program> {
  const program = await startProgram(...args);
  closing.push(async () => program.child.exitCode ?? program.child.signalCode ?? program.stop());
  return program;
}

/** Requests a path until its answer satisfies the test. */
async function until<T>({ status }: Program, path: string, test: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const { status: code, text } = await status(path);
    const answer = code === 200 ? (JSON.parse(text) as T) : undefined;
    if (answer !== undefined && test(answer)) return answer;
    await new Promise<void>((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the lines of the start report of a network. */
const reportOf = ({ log }: Program, network: string): string[] =>
  log
    .map((line) => JSON.parse(line) as { event?: string; network?: string; msg: string })
    .filter((entry) => entry.event === 'start-report' && entry.network === network)
    .map(({ msg }) => msg);

/** Returns the height of the newest block that a socket sends at first. */
async function socketHeight({ url }: Program, path: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  await once(socket, 'open');
  socket.send('{"action":"init"}');
  const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
  socket.close();
  return (JSON.parse(data) as { blocks: { height: number }[] }).blocks.at(-1)!.height;
}

it('audits the reserves with Liquid at the root, also after kill -9 during an audit', async () => {
  // headers have the scripts of the federation from block 60 on, one for each nine blocks of the parent chain
  const node = await startNodes({ seed: 5, blocks: 600, elements: {} });
  const elements = node.elements!;
  const dataDir = await newDirectory();
  const config = join(dataDir, 'config.json');
  await writeFile(config, JSON.stringify({ rootNetwork: 'liquiddemo' }));
  const words = [
    ...['--config', config, '--node', node.rpcUrl, '--data-dir', dataDir],
    ...['--liquid', elements.rpcUrl, '--liquid-network', 'liquiddemo'],
  ];
  const launch = () => start(words, [], { GLASSBLOCK_NETWORK: 'demo' });
  let program = await launch();

  async function expectAudited(): Promise<void> {
    const isOfTips = ({ block, parentBlock }: AuditState) =>
      block?.hash === elements.chain.tip.hash && parentBlock?.hash === node.state.chain.tip.hash;
    const state = await until<AuditState>(program, '/api/glass/v1/liquid/audit', isOfTips);
    const expected = recountFederation(node, { timelock: 1_008, signedItems: 5 });
    expect(state).toMatchObject({ supply: String(expected.supply), reserves: String(expected.reserves) });
    const { text } = await program.status('/api/v1/liquid/reserves/utxos');
    const utxos = (JSON.parse(text) as FederationUtxo[]).map(({ txid, txindex }) => `${txid}:${txindex}`);
    expect(new Set(utxos)).toEqual(expected.unspent);
  }
  await expectAudited();
  expect(reportOf(program, 'liquiddemo')).toEqual([
    expect.stringMatching(/^node \/Elements Core:23\.\S+\/ on \S+, \d+ blocks$/),
    'txindex yes (needed to index blocks), REST yes, ZMQ sequence yes',
    expect.stringMatching(/^pegged to the chain of [0-9a-f]{64}, peg-ins after \d+ confirmations$/),
  ]);
  expect(JSON.parse((await program.status('/readyz')).text)).toEqual({
    ready: true,
    networks: { demo: 'ready', liquiddemo: 'ready' },
  });
  const heights: Record<string, number> = { '': elements.chain.height, '/liquid': elements.chain.height };
  heights['/demo'] = node.state.chain.height;
  for (const [prefix, height] of Object.entries(heights)) {
    expect([prefix, (await program.status(`${prefix}/api/blocks/tip/height`)).text]).toEqual([prefix, String(height)]);
    expect([prefix, await socketHeight(program, `${prefix}/api/v1/ws`)]).toEqual([prefix, height]);
  }

  const changes = [
    () => void node.commands.mine(1),
    () => {
      elements.commands.emitTraffic(2);
      elements.commands.mine(1);
    },
  ];
  for (const change of changes) {
    change();
    const exited = once(program.child, 'exit');
    program.child.kill('SIGKILL');
    await exited;
    node.commands.reorg(2);
    program = await launch();
    await expectAudited();
  }
  expect(await program.stop()).toBe(0);
});

it('serves Liquid Testnet alone, without an audit, and continues after a stop', async () => {
  const network = elementsNetworks.liquidtestnet;
  const { elements } = await startNodes({ seed: 5, blocks: 200, elements: { network } });
  const { wallet, chain, commands } = elements!;
  const token = wallet.issued[0]!.tokenId;
  // the wallet does not own this output
  const txid = displayHash(chain.tip.block.txs[0]!.txid);
  const none = new Uint8Array(0);
  const burn = serializeElements({
    inputs: [{ outpoint: { txid, vout: 0 }, scriptSig: none, witness: [Uint8Array.of(1)] }],
    outputs: [
      { assetId: token, value: 1n, script: Uint8Array.of(OP.RETURN) },
      { assetId: network.nativeAsset, value: 60n, script: none },
    ],
  });
  chain.accept(burn);
  commands.mine();
  const dataDir = await newDirectory();
  const words = ['--liquid', elements!.rpcUrl, '--liquid-network', 'liquidtestnet', '--data-dir', dataDir];
  for (let run = 0; run < 2; run++) {
    const program = await start(words);
    await until<number>(program, '/api/blocks/tip/height', (height) => height === chain.height);
    expect(JSON.parse((await program.status('/readyz')).text)).toEqual({
      ready: true,
      networks: { liquidtestnet: 'ready' },
    });
    expect(reportOf(program, 'liquidtestnet')[0]).toContain('node /Elements');
    const audit = JSON.parse((await program.status('/api/glass/v1/liquid/audit')).text) as AuditState;
    expect(audit).toMatchObject({ state: 'off', sentence: expect.stringContaining('--node') });
    expect((await program.status('/api/v1/liquid/reserves')).status).toBe(404);
    expect((await program.status('/api/v1/liquid/pegs')).status).toBe(200);
    // a burned reissuance token has totals of its own, and no supply: its issuances count for the asset
    for (const path of ['', '/supply', '/supply/decimal']) {
      const { status, text } = await program.status(`/api/asset/${displayHash(token)}${path}`);
      expect([path, status, text]).toEqual([path, 404, 'Asset id not found']);
    }
    expect(await socketHeight(program, '/api/v1/ws')).toBe(chain.height);
    expect(await program.stop()).toBe(0);
    commands.emitTraffic(1);
    commands.mine(2);
  }
});
