/**
 * Compares answers for random transactions and scripts of a generated chain with answers computed from `getblock H 3`
 * alone.
 *
 *     node bench/chain/make.ts --out DIR --megabytes 20 --txs 50000 --seed 2
 *     node bench/index/compare.ts --chain DIR [--count 2000] [--seed 1]
 *
 * Exits with 1 on a difference. The reference holds the whole chain in memory: use a chain of some ten thousand
 * transactions.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { seededRandom } from '@glassblock/primitives';
import { readReference } from '../../packages/server/test/support/reference.ts';
import { startTestExplorer } from '../../packages/server/test/support/test-explorer.ts';
import { startCachedNode } from '../chain/cached-node.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '' },
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.count);
const random = seededRandom(Number(values.seed));
const node = await startCachedNode(join(values.chain, 'node'));
const reference = await readReference(node.client, []);
const data = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const explorer = await startTestExplorer({
  node: `http://127.0.0.1:${node.rpcPort}`,
  cookie: node.cookieFile,
  network: 'regtest',
  dataDir: data,
});
await explorer.until<{ index: { height: number | null } }>(
  '/api/glass/v1/state',
  ({ index }) => index.height === reference.blocks.length - 1,
);
let compared = 0;
let different = 0;
async function same(path: string, expected: unknown): Promise<void> {
  const answer = await explorer.get(path);
  compared++;
  if (isDeepStrictEqual(answer, expected)) return;
  different++;
  if (different > 10) return;
  const texts = [answer, expected].map((value) => JSON.stringify(value)) as [string, string];
  const from = Math.max(0, [...texts[0]].findIndex((letter, i) => letter !== texts[1][i]) - 40);
  console.log(
    `${path}\n  actual ..${texts[0].slice(from, from + 200)}\n  expected ..${texts[1].slice(from, from + 200)}`,
  );
}
const began = performance.now();
const txids = [...reference.txs.keys()];
for (let i = 0; i < count; i++) {
  const txid = txids[Math.floor(random() * txids.length)]!;
  const { tx, hex } = reference.txs.get(txid)!;
  await same(`/api/tx/${txid}`, tx);
  await same(`/api/tx/${txid}/status`, tx.status);
  await same(`/api/tx/${txid}/hex`, hex);
  const outspends = reference.outspends(txid);
  await same(`/api/tx/${txid}/outspends`, outspends);
  const vout = Math.floor(random() * outspends.length);
  await same(`/api/tx/${txid}/outspend/${vout}`, outspends[vout]);
  const { block_hash: hash, block_height: height } = tx.status;
  await same(`/api/tx/${txid}/merkleblock-proof`, await node.client.rpc('gettxoutproof', [txid], hash));
  const { txids: ofBlock } = reference.blocks[height!]!;
  const start = 25 * Math.floor((random() * ofBlock.length) / 25);
  const inBlock = ofBlock.slice(start, start + 25).map((id) => reference.txs.get(id)!.tx);
  await same(`/api/block/${hash}/txs/${start}`, inBlock);
  await same(`/api/block/${hash}/txids`, ofBlock);
}
const hashes = [...reference.scripts.keys()];
for (let i = 0; i < count; i++) {
  const hash = hashes[Math.floor(random() * hashes.length)]!;
  const confirmed = reference.confirmed([hash]);
  const stats = { chain_stats: reference.stats(hash, 'chain'), mempool_stats: reference.stats(hash, 'pool') };
  await same(`/api/scripthash/${hash}`, { scripthash: hash, ...stats });
  const page = (from: number) => confirmed.slice(from, from + 25).map(({ tx }) => tx);
  await same(`/api/scripthash/${hash}/txs/chain`, page(0));
  const { address } = reference.scripts.get(hash)!;
  if (address !== undefined) {
    await same(`/api/address/${address}`, { address, ...stats });
    await same(`/api/address/${address}/txs`, page(0));
  }
  if (confirmed.length > 1) {
    const at = Math.floor(random() * (confirmed.length - 1));
    await same(`/api/scripthash/${hash}/txs/chain/${confirmed[at]!.tx.txid}`, page(at + 1));
  }
  await same(`/api/scripthash/${hash}/txs/summary`, reference.summary([hash]).slice(0, 5_000));
  await same(`/api/scripthash/${hash}/utxo`, reference.utxos(hash).slice(0, 5_000));
}
console.log(JSON.stringify({ count, compared, different, seconds: Math.round((performance.now() - began) / 1000) }));
await explorer.stop();
await node.stop();
await rm(data, { recursive: true });
process.exitCode = different === 0 ? 0 : 1;
