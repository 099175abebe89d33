import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeClient } from '@glassblock/node';
import { CodedError, networks } from '@glassblock/primitives';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { watchNode } from './watch-node.ts';

/** A pruned node at its first block. */
function scriptedNode() {
  const node = { pruneHeight: 0, isBusy: false, isAway: false };
  const answers: Record<string, () => unknown> = {
    getnetworkinfo: () => ({ version: 290_000, subversion: '/Satoshi:29.0.0/' }),
    getblockchaininfo: () => {
      if (node.isAway) throw new CodedError('node.away', 'the node does not answer');
      return {
        chain: 'regtest',
        blocks: 0,
        headers: 0,
        bestblockhash: networks.regtest.genesisHash,
        initialblockdownload: false,
        pruned: true,
        pruneheight: node.pruneHeight,
      };
    },
    getindexinfo: () => ({}),
    getzmqnotifications: () => [],
    getblockhash: () => {
      if (node.isBusy) throw new CodedError('node.away', 'the node does not answer');
      return networks.regtest.genesisHash;
    },
    getblockheader: () => ({}),
    getblock: () => genesisBlock,
  };
  const client = {
    rpc: async (method: string, _hash: unknown, verbosity: unknown) =>
      verbosity === 3 ? { tx: [] } : answers[method]!(),
    rest: () => Promise.reject(new CodedError('node.not-found', 'the node returned 404')),
  } as unknown as NodeClient;
  return { node, client };
}

/** Block 0 of regtest. */
const genesisBlock =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/**
 * @param blocksDir of the node
 * @param started resolves when the report may be logged
 */
function watch(client: NodeClient, blocksDir = 'none', started = Promise.resolve()) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const pauses: (() => void)[] = [];
  let change: () => void = () => undefined;
  const watched = watchNode({
    client,
    node: { origin: 'http://127.0.0.1:1', blocksDir },
    network: networks.regtest,
    log,
    started,
    onChange: () => change(),
    onUnexpectedError: (error) => expect.unreachable(String(error)),
    pause: () => new Promise((resolve) => pauses.push(resolve)),
  });
  /** Resolves when the state has changed. */
  const changed = () => new Promise<void>((resolve) => (change = resolve));
  const reports = () => lines.filter((line) => line.includes('"start-report"')).join('');
  return { watched, changed, pauses, reports };
}

it('gives advice on the blocks that the node has now', async () => {
  const { node, client } = scriptedNode();
  const { watched, changed, reports } = watch(client);
  const ready = changed();
  watched.check();
  await ready;
  expect(watched.advice.at(-1)).toBe('Pruning is on: the node has all blocks still, and will remove old ones.');
  node.pruneHeight = 502;
  await expect
    .poll(() => {
      watched.check();
      return watched.advice.at(-1);
    })
    .toBe('The node is pruned: blocks below 502 are not available.');
  await expect.poll(reports).toContain('RPC getblock with previous outputs');
  watched.close();
});

it('does not advise to enable REST while blocks are read from files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-files-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const block = Buffer.from(genesisBlock, 'hex');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(block.length);
  await writeFile(join(directory, 'blk00000.dat'), Buffer.concat([Buffer.from('fabfb5da', 'hex'), size, block]));
  const { client } = scriptedNode();
  const { watched, reports } = watch(client, directory);
  watched.check();
  await expect.poll(reports).toContain("The node's block files: ");
  await expect.poll(() => watched.advice.join(' ')).not.toContain('REST');
  expect(reports()).not.toContain('REST is off');
  watched.close();
});

it('repeats a start report that failed, with the facts of that time', async () => {
  const { node, client } = scriptedNode();
  const { watched, pauses, reports } = watch(client);
  node.isBusy = true;
  watched.check();
  await expect.poll(() => pauses.length).toBe(1);
  expect(reports()).toMatch(/the start report is delayed/);
  pauses[0]!();
  await expect.poll(() => pauses.length).toBe(2);
  expect(reports().match(/delayed/g)).toHaveLength(1);
  node.isBusy = false;
  pauses[1]!();
  await expect.poll(reports).toContain('node /Satoshi:29.0.0/ on regtest, 0 blocks, pruned');
  watched.close();
});

it('logs that the start report is delayed when it fails after the node was away', async () => {
  const { node, client } = scriptedNode();
  const { promise, resolve: start } = Promise.withResolvers<void>();
  const { watched, pauses, reports } = watch(client, 'none', promise);
  const stateIs = (name: string) =>
    expect
      .poll(() => {
        watched.check();
        return watched.state.name;
      })
      .toBe(name);
  await stateIs('ready');
  node.isAway = true;
  await stateIs('away');
  start();
  await expect.poll(() => pauses.length).toBe(1);
  node.isAway = false;
  node.isBusy = true;
  await stateIs('ready');
  pauses[0]!();
  await expect.poll(() => pauses.length).toBe(2);
  expect(reports()).toMatch(/the start report is delayed/);
  watched.close();
});
