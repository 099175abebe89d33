import type {
  BlockAtTime,
  Conversions,
  CpfpInfo,
  MempoolAt,
  Outspend,
  StatisticsRow,
  TxClassified,
} from '@glassblock/contract';
import type {
  AuditState,
  IssuedAsset,
  LiquidBlock,
  LiquidBlockWithExt,
  LiquidTx,
  NativeAsset,
  Peg,
} from '@glassblock/contract/liquid';
import { displayHash, fromHex, merkleRootOfBranch, scriptHash, toHex } from '@glassblock/primitives';
import { elementsFee, elementsNetworks, plainHeaderExt, spendsElementsOutput } from '@glassblock/primitives/elements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedAddresses } from '../../../node/test/support/recorded-elements-node.ts';
import { recordedBlocks } from '../../../primitives/test/support/elements.ts';
import {
  api,
  assets,
  chain,
  expectShape,
  featured,
  gold,
  icon,
  type LiquidSite,
  openLiquidSite,
  silver,
  tip,
} from '../support/liquid-site.ts';
import { addressCases } from './address-cases.ts';
import { packageCases } from './package-cases.ts';

const { liquidregtest } = elementsNetworks;
const native = displayHash(liquidregtest.nativeAsset);

let site: LiquidSite;
let explorer: LiquidSite['explorer'];
const read: LiquidSite['read'] = (id, path) => site.read(id, path);
beforeAll(async () => {
  site = await openLiquidSite();
  ({ explorer } = site);
});

afterAll(() => site.close());

describe('routes that a Liquid network shares with Bitcoin networks', () => {
  it('answers Esplora routes below /api/v1/ like those below /api/', async () => {
    const { hash, txs } = chain[17]!;
    const [block, txid, height] = [displayHash(hash), displayHash(txs[1]!.txid), 17];
    const { script } = txs[1]!.outputs().find(({ isFee }) => !isFee)!;
    const scripthash = toHex(scriptHash(script));
    for (const path of [
      '/mempool',
      '/mempool/txids',
      '/mempool/recent',
      `/tx/${txid}`,
      `/tx/${txid}/hex`,
      `/tx/${txid}/status`,
      `/tx/${txid}/outspends`,
      `/tx/${txid}/merkle-proof`,
      `/txs/outspends?txids=${txid}`,
      `/block/${block}/header`,
      `/block/${block}/raw`,
      `/block/${block}/txids`,
      `/block/${block}/txs`,
      `/block/${block}/txs/0`,
      `/block-height/${height}`,
      '/blocks/tip/hash',
      `/address/${recordedAddresses[0]!.answer.unconfidential}`,
      `/address/${recordedAddresses[0]!.answer.unconfidential}/txs`,
      `/address/${recordedAddresses[0]!.answer.unconfidential}/utxo`,
      `/scripthash/${scripthash}`,
      `/scripthash/${scripthash}/txs`,
      `/scripthash/${scripthash}/utxo`,
    ]) {
      expect(await explorer.get(api(`/v1${path}`)), path).toEqual(await explorer.get(api(path)));
    }
    expect(await explorer.status(api(`/v1/tx/${'77'.repeat(32)}/status`))).toMatchObject({ status: 404 });
  });

  it('GET /v1/block/:hash/summary and /v1/cpfp/:txid have fees, rates and relatives of mined transactions', async () => {
    for (const { hash, txs } of chain.slice(1)) {
      const id = displayHash(hash);
      const rows = await read<TxClassified[]>('v1BlockSummary', `/v1/block/${id}/summary`);
      expect(rows.map(({ txid }) => txid)).toEqual(txs.map(({ txid }) => displayHash(txid)));
      expect(rows.map(({ vsize }) => vsize)).toEqual(txs.map(({ discountVsize }) => discountVsize));
      for (const [position, { txid, fee, rate }] of rows.entries()) {
        const info = await read<CpfpInfo>('v1Cpfp', `/v1/cpfp/${txid}`);
        expect(info.effectiveFeePerVsize).toBe(rate);
        expect(await read('v1BlockTxSummary', `/v1/block/${id}/tx/${txid}/summary`)).toEqual(rows[position]);
        const own = txs[position]!.inputs().map(({ prevTxid }) => displayHash(prevTxid));
        const inBlock = rows.slice(1).filter((other) => own.includes(other.txid));
        for (const parent of inBlock) expect(info.ancestors.map(({ txid: of }) => of)).toContain(parent.txid);
        if (position > 0 && inBlock.length === 0) expect(rate).toBeGreaterThanOrEqual(0);
        if (position > 0) expect(fee).toBe(elementsFee(txs[position]!, liquidregtest.nativeAsset));
      }
    }
    expect(await explorer.status(api(`/v1/block/${'77'.repeat(32)}/summary`))).toMatchObject({ status: 404 });
    const { status, text } = await explorer.status(api(`/v1/block/${displayHash(chain[1]!.hash)}/audit-summary`));
    expect([status, text]).toEqual([404, '{"error":"Audit not available"}']);
    const one = `/v1/block/${displayHash(chain[1]!.hash)}/tx/${'77'.repeat(32)}/audit`;
    expect(await explorer.status(api(one))).toMatchObject({
      status: 404,
      text: '{"error":"Transaction audit not available"}',
    });
  });

  it('finds blocks by UTC day and by time', async () => {
    const times = chain.map(({ header: { time } }) => time);
    const day = 86_400 * Math.floor(times[tip]! / 86_400);
    const blocks = await read<LiquidBlock[]>(
      'dayBlocks',
      `/glass/v1/blocks/day?day=${new Date(day * 1000).toISOString().slice(0, 10)}`,
    );
    const own = times.flatMap((time, height) => (time >= day && time < day + 86_400 ? [height] : []));
    expect(blocks.map(({ height }) => height)).toEqual(own);
    expect(await read('dayBlocks', '/glass/v1/blocks/day?day=2012-02-29')).toEqual([]);
    const rows = (await explorer.get<string>(api(`/glass/v1/blocks/day?day=2011-02-02&format=csv`))).split('\r\n');
    expect(rows[0]).toBe('height,hash,time (Unix s),median time (Unix s),transactions,size (bytes),weight (WU)');
    expect(rows[1]?.split(',').slice(0, 3)).toEqual(['0', displayHash(chain[0]!.hash), String(times[0])]);
    for (const height of [1, 17, 72, tip]) {
      const at = await read<BlockAtTime>('v1BlockAtTime', `/v1/mining/blocks/timestamp/${times[height]}`);
      expect(Date.parse(at.timestamp) / 1000).toBe(times[height]);
      const earlier = await read<BlockAtTime>('v1BlockAtTime', `/v1/mining/blocks/timestamp/${times[height]! - 1}`);
      expect(Date.parse(earlier.timestamp) / 1000).toBeLessThan(times[height]!);
    }
    expect(await explorer.status(api('/v1/mining/blocks/timestamp/1'))).toMatchObject({ status: 500 });
  });

  packageCases(() => site);

  it('has the fate of transactions, no replacements, samples and no prices on a network without value', async () => {
    const txid = displayHash(chain[17]!.txs[1]!.txid);
    expect(await read('fate', `/glass/v1/tx/${txid}/fate`)).toMatchObject({ txid, now: 'chain', events: [] });
    expect(await read('v1TxRbf', `/v1/tx/${txid}/rbf`)).toEqual({ replacements: null, replaces: null });
    expect((await explorer.status(api(`/v1/tx/${txid}/cached`))).status).toBe(204);
    for (const path of ['replacements', 'fullrbf/replacements', `replacements/${txid}`]) {
      expect(await explorer.get(api(`/v1/${path}`))).toEqual([]);
    }
    const [sample] = await explorer.until<StatisticsRow[]>(api('/v1/statistics/2h'), (rows) => rows.length > 0);
    expectShape('v1Statistics', [sample]);
    const at = await read<MempoolAt>('mempoolAt', `/glass/v1/mempool/at/${sample!.added}`);
    expect(at).toMatchObject({ time: sample!.added, fees: { minimumFee: 0.1 } });
    // it may be taken before the index has the whole chain
    expect(at.height).toBeLessThanOrEqual(tip);
    expect(at.bands.slice(0, 3).map(({ feerate }) => feerate)).toEqual([0, 0.1, 0.2]);
    expect(await read<Conversions>('prices', '/v1/prices')).toMatchObject({ USD: -1 });
    expect(await explorer.status(api('/v1/historical-price'))).toMatchObject({ status: 400 });
  });
});

describe('blocks of a Liquid network', () => {
  it('GET /block/:hash equals the answer of the node, with signatures and federation parameters', async () => {
    for (const { name, answer } of recordedBlocks().filter(({ name: file }) => file.startsWith('h'))) {
      const block = await read<LiquidBlockWithExt>('block', `/block/${answer.hash}`);
      expect(block, name).toMatchObject({
        id: answer.hash,
        height: answer.height,
        version: answer.version,
        timestamp: answer.time,
        tx_count: answer.tx.length,
        size: answer.size,
        weight: answer.weight,
        merkle_root: answer.merkleroot,
        previousblockhash: answer.previousblockhash ?? null,
        mediantime: answer.mediantime,
      });
      expect(block.ext).toEqual(plainHeaderExt(chain[answer.height]!.header));
      expect(await read('blockTxids', `/block/${answer.hash}/txids`)).toEqual(answer.tx.map(({ txid }) => txid));
    }
  });

  it('GET /block/:hash/header, /raw, /status and /block-height/:height are those of the chain', async () => {
    for (const height of [0, 6, 72, tip]) {
      const block = chain[height]!;
      const hash = displayHash(block.hash);
      expect(await explorer.get(api(`/block-height/${height}`))).toBe(hash);
      expect(await explorer.get(api(`/block/${hash}/header`))).toBe(toHex(block.header.bytes));
      const raw = await fetch(`${explorer.url}${api(`/block/${hash}/raw`)}`);
      expect(Buffer.from(await raw.arrayBuffer()).equals(block.bytes)).toBe(true);
      const next = chain[height + 1];
      expect(await read('blockStatus', `/block/${hash}/status`)).toEqual({
        in_best_chain: true,
        height,
        next_best: next === undefined ? null : displayHash(next.hash),
      });
      const v1 = await read<LiquidBlock>('v1Block', `/v1/block/${hash}`);
      expect(v1).toMatchObject({ id: hash, bits: null, stale: false });
    }
  });

  it('GET /blocks lists 10 and /v1/blocks 15, newest first, without signatures', async () => {
    const heights = (blocks: LiquidBlock[]) => blocks.map(({ height }) => height);
    const newest = await read<LiquidBlock[]>('blocks', '/blocks');
    expect(heights(newest)).toEqual(Array.from({ length: 10 }, (_, i) => tip - i));
    expect(heights(await read('blocksFrom', '/blocks/3'))).toEqual([3, 2, 1, 0]);
    expect(heights(await read('v1Blocks', '/v1/blocks'))).toHaveLength(15);
    expect(heights(await read('v1BlocksFrom', '/v1/blocks/20'))).toEqual(Array.from({ length: 15 }, (_, i) => 20 - i));
    expect((await explorer.status(api(`/blocks/${tip + 1}`))).status).toBe(404);
  });

  it('answers unknown and malformed blocks as Esplora does', async () => {
    for (const path of ['', '/txids', '/txs', '/header', '/raw', '/txid/0']) {
      const { status, text } = await explorer.status(api(`/block/${'11'.repeat(32)}${path}`));
      expect([path, status, text]).toEqual([path, 404, 'Block not found']);
    }
    expect(await explorer.status(api('/block/zz'))).toMatchObject({ status: 400, text: 'Invalid hex string' });
    const hash = displayHash(chain[6]!.hash);
    expect(await explorer.status(api(`/block/${hash}/txs/25`))).toMatchObject({ status: 404 });
    expect(await explorer.status(api(`/block/${hash}/txs/1`))).toMatchObject({ status: 400 });
  });
});

describe('transactions of a Liquid network', () => {
  it('GET /tx/:txid equals the chain for every transaction: bytes, position, outputs, prevouts, spenders', async () => {
    const outputs = new Map(chain.flatMap(({ txs }) => txs).map((tx) => [displayHash(tx.txid), tx.outputs()]));
    const spenders = new Map<string, { txid: string; vin: number; height: number }>();
    for (const [height, { txs }] of chain.entries()) {
      for (const tx of txs) {
        for (const [vin, input] of tx.inputs().entries()) {
          if (!spendsElementsOutput(input, tx, height)) continue;
          spenders.set(`${displayHash(input.prevTxid)}:${input.prevVout}`, { txid: displayHash(tx.txid), vin, height });
        }
      }
    }
    for (const [height, block] of chain.entries()) {
      const hash = displayHash(block.hash);
      const listed = await read<LiquidTx[]>('blockTxs', `/block/${hash}/txs`);
      expect(listed.map(({ txid }) => txid)).toEqual(block.txs.map(({ txid }) => displayHash(txid)));
      for (const [position, tx] of block.txs.entries()) {
        const txid = displayHash(tx.txid);
        const answer = await read<LiquidTx>('tx', `/tx/${txid}`);
        expect(answer).toEqual(listed[position]);
        expect(answer.status).toEqual({
          confirmed: true,
          block_height: height,
          block_hash: hash,
          block_time: block.header.time,
        });
        expect([answer.size, answer.weight, answer.discount_weight]).toEqual([tx.size, tx.weight, tx.discountWeight]);
        expect(await explorer.get(api(`/tx/${txid}/hex`))).toBe(toHex(tx.raw));
        for (const [vin, input] of tx.inputs().entries()) {
          const prevout = spendsElementsOutput(input, tx, height)
            ? outputs.get(displayHash(input.prevTxid))![input.prevVout]!
            : undefined;
          expect(answer.vin[vin]!.prevout?.scriptpubkey).toBe(prevout && toHex(prevout.script));
          expect(answer.vin[vin]!.is_pegin).toBe(input.isPegIn);
        }
        const outspends = await read<Outspend[]>('txOutspends', `/tx/${txid}/outspends`);
        for (const [vout, outspend] of outspends.entries()) {
          const spender = spenders.get(`${txid}:${vout}`);
          if (spender === undefined) expect(outspend).toEqual({ spent: false });
          else {
            expect(outspend).toMatchObject({ spent: true, txid: spender.txid, vin: spender.vin });
            expect(outspend.status).toMatchObject({ confirmed: true, block_height: spender.height });
          }
        }
        const proof = await read<{ merkle: string[]; pos: number }>('txMerkleProof', `/tx/${txid}/merkle-proof`);
        const branch = proof.merkle.map((id) => fromHex(id).reverse());
        expect(toHex(merkleRootOfBranch(tx.txid, branch, position))).toBe(toHex(block.header.merkleRoot));
      }
    }
  });

  it('GET /tx/:txid has addresses, types, fees and commitments as the node printed them', async () => {
    for (const { answer } of recordedBlocks().filter(({ name }) => name.startsWith('h'))) {
      for (const theirs of answer.tx) {
        const ours = await explorer.get<LiquidTx>(api(`/tx/${theirs.txid}`));
        expect(ours.fee).toBe(Math.round((theirs.fee[native] ?? 0) * 1e8));
        for (const [vout, output] of theirs.vout.entries()) {
          const own = ours.vout[vout]!;
          expect(own.scriptpubkey_address).toBe(output.scriptPubKey.address);
          expect([own.asset, own.assetcommitment]).toEqual([output.asset, output.assetcommitment]);
          expect(own.valuecommitment).toBe(output.valuecommitment);
          if (output.value !== undefined) expect(own.value).toBe(Math.round(output.value * 1e8));
        }
      }
    }
  });

  it('answers unknown and malformed txids', async () => {
    const unknown = '11'.repeat(32);
    for (const path of ['', '/hex', '/raw', '/outspends']) {
      expect(await explorer.status(api(`/tx/${unknown}${path}`))).toMatchObject({ status: 404 });
    }
    expect(await explorer.get(api(`/tx/${unknown}/status`))).toEqual({ confirmed: false });
    expect(await explorer.get(api(`/tx/${unknown}/outspend/0`))).toEqual({ spent: false });
    const [txid] = chain[3]!.txs.map((tx) => displayHash(tx.txid));
    const many = await read<Outspend[][]>('txsOutspends', `/txs/outspends?txids=${txid},${unknown},zz`);
    expect(many).toEqual([await explorer.get(api(`/tx/${txid}/outspends`)), [], []]);
    expect(await explorer.status(api('/tx/12'))).toMatchObject({ status: 400, text: 'Invalid hex string' });
    // Esplora has this route on Bitcoin only
    expect(await explorer.status(api(`/tx/${txid}/merkleblock-proof`))).toMatchObject({ status: 404 });
  });
});

describe('addresses of a Liquid network', () => {
  addressCases(() => site);
});

describe('assets of a Liquid network', () => {
  it('GET /asset/:id has issuance, token and totals of each recorded asset', async () => {
    for (const name of ['gold', 'silver', 'plain', 'all_explicit', 'in_dynafed']) {
      const recorded = assets[name]!;
      const answer = await read<IssuedAsset>('asset', `/asset/${recorded.asset}`);
      expect(answer.issuance_txin).toEqual({ txid: recorded.txid, vin: recorded.vin });
      expect(answer.reissuance_token).toBe(recorded.token);
      expect(answer.status.confirmed).toBe(true);
    }
    const answer = await explorer.get<IssuedAsset>(api(`/asset/${gold}`));
    expect(answer.chain_stats).toEqual({
      tx_count: 3,
      issuance_count: 2,
      issued_amount: 125_000_000_000,
      burned_amount: 700_000_000,
      has_blinded_issuances: false,
      reissuance_tokens: 100_000_000,
      burned_reissuance_tokens: 0,
    });
    const blinded = await explorer.get<IssuedAsset>(api(`/asset/${silver}`));
    expect(blinded.chain_stats).toMatchObject({ has_blinded_issuances: true, reissuance_tokens: null });
    expect((await explorer.get<IssuedAsset>(api(`/asset/${assets['plain']!.asset}`))).contract_hash).toBeUndefined();
  });

  it('GET /asset/:id of the pegged asset has pegs and burns', async () => {
    const answer = await read<NativeAsset>('asset', `/asset/${native}`);
    expect(answer.chain_stats).toEqual({
      tx_count: 6,
      peg_in_count: 2,
      peg_in_amount: 375_000_000,
      peg_out_count: 2,
      peg_out_amount: 125_000_000,
      burn_count: 1,
      burned_amount: 12_500_000,
    });
  });

  it('GET /asset/:id/supply is exact, and refused for a confidential issuance', async () => {
    expect(await explorer.get(api(`/asset/${gold}/supply`))).toBe('124300000000');
    expect(await explorer.get(api(`/asset/${native}/supply`))).toBe('2100000237500000');
    expect(await explorer.get(api(`/asset/${native}/supply/decimal`))).toBe('21000002.37500000');
    const refused = await explorer.status(api(`/asset/${silver}/supply`));
    expect([refused.status, refused.text]).toEqual([400, 'Asset supply is blinded']);
    expect(await explorer.get(api(`/asset/${gold}/supply/decimal`))).toBe('1243000000.00');
    // its registry entry, with two decimals, is not that of the issuance
    const plain = `/asset/${assets['plain']!.asset}/supply`;
    expect(await explorer.get(api(`${plain}/decimal`))).toBe(await explorer.get(api(plain)));
    const unknown = await explorer.status(api(`/asset/${'12'.repeat(32)}`));
    expect([unknown.status, unknown.text]).toEqual([404, 'Asset id not found']);
    expect(await explorer.status(api('/asset/xyz'))).toMatchObject({ status: 400, text: 'Invalid hex string' });
  });

  it('GET /asset/:id/txs pages by the last txid', async () => {
    const all = await read<LiquidTx[]>('assetTxs', `/asset/${gold}/txs`);
    expect(all.map(({ status }) => status.block_height)).toEqual(
      all.map(({ status }) => status.block_height).toSorted((a, b) => b! - a!),
    );
    expect(all.at(-1)!.txid).toBe(assets['gold']!.txid);
    expect(await read('assetTxsChainFrom', `/asset/${gold}/txs/chain/${all[0]!.txid}`)).toEqual(all.slice(1));
    expect(await read('assetTxsChain', `/asset/${gold}/txs/chain`)).toEqual(all);
    expect(await read('assetTxsMempool', `/asset/${gold}/txs/mempool`)).toEqual([]);
    for (const [id, path] of [
      ['assetTxs', `/asset/${gold}/txs`],
      ['assetTxsChain', `/asset/${gold}/txs/chain`],
    ] as const) {
      for (const [i, { txid }] of all.entries()) {
        expect(await read(id, `${path}?after_txid=${txid}`)).toEqual(all.slice(i + 1));
      }
      expect(await read(id, `${path}?after_txid=xyz`)).toEqual(all);
      // unknown, and a transaction without this asset
      for (const other of ['12'.repeat(32), displayHash(chain[1]!.txs[0]!.txid)]) {
        const { status, text } = await explorer.status(api(`${path}?after_txid=${other}`));
        expect([status, text]).toEqual([422, 'after_txid not found']);
      }
    }
  });

  it('GET /assets/registry lists and finds registered assets of the chain', async () => {
    const response = await explorer.status(api('/assets/registry?sort_field=name&sort_dir=desc'));
    const listed = JSON.parse(response.text) as IssuedAsset[];
    expectShape('registryAssets', listed);
    expect(listed.map(({ asset_id }) => asset_id)).toEqual([silver, gold]);
    expect([response.headers.get('x-total-results'), response.headers.get('cache-control')]).toEqual([
      '4',
      expect.stringContaining('no-store'),
    ]);
    expect(await read('registryAssets', '/assets/registry?start_index=1&limit=1')).toEqual([listed[1]]);
    for (const start of ['-1', '1.5', 'x', ''])
      expect(await read('registryAssets', `/assets/registry?start_index=${start}`), start).toHaveLength(2);
    for (const start of [4, 2_000_000])
      expect(await read('registryAssets', `/assets/registry?start_index=${start}`)).toEqual([]);
    expect(listed[1]).toMatchObject({
      name: 'Corpus Gold',
      ticker: 'CGOLD',
      precision: 2,
      entity: { domain: 'example.org' },
    });
    expect(await read('asset', `/asset/${gold}`)).toEqual(listed[1]);
    expect(await read('registryAsset', `/assets/registry/${gold}`)).toEqual(listed[1]);
    const found = await read<{ asset_id: string }[]>('registrySearch', '/assets/registry/search?q=gold');
    expect(found.map(({ asset_id }) => asset_id)).toEqual([gold]);
    for (const none of ['', '?q=']) expect(await read('registrySearch', `/assets/registry/search${none}`)).toEqual([]);
    for (const [path, status] of [
      [`/assets/registry/${'77'.repeat(32)}`, 404],
      // its contract is not that of the issuance
      [`/assets/registry/${assets['plain']!.asset}`, 404],
      ['/assets/registry?sort_field=size', 400],
      ['/assets/registry?sort_dir=up', 400],
      [`/assets/registry/search?q=${'a'.repeat(65)}`, 400],
    ] as const) {
      expect([path, (await explorer.status(api(path))).status]).toEqual([path, status]);
    }
  });

  it('serves icons, featured assets, groups and the registry from the files of the operator', async () => {
    expect(await read('assetIcons', '/v1/assets/icons')).toEqual([gold]);
    const answer = await fetch(`${explorer.url}${api(`/v1/asset/${gold}/icon`)}`);
    const { headers } = answer;
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['image/png', String(icon.length)]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(icon)).toBe(true);
    for (const id of [silver, 'zz'])
      expect(await explorer.status(api(`/v1/asset/${id}/icon`))).toMatchObject({ status: 404 });
    expect(await read('assetsFeatured', '/v1/assets/featured')).toEqual(featured);
    expect(await read('assetGroup', '/v1/assets/group/metals')).toEqual(featured[1]);
    expect(await explorer.status(api('/v1/assets/group/none'))).toMatchObject({ status: 404 });
    expect(await explorer.status(api('/v1/assets/group/a%5Cb'))).toMatchObject({ status: 400 });
    // clients request these without the prefix of the network
    const minimal = await explorer.get<Record<string, unknown>>('/resources/assets.minimal.json');
    expect(minimal[silver]).toEqual(['example.org', 'SILVER', 'Silver', 8]);
    const full = await explorer.get<Record<string, { name: string }>>('/liquidregtest/resources/assets.json');
    expectShape('registryFull', full);
    expect(full[gold]).toMatchObject({ asset_id: gold, name: 'Corpus Gold' });
  });

  it('GET /v1/liquid/reserves reports that the parent chain is not followed', async () => {
    const state = await read<AuditState>('auditState', '/glass/v1/liquid/audit');
    expect(state).toMatchObject({ state: 'off', block: null, reserves: null, unmatchedPegOuts: 0 });
    for (const route of ['', '/month', '/status', '/addresses', '/utxos', '/utxos/emergency-spent/stats']) {
      const { status, text } = await explorer.status(api(`/v1/liquid/reserves${route}`));
      const error = 'No audit: this server does not follow the parent chain';
      expect([route, status, JSON.parse(text)]).toEqual([route, 404, { error }]);
    }
  });

  it('GET /v1/liquid/pegs has the supply and its changes by month', async () => {
    expect(await read('pegs', '/v1/liquid/pegs')).toEqual({
      amount: '2100000237500000',
      lastBlockUpdate: tip,
      hash: displayHash(chain[tip]!.hash),
    });
    expect(await read('pegsCount', '/v1/liquid/pegs/count')).toEqual({ pegs_count: 5 });
    const list = await read<Peg[]>('pegsList', '/v1/liquid/pegs/list/0');
    expect(list.map(({ amount }) => amount)).toEqual([225e6, -75e6, -50e6, 150e6, -12.5e6]);
    expect(list.slice(2).map(({ bitcoinaddress, bitcointxid }) => [bitcoinaddress, bitcointxid])).toEqual([
      ['bcrt1q0r2v6y99cqq0hppekcq78nrwnqg43pdmdccl3n', ''],
      ['2NEkvT6Qs3W1YtHTk4VmYenSvxF64r5VZKS', 'b8b38d8ed5e8ac316a2a79f0cea99956097a7368af2f04e90011f182a50e6722'],
      ['', ''],
    ]);
    const order = ['txid', 'txindex', 'amount', 'bitcoinaddress', 'bitcointxid', 'bitcoinindex', 'blocktime'];
    for (const peg of list) expect(Object.keys(peg)).toEqual(order);
    expect(await read('pegsList', '/v1/liquid/pegs/list/4')).toEqual(list.slice(4));
    expect(await read('pegsList', '/v1/liquid/pegs/list/5')).toEqual([]);
    expect(await read('pegsList', '/v1/liquid/pegs/list/100000000')).toEqual([]);
    for (const count of ['x', '-1', '1.5', '1e1', '99999999999999999999']) {
      const bad = await site.explorer.status(api(`/v1/liquid/pegs/list/${count}`));
      expect([bad.status, JSON.parse(bad.text)]).toEqual([500, { error: 'Failed to get pegs list' }]);
    }
    const volumes = await read<{ volume: string | null; number: number }[]>('pegsVolume', '/v1/liquid/pegs/volume');
    expect(volumes).toHaveLength(2);
    const months = await read<{ amount: string; date: string }[]>('pegsMonth', '/v1/liquid/pegs/month');
    expect(months.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(237_500_000n);
  });
});
