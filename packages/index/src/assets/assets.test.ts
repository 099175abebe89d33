import { addressOf, displayHash, fromHex, networks, toHex } from '@glassblock/primitives';
import { elementsNetworks, readElementsBlock, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { describe, expect, test } from 'vitest';
import { elementsJson, recordedChain } from '../../../primitives/test/support/elements.ts';
import { assetChangesOf, assetEventsOf, noAssetTotals, supplyOf, totalsOfChanges } from '../elements.ts';

const { liquidregtest, liquid, liquidtestnet } = elementsNetworks;
const changes = recordedChain().map((bytes) => assetChangesOf(readElementsBlock(bytes), liquidregtest));
const assets = elementsJson('assets.json') as Record<string, { asset: string; token: string; txid: string }>;
const native = displayHash(liquidregtest.nativeAsset);

describe('assetChangesOf on the recorded chain', () => {
  test('finds the issuances with their ids, and the outpoint that each spent', () => {
    const issued = changes
      .flat()
      .flatMap(({ txid, events }) =>
        events.flatMap((event) => (event.kind === 'issuance' ? [{ txid: displayHash(txid), event }] : [])),
      );
    for (const name of ['gold', 'silver', 'plain', 'all_explicit', 'in_dynafed']) {
      const found = issued.find(({ txid }) => txid === assets[name]!.txid)!;
      expect([displayHash(found.event.assetId), displayHash(found.event.created!.tokenId)]).toEqual([
        assets[name]!.asset,
        assets[name]!.token,
      ]);
    }
    const gold = issued.find(({ txid }) => txid === assets['gold']!.txid)!.event.created!;
    expect([displayHash(gold.prevTxid), gold.prevVout]).toEqual([
      'a1cc58083a6c63b7a5f191871b8e2701ffbf2c9a9a4a0536a150d10aae4970a1',
      1,
    ]);
  });

  test('finds both peg-ins with the claimed output', () => {
    const pegIns = changes.flat().flatMap(({ events }) => events.filter((event) => event.kind === 'peg-in'));
    expect(pegIns.map(({ amount, parentVout }) => [amount, parentVout])).toEqual([
      [150_000_000n, 0],
      [225_000_000n, expect.any(Number)],
    ]);
    expect(displayHash(pegIns[0]!.parentTxid)).toBe('b8b38d8ed5e8ac316a2a79f0cea99956097a7368af2f04e90011f182a50e6722');
    expect(toHex(pegIns[0]!.claimScript)).toBe('001448e323e9714e5af054555d6a8876bc1dba203a80');
  });

  test('finds both peg-outs with the script to be paid', () => {
    const pegOuts = changes.flat().flatMap(({ events }) => events.filter((event) => event.kind === 'peg-out'));
    expect(pegOuts.map(({ amount }) => amount)).toEqual([50_000_000n, 75_000_000n]);
    expect(addressOf(pegOuts[0]!.script, networks.regtest)).toBe('bcrt1q0r2v6y99cqq0hppekcq78nrwnqg43pdmdccl3n');
  });

  test('transfers, fees, empty OP_RETURN outputs and coinbases are no event', () => {
    expect(changes.slice(1, 11).flat()).toEqual([]);
    expect(changes.slice(29, 92).flat()).toEqual([]);
  });

  test('a peg-out towards another chain is a burn, and a peg-in from there is none', () => {
    const bytes = recordedChain();
    const kinds = (height: number) =>
      assetChangesOf(readElementsBlock(bytes[height]!), { ...liquid, nativeAsset: liquidregtest.nativeAsset })
        .flatMap(({ events }) => events)
        .map(({ kind }) => kind);
    expect([kinds(23), kinds(24)]).toEqual([[], ['burn']]);
    const other = assetChangesOf(readElementsBlock(bytes[24]!), liquidtestnet).flatMap(({ events }) => events);
    expect(other.map(({ kind }) => kind)).toEqual(['burn']);
  });

  test('a peg-in of 2^53 sats is none, and a peg-out of so many is a burn', () => {
    const kinds = (height: number, value: string, other: string) => {
      const block = fromHex(toHex(recordedChain()[height]!).replace(value, other));
      return assetChangesOf(readElementsBlock(block), liquidregtest)
        .flatMap(({ events }) => events)
        .map(({ kind }) => kind);
    };
    // in the witness the amount is little-endian
    const [pegIn, pegOut] = ['0880d1f00800000000', '010000000002faf080'];
    expect(kinds(23, pegIn, '08ffffffffffff1f00')).toEqual(['peg-in']);
    expect(kinds(23, pegIn, '080000000000002000')).toEqual([]);
    expect(kinds(24, pegOut, '01001fffffffffffff')).toEqual(['peg-out']);
    expect(kinds(24, pegOut, '010020000000000000')).toEqual(['burn']);
  });

  test('an amount above 2^53 is exact', () => {
    const output = `01${'22'.repeat(32)}01ffffffffffffffff00016a`;
    const hex = `020000000001${'11'.repeat(32)}0000000000ffffffff01${output}00000000`;
    expect(assetEventsOf(readWholeElementsTransaction(fromHex(hex)), liquid)).toMatchObject([
      { kind: 'burn', vout: 0, amount: 18_446_744_073_709_551_615n },
    ]);
  });
});

describe('totals of the recorded chain', () => {
  const totals = totalsOfChanges(changes.flat());

  test('gold was issued, reissued and burned', () => {
    const gold = totals.get(assets['gold']!.asset)!;
    expect(gold).toEqual({
      ...noAssetTotals,
      txCount: 3,
      issuanceCount: 2,
      issuedAmount: 125_000_000_000n,
      tokenAmount: 100_000_000n,
      burnCount: 1,
      burnedAmount: 700_000_000n,
    });
    expect(supplyOf(gold)).toBe(124_300_000_000n);
  });

  test('the supply of silver, issued confidentially, is not known', () => {
    const silver = totals.get(assets['silver']!.asset)!;
    expect(silver).toMatchObject({ issuanceCount: 2, confidentialIssuances: 2, issuedAmount: 0n });
    expect(silver.confidentialTokens).toBe(1);
    expect(supplyOf(silver)).toBeUndefined();
  });

  test('the pegged asset has the initial issuance, both peg-ins and peg-outs, and a burn', () => {
    expect(totals.get(native)).toMatchObject({
      issuanceCount: 1,
      issuedAmount: 2_100_000_000_000_000n,
      pegInCount: 2,
      pegInAmount: 375_000_000n,
      pegOutCount: 2,
      pegOutAmount: 125_000_000n,
      burnCount: 1,
      burnedAmount: 12_500_000n,
    });
    expect(supplyOf(totals.get(native)!)).toBe(2_100_000_237_500_000n);
  });

  test('tokens have no entry of their own until one is burned', () => {
    expect(totals.has(assets['gold']!.token)).toBe(false);
  });
});
