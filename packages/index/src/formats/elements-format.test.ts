import { displayHash, hashFromDisplay, scriptHash, seededRandom, toHex } from '@glassblock/primitives';
import { elementsNetworks, spendsElementsOutput } from '@glassblock/primitives/elements';
import { openMemoryEngine, openStore, type Store } from '@glassblock/store';
import { describe, expect, it } from 'vitest';
import { elementsJson } from '../../../primitives/test/support/elements.ts';
import { chainDigest } from '../../test/support/chain-digest.ts';
import { identity } from '../../test/support/random-chain.ts';
import { RecordedChainSource } from '../../test/support/recorded-chain-source.ts';
import {
  assetChangesOf,
  checkElementsIndex,
  elementsFormat,
  elementsViewOf,
  supplyOf,
  totalsOfChanges,
} from '../elements.ts';
import { createFollower, openIndex, prefixerOf, tables } from '../index.ts';
import { metaKey } from '../rows/meta-row.ts';

const { liquidregtest } = elementsNetworks;
const format = elementsFormat(liquidregtest);
const assets = elementsJson('assets.json') as Record<
  string,
  { asset: string; token: string; txid: string; vin: number }
>;
const goldId = hashFromDisplay(assets['gold']!.asset);

async function follow(chain: RecordedChainSource, given?: Store) {
  const store = given ?? (await openStore(openMemoryEngine()));
  const prefixer = await openIndex(store, identity({ network: 'liquidregtest' }), format);
  const follower = await createFollower({ store, prefixer, source: chain.source, onFacts: () => undefined });
  const view = async () => elementsViewOf(store, prefixer, await store.view());
  return { store, follower, view };
}

async function digestUpTo(height: number): Promise<string> {
  const chain = new RecordedChainSource();
  chain.height = height;
  const { store, follower } = await follow(chain);
  await follower.catchUp();
  return chainDigest(store);
}

describe('following the recorded Elements chain', () => {
  it('stores blocks, txids, histories, unspent outputs and spends of the whole chain', async () => {
    const chain = new RecordedChainSource();
    const { follower, view } = await follow(chain);
    await follower.catchUp();
    const index = await view();
    expect(index.tip?.height).toBe(chain.blocks.length - 1);
    expect(index.txCount).toBe(chain.blocks.reduce((sum, { txCount }) => sum + txCount, 0));

    const histories = new Map<string, Set<string>>();
    const unspent = new Map<string, Map<string, Uint8Array>>();
    const note = (script: Uint8Array, txid: string) => {
      const key = toHex(scriptHash(script));
      histories.set(key, (histories.get(key) ?? new Set()).add(txid));
      return key;
    };
    const outputs = new Map<string, Uint8Array>();
    for (const [height, block] of chain.blocks.entries()) {
      const [row] = await index.blocksAt([height]);
      expect(displayHash(row!.header.hash)).toBe(displayHash(block.hash));
      expect([row!.size, row!.weight, row!.txCount, row!.header.version]).toEqual([
        block.size,
        block.weight,
        block.txCount,
        block.header.version,
      ]);
      for (const [position, tx] of block.txs.entries()) {
        const txid = displayHash(tx.txid);
        expect(await index.locate(tx.txid)).toEqual([{ height, position }]);
        for (const [vin, input] of tx.inputs().entries()) {
          if (!spendsElementsOutput(input, tx, height)) continue;
          const outpoint = `${displayHash(input.prevTxid)}:${input.prevVout}`;
          unspent.get(note(outputs.get(outpoint)!, txid))!.delete(outpoint);
          const [funding] = await index.locate(input.prevTxid);
          const [spenders] = await index.spendersOf([{ number: funding! }]);
          expect(spenders!.get(input.prevVout)).toEqual({ number: { height, position }, vin });
        }
        for (const [vout, { script, isFee }] of tx.outputs().entries()) {
          if (isFee || script[0] === 0x6a) continue;
          const key = note(script, txid);
          outputs.set(`${txid}:${vout}`, script);
          if (!unspent.has(key)) unspent.set(key, new Map());
          unspent.get(key)!.set(`${txid}:${vout}`, script);
        }
      }
    }
    for (const [key, txids] of histories) {
      const hash = Buffer.from(key, 'hex');
      const history = await index.history(hash, { limit: 1_000 });
      const stored = await index.txids(history.map(({ number }) => number));
      expect(new Set(stored.map((txid) => displayHash(txid!)))).toEqual(txids);
      expect((await index.totals(hash)).txCount).toBe(txids.size);
      const page = await index.unspentPage(hash, { limit: 1_000 });
      const ids = await index.txids(page.map(({ number }) => number));
      const found = page.map(({ vout }, i) => `${displayHash(ids[i]!)}:${vout}`);
      expect(new Set(found)).toEqual(new Set(unspent.get(key)?.keys()));
    }
  });

  it('has the totals, creation and history of assets', async () => {
    const chain = new RecordedChainSource();
    const { follower, view } = await follow(chain);
    await follower.catchUp();
    const index = await view();
    const expected = totalsOfChanges(chain.blocks.flatMap((block) => assetChangesOf(block, liquidregtest)));
    for (const [id, totals] of expected) expect(await index.assetTotals(hashFromDisplay(id))).toEqual(totals);
    expect(supplyOf(await index.assetTotals(goldId))).toBe(124_300_000_000n);
    const gold = assets['gold']!;
    const creation = await index.asset(goldId);
    expect([displayHash(creation!.tokenId), creation!.vin]).toEqual([gold.token, gold.vin]);
    const [txid] = await index.txids([creation!.number]);
    expect(displayHash(txid!)).toBe(gold.txid);
    const history = await index.assetHistory(goldId, { limit: 10 });
    expect(history.map(({ totals }) => supplyOf(totals))).toEqual([
      124_300_000_000n,
      125_000_000_000n,
      100_000_000_000n,
    ]);
    expect(await index.assetHistory(goldId, { limit: 10, before: history[1]!.number })).toEqual(history.slice(2));
    expect(await index.asset(new Uint8Array(32).fill(9))).toBeUndefined();
  });

  it('is checked against the blocks: nothing is found, until a row is damaged', async () => {
    const chain = new RecordedChainSource();
    const { store, follower } = await follow(chain);
    await follower.catchUp();
    const prefixer = (await prefixerOf(store, 'liquidregtest', format))!;
    const check = async (sample: number | undefined) => {
      const found: string[] = [];
      const { blocks } = await checkElementsIndex({
        store,
        prefixer,
        source: chain.source,
        context: liquidregtest,
        sample,
        random: seededRandom(3),
        onFinding: ({ fault }) => found.push(fault),
        onProgress: () => undefined,
      });
      return { found, blocks };
    };
    expect(await check(undefined)).toEqual({ found: [], blocks: chain.blocks.length });
    expect(await check(7)).toEqual({ found: [], blocks: 7 });
    const view = await store.view();
    const [newest] = await view.scan(tables.assetTxs, goldId, { limit: 1 });
    const { tip } = view;
    await view.close();
    const key = { partition: goldId, sort: newest!.sort };
    await store.commit([{ table: tables.assetTxs, key, value: undefined }], tip!);
    const { found } = await check(undefined);
    expect(found).toEqual([
      expect.stringContaining('missing in the history of an asset'),
      expect.stringContaining('totals are not those of the chain: txCount, burnCount'),
    ]);
  });

  it('lists pegs newest first, at any offset', async () => {
    const chain = new RecordedChainSource();
    const { follower, view } = await follow(chain);
    await follower.catchUp();
    const index = await view();
    const pegs = await index.pegs({ skip: 0, limit: 10 });
    expect(await index.pegCount()).toBe(5);
    const summary = pegs.map(({ number, kind, index: at, amount }) => [number.height, kind, at, amount]);
    expect(summary).toEqual([
      [92, 'peg-in', 0, 225_000_000n],
      [92, 'peg-out', 0, 75_000_000n],
      [24, 'peg-out', 0, 50_000_000n],
      [23, 'peg-in', 0, 150_000_000n],
      [expect.any(Number), 'burn', expect.any(Number), 12_500_000n],
    ]);
    expect(displayHash(pegs[3]!.parent!.txid)).toBe('b8b38d8ed5e8ac316a2a79f0cea99956097a7368af2f04e90011f182a50e6722');
    expect(toHex(pegs[3]!.script)).toBe('001448e323e9714e5af054555d6a8876bc1dba203a80');
    expect(pegs[1]!.parent).toBeUndefined();
    expect(await index.pegs({ skip: 3, limit: 1 })).toEqual([pegs[3]]);
    expect(await index.pegs({ skip: 5, limit: 1 })).toEqual([]);
  });

  it('lists the scripts of the federation from the block on in which each is in force', async () => {
    const chain = new RecordedChainSource();
    const { follower, view } = await follow(chain);
    await follower.catchUp();
    const federations = await (await view()).federations();
    expect(federations.map(({ height }) => height)).toEqual([90, 72]);
    const { proof } = chain.blocks[90]!.header;
    const current = proof.type === 'dynafed' && proof.current.type === 'full' ? proof.current.fedpegScript : undefined;
    expect(toHex(federations[0]!.script)).toBe(toHex(current!));
    expect(toHex(federations[1]!.script)).not.toBe(toHex(current!));
  });

  it('ends in the tables of a rebuild after random reorgs', async () => {
    const chain = new RecordedChainSource();
    const { store, follower } = await follow(chain);
    const random = seededRandom(20_261_124);
    for (let round = 0; round < 12; round++) {
      chain.height = Math.floor(random() * chain.blocks.length);
      await follower.catchUp();
      expect(follower.tip?.height).toBe(chain.height);
      if (round % 4 === 3) expect(await chainDigest(store)).toBe(await digestUpTo(chain.height));
    }
  });

  it('continues after the process ended, with the stored identity', async () => {
    const chain = new RecordedChainSource();
    chain.height = 40;
    const { store, follower } = await follow(chain);
    await follower.catchUp();
    chain.height = 60;
    const again = await follow(chain, store);
    expect(again.follower.tip?.height).toBe(40);
    await again.follower.catchUp();
    expect(await chainDigest(store)).toBe(await digestUpTo(60));
    await expect(prefixerOf(store, 'liquid', format)).rejects.toMatchObject({ code: 'index.other-network' });
  });

  it('is rejected with instructions when it was written in the format without pegs', async () => {
    const chain = new RecordedChainSource();
    const { store, follower } = await follow(chain);
    await follower.catchUp();
    const view = await store.view();
    const row = (await view.get(tables.meta, metaKey))!;
    expect(row[0]).toBe(3);
    await store.commit([{ table: tables.meta, key: metaKey, value: Uint8Array.of(2, ...row.subarray(1)) }], view.tip!);
    await view.close();
    await expect(prefixerOf(store, 'liquidregtest', format)).rejects.toThrow(
      'this index was written in format 2, this version reads format 3: remove its directory to build it again',
    );
  });

  it('rejects a block that is cut, changed or has other spent outputs, and keeps its tip', async () => {
    const chain = new RecordedChainSource();
    chain.height = 5;
    const { follower } = await follow(chain);
    await follower.catchUp();
    chain.height = 10;
    const { blockWithSpent } = chain.source;
    const damages: ((bytes: { block: Uint8Array; spent: Uint8Array }) => { block: Uint8Array; spent: Uint8Array })[] = [
      ({ block, spent }) => ({ block: block.subarray(0, block.length - 1), spent }),
      ({ block, spent }) => ({ block: Uint8Array.of(...block, 0), spent }),
      ({ block }) => ({ block, spent: Uint8Array.of(0) }),
      ({ block, spent }) => ({
        block: block.map((byte, i) => (i === block.length - 6 ? byte ^ 0xff : byte)),
        spent: spent.subarray(1),
      }),
    ];
    for (const damage of damages) {
      chain.source.blockWithSpent = async (hash) => damage(await blockWithSpent(hash));
      await expect(follower.catchUp()).rejects.toMatchObject({ code: 'index.bad-block' });
      expect(follower.tip?.height).toBe(5);
    }
    chain.source.blockWithSpent = blockWithSpent;
    await follower.catchUp();
    expect(follower.tip?.height).toBe(10);
  });
});
