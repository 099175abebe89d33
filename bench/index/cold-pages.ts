/**
 * Pages of 25 transactions of 25 different blocks that no cache of the server has: with bodies from the node, from its
 * block files, which is the default where they are found, and with stored ones. Milliseconds, measured from another
 * process; the server is started again for each address. After a start it finds the blocks of the block files while the
 * first pages are requested, those of another address, which are read from the node.
 *
 *     node bench/index/cold-pages.ts [--blocks 75] [--txs 3000] [--addresses 8]
 *
 * Each block has a payment to each address among so many other transactions of 274 bytes; what it spends is in the block
 * before. The other address has payments in 25 earlier blocks.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mineOpenUtxos, openTx, sendAll, startRealNode } from '@glassblock/node/testing';
import { generatedUtxoValue, generateMempool } from '../../packages/server/test/support/generated-mempool.ts';
import { calibrate, median } from '../calibrate.ts';
import { pause } from '../live/clock.ts';
import { payReceiver, receiverAddress } from '../live/payments.ts';
import { startServer } from './start-server.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '75' },
    txs: { type: 'string', default: '3000' },
    addresses: { type: 'string', default: '8' },
  },
});
const [blocks, txs, addresses] = [Number(values.blocks), Number(values.txs), Number(values.addresses)];
const pageSize = 25;
const feeSats = 5_000;
/** Time after the first pages in which the block files are walked. */
const walkMs = 2_000;
/** UTXOs spent by a generated transaction on average, with a margin. */
const utxosEach = 1.9;

const node = await startRealNode({ flags: ['-checkmempool=0'] });
const utxos = await mineOpenUtxos(
  node.client,
  Math.ceil(utxosEach * txs * (pageSize + blocks)) + (pageSize + blocks + 1) * addresses,
  generatedUtxoValue,
);
const makeParents = () =>
  Array.from({ length: addresses }, () => openTx([utxos.pop()!], [generatedUtxoValue - feeSats]));
const send = (made: readonly { raw: Uint8Array }[]) =>
  sendAll(
    node.client,
    made.map(({ raw }) => raw),
  );
let parents = makeParents();
await send(parents);
await node.mine(1);
for (let block = -pageSize; block < blocks; block++) {
  const others = generateMempool({ seed: pageSize + block, txs, padding: 80 }, () => utxos.pop()!);
  await sendAll(node.client, others.raws);
  const paying = block < 0 ? parents.slice(0, 1) : parents;
  await send(
    paying.map(({ utxos: [utxo] }, receiver) => payReceiver(utxo!, block < 0 ? addresses : receiver, feeSats)),
  );
  parents = makeParents();
  await send(parents);
  await node.mine(1);
}

/** Returns the milliseconds of each page of an address, whose transactions must be in different blocks. */
async function pagesOf(url: string, address: string, pages: number): Promise<number[]> {
  const times: number[] = [];
  let after = '';
  for (let page = 0; page < pages; page++) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/address/${address}/txs/chain${after}`);
    const found = (await answer.json()) as { txid: string; status: { block_height: number } }[];
    times.push(performance.now() - began);
    if (new Set(found.map(({ status }) => status.block_height)).size !== pageSize) {
      throw new Error(`page ${page} of ${address} is not of ${pageSize} blocks`);
    }
    after = `/${found.at(-1)!.txid}`;
  }
  return times;
}

const sources = {
  node: { bodies: 'node' },
  'block files': { bodies: 'node', blocksDir: node.directory },
  stored: { bodies: 'own' },
};
for (const [source, settings] of Object.entries(sources)) {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
  const config = join(directory, 'config.json');
  const networks = [{ name: 'regtest', node: node.url, ...settings }];
  await writeFile(config, JSON.stringify({ port: 0, dataDir: directory, requestsPerMinute: 0, networks }));
  await (await startServer(config)).stop();
  const first: number[] = [];
  const later: number[] = [];
  for (let receiver = 0; receiver < addresses; receiver++) {
    const server = await startServer(config);
    first.push((await pagesOf(server.url, receiverAddress(addresses), 1))[0]!);
    await pause(walkMs);
    later.push(...(await pagesOf(server.url, receiverAddress(receiver), Math.floor(blocks / pageSize))));
    await server.stop();
  }
  console.log(
    JSON.stringify({
      source,
      firstOfProcessMs: median(first),
      laterMs: median(later),
      maxLaterMs: Math.max(...later),
      laterPages: later.length,
      calibrationMs: calibrate(),
    }),
  );
  await rm(directory, { recursive: true });
}
await node.stop();
