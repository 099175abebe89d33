import type { LiquidAddressInfo, LiquidTx, LiquidUtxo } from '@glassblock/contract/liquid';
import { addressOf, displayHash, scriptHash, toHex } from '@glassblock/primitives';
import { elementsNetworks, spendsElementsOutput } from '@glassblock/primitives/elements';
import { expect, it } from 'vitest';
import { recordedAddresses } from '../../../node/test/support/recorded-elements-node.ts';
import { api, chain, expectShape, type LiquidSite } from '../support/liquid-site.ts';

const { liquidregtest } = elementsNetworks;

/** History and unspent outputs of every script of the chain, recomputed from the blocks. */
function scriptsOfChain() {
  const scripts = new Map<string, { txids: Set<string>; unspent: Set<string>; funded: number; spent: number }>();
  const of = (script: Uint8Array) => {
    const key = toHex(scriptHash(script));
    let found = scripts.get(key);
    if (found === undefined) scripts.set(key, (found = { txids: new Set(), unspent: new Set(), funded: 0, spent: 0 }));
    return found;
  };
  const outputs = new Map<string, Uint8Array>();
  for (const [height, { txs }] of chain.entries()) {
    for (const tx of txs) {
      const txid = displayHash(tx.txid);
      for (const input of tx.inputs()) {
        if (!spendsElementsOutput(input, tx, height)) continue;
        const outpoint = `${displayHash(input.prevTxid)}:${input.prevVout}`;
        const script = of(outputs.get(outpoint)!);
        script.unspent.delete(outpoint);
        script.txids.add(txid);
        script.spent++;
      }
      for (const [vout, { script, isFee }] of tx.outputs().entries()) {
        if (isFee || script[0] === 0x6a) continue;
        outputs.set(`${txid}:${vout}`, script);
        const own = of(script);
        own.txids.add(txid);
        own.unspent.add(`${txid}:${vout}`);
        own.funded++;
      }
    }
  }
  return scripts;
}
/** Registers the tests of addresses, groups and address search. @param site the site, once it is open */
export function addressCases(site: () => LiquidSite): void {
  const read: LiquidSite['read'] = (id, path) => site().read(id, path);

  it('has totals, history and unspent outputs of every script', async () => {
    for (const [hash, { txids, unspent, funded, spent }] of scriptsOfChain()) {
      const info = await read<LiquidAddressInfo>('scripthash', `/scripthash/${hash}`);
      expect(info.chain_stats).toEqual({ tx_count: txids.size, funded_txo_count: funded, spent_txo_count: spent });
      const found: string[] = [];
      for (let page = await read<LiquidTx[]>('scripthashTxs', `/scripthash/${hash}/txs`); page.length > 0; ) {
        found.push(...page.map(({ txid }) => txid));
        page = await read<LiquidTx[]>('scripthashTxsChainFrom', `/scripthash/${hash}/txs/chain/${found.at(-1)}`);
      }
      expect(new Set(found)).toEqual(txids);
      expect(found).toHaveLength(txids.size);
      const utxos = await read<LiquidUtxo[]>('scripthashUtxo', `/scripthash/${hash}/utxo`);
      expect(new Set(utxos.map(({ txid, vout }) => `${txid}:${vout}`))).toEqual(unspent);
    }
  }, 60_000);

  it('merges the histories of a group, each transaction once, and pages them', async () => {
    const hashes = [...scriptsOfChain().keys()].slice(0, 4);
    const groupPage = async (query: string) => {
      const { text } = await site().explorer.post(
        api(`/scripthashes/txs${query}`),
        JSON.stringify([...hashes, 'zz', 3]),
      );
      return JSON.parse(text) as LiquidTx[];
    };
    const found: string[] = [];
    for (let page = await groupPage('?max_txs=7'); page.length > 0; ) {
      expectShape('scripthashesTxs', page);
      found.push(...page.map(({ txid }) => txid));
      page = await groupPage(`?max_txs=7&after_txid=${found.at(-1)}`);
    }
    const places = new Map(chain.flatMap(({ txs }) => txs).map(({ txid }, place) => [displayHash(txid), place]));
    const expected = new Set(hashes.flatMap((hash) => [...scriptsOfChain().get(hash)!.txids]));
    expect(found).toEqual([...expected].sort((a, b) => places.get(b)! - places.get(a)!));
    const address = addressOf(chain[17]!.txs[1]!.outputs()[0]!.script, liquidregtest)!;
    const one = await site().explorer.post(api('/addresses/txs'), JSON.stringify([address, 'no address']));
    expect(JSON.parse(one.text)).toEqual(await site().explorer.get(api(`/address/${address}/txs`)));
  });

  it('GET /address-prefix/:prefix finds addresses of the chain by their first characters', async () => {
    const outputs = chain.flatMap(({ txs }) => txs.flatMap((tx) => tx.outputs()));
    const all = [...new Set(outputs.flatMap(({ script }) => addressOf(script, liquidregtest) ?? []))].sort();
    const last = all.at(-1)!;
    await site().explorer.until<string[]>(api(`/address-prefix/${last}`), (found) => found.length > 0);
    for (const prefix of [last.slice(0, 6), all[0]!.slice(0, 2), 'ert1q', 'ert1p']) {
      const found = await read<string[]>('addressPrefix', `/address-prefix/${prefix}`);
      const matching = all.filter((address) => address.startsWith(prefix));
      expect(found, prefix).toEqual(matching.filter((address) => found.includes(address)));
      expect(found, prefix).toHaveLength(Math.min(10, matching.length));
      expect(await read('v1AddressPrefix', `/v1/address-prefix/${prefix}`)).toEqual(found);
    }
    expect(await read('addressPrefix', '/address-prefix/el1qq')).toEqual([]);
  });

  it('accepts confidential and unconfidential forms, and echoes the requested one', async () => {
    const valid = recordedAddresses.filter(({ network, answer }) => network === 'liquidregtest' && answer['isvalid']);
    expect(valid.length).toBeGreaterThan(6);
    for (const { address, answer } of valid) {
      const info = await read<LiquidAddressInfo>('address', `/address/${address}`);
      const plain = await read<LiquidAddressInfo>('address', `/address/${String(answer['unconfidential'])}`);
      expect(info).toEqual({ ...plain, address });
    }
    expect(await site().explorer.status(api('/address/nonsense'))).toMatchObject({ status: 400 });
    expect(await site().explorer.status(api('/address/ex1qdqwpmf7g3n7jdpz6h8qvtgcdll7vx9qdvlk5ax'))).toMatchObject({
      status: 400,
    });
    expect(await site().explorer.status(api('/scripthash/12'))).toMatchObject({ status: 400 });
  });

  it("GET /v1/validate-address passes the node's answer on", async () => {
    for (const { address, answer, network } of recordedAddresses) {
      if (network !== 'liquidregtest' || !/^[a-zA-Z0-9]{2,120}$/.test(address)) continue;
      expect(await read('validateAddress', `/v1/validate-address/${address}`)).toEqual(answer);
    }
    const refused = await site().explorer.status(api('/v1/validate-address/a-b'));
    expect([refused.status, refused.text]).toEqual([400, '{"error":"Invalid address"}']);
  });
}
