import type { CpfpInfo } from '@glassblock/contract';
import { displayHash, fromHex } from '@glassblock/primitives';
import { elementsFee, elementsNetworks, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { expect, it } from 'vitest';
import { recordedMempool } from '../../../node/test/support/recorded-elements-node.ts';
import { api, expectShape, type LiquidSite } from '../support/liquid-site.ts';

const { liquidregtest } = elementsNetworks;

/** Checks the preview of an unsent child of a mempool transaction. */
async function previewsChildOf(hexes: readonly string[], { explorer }: LiquidSite): Promise<void> {
  const parent = readWholeElementsTransaction(fromHex(hexes[0]!));
  const [fee, weight] = [elementsFee(parent, liquidregtest.nativeAsset), parent.discountWeight];
  const unsent = { txid: '77'.repeat(32), weight, sigops: 0, fee: 9 * fee, vin: [{ txid: displayHash(parent.txid) }] };
  const { status, text } = await explorer.post(api('/v1/cpfp'), JSON.stringify([unsent]));
  const answer = JSON.parse(text) as CpfpInfo[];
  expectShape('v1CpfpPreview', answer);
  expect([status, answer[0]!.ancestors]).toEqual([200, [{ txid: displayHash(parent.txid), fee, weight }]]);
  // parent and child are mined together
  expect(answer[0]!.effectiveFeePerVsize).toBeCloseTo((5 * fee) / (weight / 4), 6);
  expect(await explorer.post(api('/v1/cpfp'), '[{},{}]')).toMatchObject({ status: 400 });
}

/** Registers the tests of transaction tests, packages and mempool pages. @param site the site, once it is open */
export function packageCases(site: () => LiquidSite): void {
  it('tests transactions, and pages the ids of the mempool in the order of keys', async () => {
    const { hex } = recordedMempool;
    const { explorer, node, read } = site();
    const tested = await explorer.post(api('/txs/test'), JSON.stringify(hex));
    const results = JSON.parse(tested.text) as { allowed: boolean }[];
    expectShape('txsTest', results);
    expect(results.map(({ allowed }) => allowed)).toEqual(hex.map(() => true));
    expect((await explorer.post(api('/v1/txs/test'), JSON.stringify(hex))).text).toBe(tested.text);
    expect(await explorer.post(api('/v1/txs/test'), '["00"]')).toMatchObject({ status: 400 });
    // Elements 23 has no packages
    const refused = await explorer.post(api('/v1/txs/package'), JSON.stringify(hex));
    expect([refused.status, refused.text]).toEqual([400, '{"error":"submitpackage RPC error: {\\"code\\":-32601}"}']);
    expect((await explorer.post(api('/txs/package'), JSON.stringify(hex))).text).toContain('Method not found');
    node.setMempool(true);
    try {
      await explorer.until<string[]>(api('/mempool/txids'), (ids) => ids.length === hex.length);
      const all = hex.map((one) => readWholeElementsTransaction(fromHex(one)).txid).sort(Buffer.compare);
      const ids = all.map(displayHash);
      expect(await read('mempoolTxidsPage', '/mempool/txids/page?max_txs=2')).toEqual(ids.slice(0, 2));
      expect(await read('mempoolTxidsPageFrom', `/mempool/txids/page/${ids[1]}`)).toEqual(ids.slice(2));
      await previewsChildOf(hex, site());
    } finally {
      node.setMempool(false);
    }
    await explorer.until<string[]>(api('/mempool/txids'), (ids) => ids.length === 0);
  });
}
