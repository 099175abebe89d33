// Takes about 40 s: every transaction and script of a chain is compared with a real node.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BlockExt,
  BulkBlock,
  ChainTip,
  MempoolStats,
  NetworkState,
  Outspend,
  RecentTx,
  StaleTip,
  SummaryEntry,
  TestedTx,
  Tx,
  Utxo,
  V1RecentTx,
} from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import type { RealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badGets, badPosts } from './support/faults/bad-requests.ts';
import type { Reference } from './support/reference.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';
import type { Actors } from './support/varied/varied-chain.ts';
import { startVariedExplorer, type VariedExplorer } from './support/varied/varied-explorer.ts';

let varied: VariedExplorer;
let node: RealNode;
let explorer: TestExplorer;
let actors: Actors;
let reference: Reference;
let mempool: string[];
beforeAll(async () => {
  varied = await startVariedExplorer();
  ({ node, explorer, actors, reference, mempool } = varied);
});
afterAll(async () => {
  await varied?.stop();
  expect(explorer.faults).toEqual([]);
});

const get = <T>(path: string) => explorer.get<T>(path);
const posted = async <T>(path: string, body: unknown) => {
  const { status, text } = await explorer.post(path, JSON.stringify(body));
  expect(status, text).toBe(200);
  return JSON.parse(text) as T;
};
const pathsOf = (hash: string, address: string | undefined) => [
  `scripthash/${hash}`,
  ...(address === undefined ? [] : [`address/${address}`]),
];
const hashOfAddress = (address: string) => [...reference.scripts].find(([, script]) => script.address === address)![0];
/** Requests pages until one is empty; `page` gets the cursor and returns the list. */
async function walk<T extends { txid: string }>(
  page: (last: string | undefined) => Promise<T[]>,
  start?: string,
): Promise<T[]> {
  const all: T[] = [];
  for (let last = start; ; last = all.at(-1)!.txid) {
    const rows = await page(last);
    if (rows.length === 0) return all;
    all.push(...rows);
    if (all.length > 5_000) throw new Error('the pages do not end');
  }
}

describe('every transaction of chain and mempool', () => {
  it('matches the node, with bytes and status, under both prefixes', async () => {
    expect(reference.txs.size).toBeGreaterThan(200);
    for (const [txid, { tx, hex }] of reference.txs) {
      expect(await get(`/api/tx/${txid}`)).toEqual(tx);
      expect(await get(`/api/v1/tx/${txid}`)).toEqual(tx);
      expect(await get(`/api/tx/${txid}/hex`)).toBe(hex);
      expect(await get(`/api/v1/tx/${txid}/hex`)).toBe(hex);
      expect(await get(`/api/tx/${txid}/status`)).toEqual(tx.status);
      expect(await get(`/api/v1/tx/${txid}/status`)).toEqual(tx.status);
      const raw = await fetch(`${explorer.url}/api/tx/${txid}/raw`);
      expect(Buffer.from(await raw.arrayBuffer()).toString('hex')).toBe(hex);
    }
  });

  it('has the Merkle proofs of the node', async () => {
    for (const [txid, { at }] of reference.txs) {
      if (at === undefined) {
        for (const kind of ['merkle-proof', 'merkleblock-proof']) {
          expect(await explorer.status(`/api/tx/${txid}/${kind}`)).toMatchObject({
            status: 404,
            text: 'Transaction not found or is unconfirmed',
          });
        }
        continue;
      }
      const { hash, txids } = reference.blocks[at.height]!;
      expect(await get(`/api/tx/${txid}/merkleblock-proof`)).toBe(await node.client.rpc('gettxoutproof', [txid], hash));
      const proof = await get<{ block_height: number; merkle: string[]; pos: number }>(`/api/tx/${txid}/merkle-proof`);
      expect(proof).toMatchObject({ block_height: at.height, pos: at.position });
      expect(proof.merkle).toHaveLength(Math.ceil(Math.log2(txids.length)));
      expect(await get(`/api/v1/tx/${txid}/merkle-proof`)).toEqual(proof);
    }
  });

  it('has the outspends of its outputs, alone and in batches', async () => {
    const ids = [...reference.txs.keys()];
    for (const txid of ids) {
      const wanted = reference.outspends(txid);
      expect(await get(`/api/tx/${txid}/outspends`)).toEqual(wanted);
      for (const [vout, outspend] of wanted.entries()) {
        expect(await get(`/api/tx/${txid}/outspend/${vout}`)).toEqual(outspend);
      }
    }
    expect(await get(`/api/tx/${ids[0]}/outspend/99`)).toEqual({ spent: false });
    expect(await get(`/api/tx/${'ab'.repeat(32)}/outspend/0`)).toEqual({ spent: false });
    for (let i = 0; i < ids.length; i += 50) {
      const part = ids.slice(i, i + 50);
      const wanted = part.map(reference.outspends);
      expect(await get(`/api/txs/outspends?txids=${part.join(',')}`)).toEqual(wanted);
      expect(await get(`/api/v1/txs/outspends?txids=${part.join(',')}`)).toEqual(wanted);
    }
    const odd = [ids.at(-1)!, 'zz', 'ab'.repeat(32), ids.at(-1)!.toUpperCase()];
    const last = reference.outspends(ids.at(-1)!);
    expect(await get<Outspend[][]>(`/api/txs/outspends?txids=${odd.join(',')}`)).toEqual([last, [], [], last]);
  });

  it('has its first-seen time while in the mempool', async () => {
    const mined = reference.blocks.at(-1)!.txids[0]!;
    const asked = [mempool[0]!, 'malformed', mined, mempool[1]!].map((id) => `txId[]=${id}`).join('&');
    const times = await get<number[]>(`/api/v1/transaction-times?${asked}`);
    expect(times).toHaveLength(3);
    expect(times[1]).toBe(0);
    for (const time of [times[0]!, times[2]!]) expect(Math.abs(Date.now() / 1000 - time)).toBeLessThan(300);
  });

  it('returns its outputs as prevouts unless a confirmed transaction spends them', async () => {
    const outpoints = [...reference.txs.values()].flatMap(({ tx }) =>
      tx.vout.map((_, vout) => ({ txid: tx.txid, vout })),
    );
    for (let i = 0; i < outpoints.length; i += 100) {
      const part = outpoints.slice(i, i + 100);
      const wanted = part.map(({ txid, vout }) => {
        const { tx, at } = reference.txs.get(txid)!;
        const prevout = tx.vout[vout]!;
        if (at === undefined) return { prevout, unconfirmed: true };
        const { spent, status } = reference.outspends(txid)[vout]!;
        const isRemoved = (spent && status?.confirmed === true) || prevout.scriptpubkey_type === 'op_return';
        return isRemoved || at.height === 0 ? null : { prevout, unconfirmed: false };
      });
      expect(await posted('/api/v1/prevouts', part)).toEqual(wanted);
    }
  });
});

describe('every script', () => {
  it('has its totals, by address and by script hash, under both prefixes', async () => {
    expect(reference.scripts.size).toBeGreaterThan(40);
    for (const [hash, { address }] of reference.scripts) {
      for (const path of pathsOf(hash, address)) {
        for (const prefix of ['/api', '/api/v1']) {
          expect(await get(`${prefix}/${path}`)).toEqual({
            ...(path.startsWith('address') ? { address } : { scripthash: hash }),
            chain_stats: reference.stats(hash, 'chain'),
            mempool_stats: reference.stats(hash, 'pool'),
          });
        }
      }
    }
  });

  it('has its history in pages of every size, to the end', async () => {
    for (const [hash, { address }] of reference.scripts) {
      const confirmed = reference.confirmed([hash]).map(({ tx }) => tx);
      const pending = reference.pending([hash]).map(({ tx }) => tx);
      const all = [...pending, ...confirmed];
      for (const path of pathsOf(hash, address)) {
        expect(await get(`/api/${path}/txs`)).toEqual(all.slice(0, 50));
        expect(await get(`/api/v1/${path}/txs`)).toEqual(all.slice(0, 50));
        expect(await get(`/api/${path}/txs/mempool`)).toEqual(pending);
        expect(await get(`/api/${path}/txs/chain`)).toEqual(confirmed.slice(0, 25));
      }
      const path = `/api/scripthash/${hash}/txs`;
      for (const size of [1, 7, 50]) {
        if (all.length > 12 && size === 1) continue;
        expect(
          await walk<Tx>((last) => get(`${path}?max_txs=${size}${last === undefined ? '' : `&after_txid=${last}`}`)),
        ).toEqual(all);
      }
      const chain = (last: string | undefined) => (last === undefined ? `${path}/chain` : `${path}/chain/${last}`);
      expect(await walk<Tx>((last) => get(chain(last)))).toEqual(confirmed);
      const [newest] = pending;
      if (newest !== undefined) expect(await get(chain(newest.txid))).toEqual(confirmed.slice(0, 25));
    }
  });

  it('pages after any of its transactions', async () => {
    for (const address of Object.values(actors)) {
      const hash = hashOfAddress(address);
      const all = [...reference.pending([hash]), ...reference.confirmed([hash])].map(({ tx }) => tx);
      for (const [i, { txid }] of all.entries()) {
        expect(await get(`/api/address/${address}/txs?after_txid=${txid}`)).toEqual(all.slice(i + 1, i + 51));
      }
      const summary = reference.summary([hash]);
      for (const [i, { txid }] of [...summary.entries()].reverse()) {
        expect(await get(`/api/address/${address}/txs/summary/${txid}?max_txs=5`)).toEqual(summary.slice(i + 1, i + 6));
      }
    }
  });

  it('has its summary, whole and in pages, with the cursor in path or query', async () => {
    for (const [hash, { address }] of reference.scripts) {
      const wanted = reference.summary([hash]);
      for (const path of pathsOf(hash, address)) {
        expect(await get(`/api/${path}/txs/summary`)).toEqual(wanted);
        expect(await get(`/api/v1/${path}/txs/summary`)).toEqual(wanted);
      }
      const path = `/api/scripthash/${hash}/txs/summary`;
      const inPath = (last: string | undefined) => get<SummaryEntry[]>(`${path}${last ? `/${last}` : ''}?max_txs=11`);
      const inQuery = (last: string | undefined) =>
        get<SummaryEntry[]>(`${path}?max_txs=4${last ? `&after_txid=${last}` : ''}`);
      expect(await walk(inPath)).toEqual(wanted);
      expect(await walk(inQuery)).toEqual(wanted);
    }
  });

  it('has its unspent outputs, unconfirmed first, in pages with Link headers', async () => {
    for (const [hash, { address }] of reference.scripts) {
      const wanted = reference.utxos(hash);
      for (const path of pathsOf(hash, address)) {
        expect(await get(`/api/${path}/utxo`)).toEqual(wanted);
        expect(await get(`/api/v1/${path}/utxo`)).toEqual(wanted);
      }
      for (const limit of [1, 3]) {
        const all: Utxo[] = [];
        let next: string | undefined = `?limit=${limit}`;
        while (next !== undefined) {
          const { text, headers } = await explorer.status(`/api/scripthash/${hash}/utxo${next}`);
          all.push(...(JSON.parse(text) as Utxo[]));
          next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
        }
        expect(all).toEqual(wanted);
      }
    }
    expect((await explorer.status(`/api/address/${actors.popular}/utxo`)).headers.get('link')).toBeNull();
  });
});

describe('groups of scripts', () => {
  const groups = () => {
    const some = [...reference.scripts].filter(([, { address }]) => address !== undefined);
    return [
      Object.values(actors),
      [actors.popular, actors.popular, 'nonsense', actors.segwit],
      some.slice(0, 300).map(([, { address }]) => address!),
      [actors.taproot],
    ];
  };

  it('have one history, one entry per transaction, in pages', async () => {
    const times = new Map<string, number>();
    const asked = await get<number[]>(`/api/v1/transaction-times?${mempool.map((id) => `txId[]=${id}`).join('&')}`);
    for (const [i, id] of mempool.entries()) times.set(id, asked[i]!);
    for (const group of groups()) {
      const hashes = [...new Set(group.filter((address) => address !== 'nonsense').map(hashOfAddress))];
      const pending = reference.pending(hashes).map(({ tx }) => tx);
      if (hashes.length > 1) {
        pending.sort((a, b) => times.get(b.txid)! - times.get(a.txid)! || (a.txid < b.txid ? -1 : 1));
      }
      const all = [...pending, ...reference.confirmed(hashes).map(({ tx }) => tx)];
      expect(await posted('/api/addresses/txs', group)).toEqual(all.slice(0, 50));
      expect(await posted('/api/scripthashes/txs', hashes)).toEqual(all.slice(0, 50));
      const page = (last: string | undefined) =>
        posted<Tx[]>(`/api/scripthashes/txs?max_txs=17${last ? `&after_txid=${last}` : ''}`, hashes);
      expect(await walk(page)).toEqual(all);
    }
  });

  it('have one summary with net values', async () => {
    for (const group of groups()) {
      const hashes = [...new Set(group.filter((address) => address !== 'nonsense').map(hashOfAddress))];
      const wanted = reference.summary(hashes);
      expect(await posted('/api/addresses/txs/summary', group)).toEqual(wanted);
      const inPath = (last: string | undefined) =>
        posted<SummaryEntry[]>(`/api/scripthashes/txs/summary${last ? `/${last}` : ''}?max_txs=23`, hashes);
      const inQuery = (last: string | undefined) =>
        posted<SummaryEntry[]>(`/api/addresses/txs/summary?max_txs=40${last ? `&after_txid=${last}` : ''}`, group);
      expect(await walk(inPath)).toEqual(wanted);
      expect(await walk(inQuery)).toEqual(wanted);
    }
  });

  it('are empty without any address', async () => {
    expect(await posted('/api/addresses/txs', ['x', 7, null])).toEqual([]);
    expect(await posted('/api/addresses/txs/summary', [])).toEqual([]);
  });
});

describe('blocks', () => {
  it("are returned in bulk with the node's statistics", async () => {
    const tip = reference.blocks.length - 1;
    const first = tip - 17;
    const bulk = await get<BulkBlock[]>(`/api/v1/blocks-bulk/${first}/${first + 9}`);
    expect(bulk.map(({ height }) => height)).toEqual(Array.from({ length: 10 }, (_, i) => first + i));
    const one = await get<BulkBlock[]>(`/api/v1/blocks-bulk/110/110`);
    for (const block of [...bulk, ...one]) {
      const stats = fieldsOf(await node.client.rpc('getblockstats', block.hash), 'getblockstats');
      const { extras, ...plain } = await get<BlockExt>(`/api/v1/block/${block.hash}`);
      expect(block).toMatchObject({
        height: stats['height'],
        timestamp: stats['time'],
        median_timestamp: stats['mediantime'],
        total_fee_amt: stats['totalfee'],
        avg_fee_amt: stats['avgfee'],
        avg_fee_rate: stats['avgfeerate'],
        total_inputs: stats['ins'],
        total_outputs: stats['outs'],
        total_output_amt: stats['total_out'],
        segwit_total_txs: stats['swtxs'],
        segwit_total_size: stats['swtotal_size'],
        segwit_total_weight: stats['swtotal_weight'],
        utxoset_change: stats['utxo_increase'],
        previous_block_hash: plain.previousblockhash,
        header: await node.client.rpc('getblockheader', block.hash, false),
        tx_count: reference.blocks[block.height]!.txids.length,
        fee_rate_percentiles: { min: extras.feeRange[0], perc_50: extras.feeRange[3], max: extras.feeRange[6] },
        pool_slug: extras.pool.slug,
        orphans: extras.orphans,
      });
      expect(Object.values(block)).not.toContain(undefined);
    }
    const newest = await get<BulkBlock[]>(`/api/v1/blocks-bulk/${tip - 2}`);
    expect(newest.map(({ hash }) => hash)).toEqual(reference.blocks.slice(-3).map(({ hash }) => hash));
  });

  it('if stale, are chain tips, stale tips with both blocks, and orphans of the active block', async () => {
    const theirs = (await node.client.rpc('getchaintips')) as ChainTip[];
    expect(await get('/api/v1/chain-tips')).toEqual(theirs);
    expect(theirs.filter(({ status }) => status === 'valid-fork')).toHaveLength(2);
    const stale = await get<StaleTip[]>('/api/v1/stale-tips');
    expect(stale.map(({ hash }) => hash)).toEqual(varied.staleHashes);
    for (const tip of stale) {
      expect(tip).toMatchObject(theirs.find(({ hash }) => hash === tip.hash)!);
      expect(tip.stale).toMatchObject({ id: tip.hash, height: tip.height, stale: true });
      expect(tip.stale.canonical).toBe(reference.blocks[tip.height]!.hash);
      expect(tip.canonical).toMatchObject({ id: reference.blocks[tip.height]!.hash, stale: false });
      expect(tip.canonical.extras.orphans).toMatchObject([{ hash: tip.hash, height: tip.height }]);
      expect(await get(`/api/v1/block/${tip.canonical.id}`)).toEqual(tip.canonical);
      expect(await get(`/api/v1/block/${tip.hash}`)).toEqual(tip.stale);
    }
    expect(await get<StaleTip[]>(`/api/v1/stale-tips/${stale[0]!.height}`)).toEqual(stale.slice(1));
    expect(await get(`/api/v1/stale-tips/${stale[1]!.height}`)).toEqual([]);
    // the branch has two blocks: the lower one is an orphan too
    const [below] = await get<BlockExt[]>(`/api/v1/blocks/${stale[1]!.height - 1}`);
    expect(below!.extras.orphans).toMatchObject([{ height: stale[1]!.height - 1, prevhash: below!.previousblockhash }]);
  });

  it('are found by time', async () => {
    const times = [...new Set(reference.blocks.map(({ time }) => time))];
    const now = Math.floor(Date.now() / 1000);
    for (const time of [...times, ...times.map((at) => at - 1), ...times.map((at) => at + 1), now + 3_600]) {
      const best = reference.blocks
        .filter((block) => block.time <= time)
        .sort((a, b) => b.time - a.time || b.height - a.height)[0];
      const answer = await explorer.status(`/api/v1/mining/blocks/timestamp/${time}`);
      if (best === undefined) expect(answer).toMatchObject({ status: 500 });
      else {
        expect(JSON.parse(answer.text)).toEqual({
          height: best.height,
          hash: best.hash,
          timestamp: new Date(best.time * 1000).toISOString(),
        });
        expect(answer.headers.get('cache-control')).toBe('public');
        expect(answer.headers.get('pragma')).toBe('public');
      }
    }
  });

  it('return the same below /api/v1/ and below /api/', async () => {
    const { hash, txids, height } = reference.blocks[115]!;
    for (const path of [`block/${hash}/header`, `block/${hash}/txids`, `block/${hash}/txs`, `block-height/${height}`]) {
      expect(await get(`/api/v1/${path}`)).toEqual(await get(`/api/${path}`));
    }
    expect(await get(`/api/v1/block/${hash}/txids`)).toEqual(txids);
    expect(await get(`/api/v1/blocks/tip/hash`)).toBe(reference.blocks.at(-1)!.hash);
    const raw = await fetch(`${explorer.url}/api/v1/block/${hash}/raw`);
    expect(Buffer.from(await raw.arrayBuffer()).toString('hex')).toBe(await node.client.rpc('getblock', hash, 0));
  });
});

describe('mempool routes', () => {
  it('page in key order', async () => {
    const sorted = [...mempool].sort();
    expect(await get('/api/mempool/txids/page')).toEqual(sorted);
    const ids: string[] = [];
    for (;;) {
      const page = await get<string[]>(`/api/mempool/txids/page${ids.length > 0 ? `/${ids.at(-1)}` : ''}?max_txs=4`);
      if (page.length === 0) break;
      ids.push(...page);
    }
    expect(ids).toEqual(sorted);
    expect(await get(`/api/mempool/txids/page/${'00'.repeat(32)}`)).toEqual(sorted);
    expect(await get('/api/mempool/txids/page/malformed')).toEqual(sorted);
    expect(await get('/api/v1/mempool/txids')).toEqual(sorted);
    expect(await get<MempoolStats>('/api/v1/mempool')).toEqual(await get('/api/mempool'));
  });

  it("return the node's vsize of new transactions as Esplora, and a quarter of the weight below /api/v1/", async () => {
    const recent = await get<RecentTx[]>('/api/mempool/recent');
    const exact = await get<V1RecentTx[]>('/api/v1/mempool/recent');
    expect(recent).toHaveLength(Math.min(10, mempool.length));
    expect(exact.map(({ txid }) => txid)).toEqual(recent.map(({ txid }) => txid));
    const entries = await node.client.batch(recent.map(({ txid }) => ({ method: 'getmempoolentry', params: [txid] })));
    const wanted = entries.map((outcome) => fieldsOf('result' in outcome ? outcome.result : undefined, 'an entry'));
    expect(recent.map(({ vsize }) => vsize)).toEqual(wanted.map(({ vsize }) => vsize));
    expect(exact.map(({ vsize }) => 4 * vsize)).toEqual(wanted.map(({ weight }) => weight));
    // without a fraction the two lists would not differ
    expect(recent).not.toEqual(exact);
  });

  it("return the node's estimates, and the recommended ones in the same format", async () => {
    const wanted: Record<string, number> = {};
    for (const target of [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1008]) {
      const { feerate } = fieldsOf(await node.client.rpc('estimatesmartfee', target, 'ECONOMICAL'), 'estimate');
      if (typeof feerate === 'number') wanted[target] = Math.round(feerate * 1e8) / 1e3;
    }
    expect(await get('/api/fee-estimates')).toEqual(wanted);
    const response = await explorer.status('/api/v1/fee-estimates');
    expect(response.status).toBe(203);
    expect(response.headers.get('x-warning-from-mempool')).not.toBeNull();
    const fees = await get<Record<string, number>>('/api/v1/fees/recommended');
    const estimates = JSON.parse(response.text) as Record<string, number>;
    expect(Object.keys(estimates)).toHaveLength(28);
    expect(estimates).toMatchObject({ 1: fees['fastestFee'], 3: fees['halfHourFee'], 1008: fees['minimumFee'] });
  });
});

describe('internal routes', () => {
  it('answer in bulk', async () => {
    const ids = [...reference.txs.keys()];
    const some = [ids[3]!, 'zz', 'ab'.repeat(32), mempool[1]!, ids.at(-9)!];
    const known = some.filter((id) => reference.txs.has(id)).map((id) => reference.txs.get(id)!.tx);
    expect(await posted('/internal/txs', some)).toEqual(known);
    expect(await posted('/internal/mempool/txs', some)).toEqual([reference.txs.get(mempool[1]!)!.tx]);
    const { hash, txids } = reference.blocks[112]!;
    expect(await get(`/internal/block/${hash}/txs`)).toEqual(txids.map((id) => reference.txs.get(id)!.tx));
    const sorted = [...mempool].sort().map((id) => reference.txs.get(id)!.tx);
    expect(await get('/internal/mempool/txs/all')).toEqual(sorted);
    expect(await get('/internal/mempool/txs?max_txs=2')).toEqual(sorted.slice(0, 2));
    expect(await walk<Tx>((last) => get(`/internal/mempool/txs${last ? `/${last}` : ''}?max_txs=4`))).toEqual(sorted);
    expect(await posted('/internal/txs/outspends/by-txid', some)).toEqual(
      some.map((id) => (reference.txs.has(id) ? reference.outspends(id) : [])),
    );
    const [parent = '', vout] = varied.chained.split(':');
    expect(await posted('/internal/txs/outspends/by-outpoint', [varied.chained, 'zz:1', `${ids[3]}:0`])).toEqual([
      reference.outspends(parent)[Number(vout)],
      { spent: false },
      reference.outspends(ids[3]!)[0],
    ]);
  });

  it("forward the node's answers", async () => {
    const core = '/api/v1/internal/bitcoin-core';
    const { hash } = reference.blocks[112]!;
    expect(await get(`${core}/get-block-hash?height=112`)).toBe(hash);
    expect(await get(`${core}/get-block-count`)).toBe(reference.blocks.length - 1);
    expect(await get(`${core}/get-block?hash=${hash}`)).toEqual(await node.client.rpc('getblock', hash));
    expect(await get(`${core}/get-mempool-entry?txid=${mempool[0]}`)).toMatchObject({ descendantcount: 2 });
    expect(await get(`${core}/get-mempool-ancestors?txid=${mempool[1]}`)).toEqual([mempool[0]]);
    const mined = reference.blocks[112]!.txids[1]!;
    const { hex } = reference.txs.get(mined)!;
    expect(await get(`${core}/get-raw-transaction?txid=${mined}`)).toBe(hex);
    expect(await get(`${core}/get-raw-transaction?txid=${mined}&verbose=true`)).toMatchObject({ blockhash: hash });
    expect(await posted(`${core}/decode-raw-transaction`, { rawTx: hex })).toMatchObject({ txid: mined });
    expect(await posted<TestedTx[]>(`${core}/test-mempool-accept`, { rawTxs: [hex] })).toMatchObject([
      { txid: mined, allowed: false },
    ]);
    const { headers } = await explorer.status(`${core}/get-block-count`);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('expires')).toBe('-1');
  });

  it('are unknown paths on the public port, whatever the headers and the spelling', async () => {
    const local = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', forwarded: 'for=127.0.0.1' };
    for (const headers of [{}, local, { 'x-real-ip': '127.0.0.1' }, { host: 'localhost' }]) {
      for (const path of [
        '/internal/mempool/txs',
        '/INTERNAL/mempool/txs/',
        '/%69%6e%74%65%72%6e%61%6c/mempool/txs',
        '/regtest/internal/mempool/txs',
        '/api/v1/internal/bitcoin-core/get-block-count',
        '/api/v1/%69%6e%74%65%72%6e%61%6c/bitcoin-core/get-block-count',
      ]) {
        const response = await fetch(explorer.url + path, { headers, redirect: 'manual' });
        expect(response.status, path).toBe(404);
        expect(await response.text()).not.toMatch(/^[[{\d]/);
      }
    }
  });
});

describe('bad input', () => {
  it.each(badGets)('GET %s answers %i %s', async (path, status, text) => {
    const answer = await explorer.status(path);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
  });

  it.each(badPosts)('POST %s answers as expected (%#)', async (path, body, status, text) => {
    const answer = await explorer.post(path, body);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
  });
});

describe('an index without stored txids', () => {
  it('returns the same answers from bodies', async () => {
    const own = await mkdtemp(join(tmpdir(), 'glassblock-no-ids-'));
    const flags = { node: node.url, network: 'regtest', dataDir: own };
    const bare = await startTestExplorer(flags, undefined, { ids: false, bodies: false });
    try {
      const state = (one: NetworkState) => one.index.synced && one.mempool.synced;
      await bare.until<NetworkState>('/api/glass/v1/state', state);
      for (const txid of reference.txs.keys()) {
        if (mempool.includes(txid)) continue;
        expect(await bare.get(`/api/tx/${txid}/status`)).toEqual(reference.txs.get(txid)!.tx.status);
        const spends = await bare.get<Outspend[]>(`/api/tx/${txid}/outspends`);
        expect(spends).toEqual(await get(`/api/tx/${txid}/outspends`));
      }
      for (const hash of reference.scripts.keys()) {
        const path = `/api/scripthash/${hash}`;
        const page = (last: string | undefined) =>
          bare.get<SummaryEntry[]>(`${path}/txs/summary${last ? `/${last}` : ''}?max_txs=20`);
        expect(await walk(page)).toEqual(reference.summary([hash]));
        expect(await bare.get(`${path}/txs/chain`)).toEqual(await get(`${path}/txs/chain`));
        const outputs = await get<Utxo[]>(`${path}/utxo`);
        const confirmed = ({ status }: Utxo) => status.confirmed;
        expect((await bare.get<Utxo[]>(`${path}/utxo`)).filter(confirmed)).toEqual(outputs.filter(confirmed));
      }
    } finally {
      await bare.stop();
      await rm(own, { recursive: true, force: true });
    }
    expect(bare.faults).toEqual([]);
  });
});

describe('caching', () => {
  it('caching is long for deep blocks, short for recent ones, and every answer has an ETag', async () => {
    const deep = reference.blocks[112]!;
    const fresh = reference.blocks.at(-1)!;
    const long = 'public, max-age=157784630';
    const short = 'public, max-age=10';
    const unspent = reference.utxos(hashOfAddress(actors.popular)).find(({ status }) => status.confirmed)!;
    const spent = deep.txids
      .slice(1)
      .map((id) => ({ id, vout: reference.outspends(id).findIndex((one) => (one.status?.block_height ?? 999) < 118) }))
      .find(({ vout }) => vout >= 0)!;
    const cases: [string, string][] = [
      [`/api/tx/${deep.txids[1]}`, long],
      [`/api/tx/${deep.txids[1]}/merkle-proof`, long],
      [`/api/tx/${deep.txids[1]}/merkleblock-proof`, long],
      [`/api/v1/tx/${deep.txids[1]}`, long],
      [`/api/tx/${spent.id}/outspend/${spent.vout}`, long],
      [`/api/tx/${unspent.txid}/outspend/${unspent.vout}`, short],
      [`/api/tx/${deep.txids[1]}/outspends`, short],
      [`/api/txs/outspends?txids=${deep.txids[1]}`, short],
      [`/api/tx/${fresh.txids[1]}/merkle-proof`, short],
      [`/api/tx/${mempool[0]}`, short],
      [`/api/address/${actors.popular}/txs/summary`, short],
      [`/api/address/${actors.popular}/utxo`, short],
      ['/api/mempool/txids/page', short],
      ['/api/fee-estimates', short],
      [`/internal/block/${deep.hash}/txs`, long],
      [`/internal/block/${fresh.hash}/txs`, short],
    ];
    for (const [path, rule] of cases) {
      const { headers } = await explorer.status(path);
      expect(headers.get('cache-control'), path).toBe(rule);
      const etag = headers.get('etag');
      expect(etag, path).toMatch(/^W\/"/);
      const again = await explorer.status(path, { headers: { 'if-none-match': etag! } });
      expect(again.status, path).toBe(304);
    }
    for (const path of ['blocks-bulk/110/112', 'chain-tips', 'stale-tips', 'stale-tips/5']) {
      const { headers } = await explorer.status(`/api/v1/${path}`);
      expect(Date.parse(headers.get('expires')!) - Date.now(), path).toBeGreaterThan(50_000);
    }
  });
});
