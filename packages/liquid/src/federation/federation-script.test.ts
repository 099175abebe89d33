import { readFileSync } from 'node:fs';
import { addressOf, fromHex, networks, readScript, toHex } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { depositScripts, federationScriptOf, timelockOf, tweakFederationScript } from '../index.ts';

interface Recorded {
  first: string;
  second: string;
  liquidv1: string;
  deposits: {
    claim_script: string;
    mainchain_address: string;
    tweaked: { script: string; p2wsh: string; p2shwsh: string };
  }[];
}

const recorded: Recorded = JSON.parse(
  readFileSync(new URL('../../test/fixtures/federation.json', import.meta.url), 'utf8'),
);
const [first, second, liquid] = [recorded.first, recorded.second, recorded.liquidv1].map(fromHex) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const deposits = [
  { name: 'before the change', script: first, ...recorded.deposits[0]! },
  { name: 'after the change', script: second, ...recorded.deposits[1]! },
];

describe('depositScripts', () => {
  test.each(deposits)(
    'returns the addresses of the node $name of the federation',
    ({ script, claim_script, tweaked }) => {
      const claim = fromHex(claim_script);
      expect(toHex(tweakFederationScript(script, claim))).toBe(tweaked.script);
      const { p2wsh, p2shP2wsh } = depositScripts(script, claim);
      expect([addressOf(p2wsh, networks.regtest), addressOf(p2shP2wsh, networks.regtest)]).toEqual([
        tweaked.p2wsh,
        tweaked.p2shwsh,
      ]);
    },
  );

  test("returns Liquid's first federation address without a claim script", () => {
    expect(addressOf(depositScripts(liquid).p2shP2wsh, networks.mainnet)).toBe('3G6neksSBMp51kHJ2if8SeDUrzT8iVETWT');
  });
});

describe('tweakFederationScript', () => {
  test('leaves the given script as it is, also a Buffer, whose slice would share its memory', () => {
    const given = Buffer.from(first);
    tweakFederationScript(given, fromHex(deposits[0]!.claim_script));
    expect(toHex(given)).toBe(toHex(first));
  });

  test('leaves the emergency keys and everything else as they are', () => {
    const tweaked = readScript(tweakFederationScript(liquid, fromHex('0014c48428477620b6a91b6dcf125cd2085393183d36')));
    const ops = readScript(liquid);
    expect(tweaked.map(({ opcode }) => opcode)).toEqual(ops.map(({ opcode }) => opcode));
    const elseAt = ops.findIndex(({ opcode }) => opcode === 0x67);
    const changed = ops.map(
      (op, i) => toHex(op.data ?? new Uint8Array(0)) !== toHex(tweaked[i]!.data ?? new Uint8Array(0)),
    );
    const isKey = ops.map(({ data }) => data?.length === 33);
    expect(changed.slice(0, elseAt)).toEqual(isKey.slice(0, elseAt));
    expect(changed.slice(elseAt)).not.toContain(true);
    expect(isKey.filter(Boolean)).toHaveLength(18);
  });

  test('does not change 33 bytes that are no point', () => {
    const script = fromHex(`21${'05'.repeat(33)}ac`);
    expect(tweakFederationScript(script, fromHex('51'))).toEqual(script);
  });
});

describe('federationScriptOf', () => {
  test.each(deposits)('finds the script of a deposit $name', ({ script, claim_script }) => {
    const claim = fromHex(claim_script);
    for (const output of Object.values(depositScripts(script, claim))) {
      expect(federationScriptOf(output, claim, [second, first])).toBe(script);
    }
    expect(federationScriptOf(depositScripts(script, claim).p2wsh, fromHex('51'), [second, first])).toBeUndefined();
  });

  test('finds the script of change, which is not tweaked', () => {
    expect(federationScriptOf(depositScripts(first).p2wsh, undefined, [second, first])).toBe(first);
  });
});

describe('timelockOf', () => {
  test("reads the 4,032 blocks of Liquid's first script", () => {
    expect(timelockOf(liquid)).toBe(4_032);
  });

  test.each([
    ['a federation without emergency keys', recorded.first, undefined],
    ['a small number', '5ab2', 10],
    ['two bytes', '02c00fb2', 4_032],
    ['three bytes', '03ffff00b2', 65_535],
    ['a negative number', '0181b2', undefined],
    ['nothing before it', 'b2', undefined],
    ['an opcode before it', '75b2', undefined],
    ['too many bytes', '06010203040506b2', undefined],
  ])('of %s', (_, hex, expected) => {
    expect(timelockOf(fromHex(hex))).toBe(expected);
  });
});
