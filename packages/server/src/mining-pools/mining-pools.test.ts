import { readFileSync } from 'node:fs';
import { networks, parseAddress, readBlock } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { createMiningPoolFinder, openMiningPoolFinder } from './mining-pools.ts';

const text = (words: string) => new TextEncoder().encode(words);
const { mainnet } = networks;

describe('mining pool of a coinbase', () => {
  const finder = createMiningPoolFinder([
    { id: 1, name: 'First & Co.', addresses: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'], tags: ['/first/'] },
    { id: 2, name: 'Seven', addresses: [], tags: ['/$Mined by 7pool.com/', '七彩神仙鱼'] },
    { id: 3, name: 'Dots', addresses: [], tags: ['a.b'] },
  ]);
  const genesisPayout = parseAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', mainnet).script;

  it.each([
    ['a tag in any letter case', text('xx/FIRST/xx'), [], 'First & Co.'],
    ['a tag with special characters of regular expressions', text('/$mined by 7pool.com/'), [], 'Seven'],
    ['a tag beyond ASCII', text('..七彩神仙鱼..'), [], 'Seven'],
    ['a payout address, before the tag of a later mining pool', text('a.b'), [genesisPayout], 'First & Co.'],
    ['nothing for a tag whose dot stands for another character', text('axb'), [], 'Unknown'],
    ['nothing for an empty script', new Uint8Array(0), [], 'Unknown'],
  ])('is found by %s', (_name, script, payouts, expected) => {
    expect(finder.find(script, payouts, mainnet).name).toBe(expected);
  });

  it('has a slug of letters and digits, and Unknown is 0', () => {
    expect(finder.find(text('/first/'), [], mainnet)).toEqual({ id: 1, name: 'First & Co.', slug: 'firstco' });
    expect(finder.find(text(''), [], mainnet)).toEqual({ id: 0, name: 'Unknown', slug: 'unknown' });
  });

  it('is found in the shipped list', () => {
    expect(openMiningPoolFinder().find(text('\u0003/ViaBTC/Mined by x/'), [], mainnet)).toMatchObject({
      name: 'ViaBTC',
      slug: 'viabtc',
    });
  });

  it('is Unknown for a number missing in the list', () => {
    expect(finder.byId(3).name).toBe('Dots');
    expect(finder.byId(0).name).toBe('Unknown');
    expect(finder.byId(4)).toMatchObject({ id: 0, name: 'Unknown' });
  });

  it('has other rules when addresses, tags or their order change, but not for a name', () => {
    const [one, two] = [
      { id: 1, name: 'One', addresses: ['a'], tags: ['x'] },
      { id: 2, name: 'Two', addresses: [], tags: ['y'] },
    ];
    const { rules } = createMiningPoolFinder([one!, two!]);
    expect(rules).toMatch(/^[0-9a-f]{16}$/);
    expect(createMiningPoolFinder([{ ...one!, name: 'Uno' }, two!]).rules).toBe(rules);
    const others = [[two!, one!], [one!], [{ ...one!, tags: ['x', 'z'] }, two!], [{ ...one!, addresses: [] }, two!]];
    for (const list of others) expect(createMiningPoolFinder(list).rules).not.toBe(rules);
  });

  it('is found in real blocks: 413,567 and 702,861 by tag', () => {
    const poolOf = (height: number) => {
      const bytes = readFileSync(new URL(`../../../primitives/test/fixtures/mainnet-${height}.bin`, import.meta.url));
      const [coinbase] = readBlock(bytes).txs;
      const scripts = coinbase!.outputs().map(({ script }) => script);
      return openMiningPoolFinder().find(coinbase!.inputs()[0]!.scriptSig, scripts, mainnet).name;
    };
    expect(poolOf(413_567)).toBe('F2Pool');
    expect(poolOf(702_861)).toBe('Binance Pool');
  });
});
