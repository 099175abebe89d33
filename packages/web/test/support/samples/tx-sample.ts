import type { CpfpInfo, Fate, FeeForecast, RbfTree, Tx, Vin, Vout } from '@glassblock/contract';
import { fromHex, scriptAsm, scriptType, toHex } from '@glassblock/primitives';
import type { SampleAnswer } from './sample-answer.ts';
import { hashOf, ownAddress, sampleTx } from './sample-data.ts';

/** Sample answers of the routes of transaction pages, and hostile transactions. */

const now = 1_700_000_000;
const key = '02'.padEnd(66, 'a');
const script = '<script>document.title = "owned"</script>';
const turned = 'safe\u202egpj.exe\u2066\u200b';
const hexOf = (words: string): string => toHex(new TextEncoder().encode(words));
const push = (data: string): string => {
  const length = data.length / 2;
  if (length < 0x4c) return length.toString(16).padStart(2, '0') + data;
  if (length < 0x100) return `4c${length.toString(16).padStart(2, '0')}${data}`;
  return `4d${(length & 0xff).toString(16).padStart(2, '0')}${(length >> 8).toString(16).padStart(2, '0')}${data}`;
};

function vout(hex: string, value: number): Vout {
  const bytes = fromHex(hex);
  return { scriptpubkey: hex, scriptpubkey_asm: scriptAsm(bytes), scriptpubkey_type: scriptType(bytes), value };
}
function vin(prevout: Vout | null, parts: Partial<Vin>): Vin {
  return {
    txid: hashOf('evil parent'),
    vout: 0,
    prevout,
    scriptsig: '',
    scriptsig_asm: '',
    is_coinbase: false,
    sequence: 0xfffffffd,
    ...parts,
  };
}

/** Txids of the sample transactions. */
export const ids = {
  data: hashOf('evil data'),
  inscription: hashOf('evil inscription'),
  coinbase: hashOf('evil coinbase'),
  heavy: hashOf('a megabyte of witness'),
  many: hashOf('hundreds of outputs'),
  family: hashOf('one of a family'),
  removed: hashOf('gone for good'),
  replaced: hashOf('replaced by another'),
  newer: hashOf('newer version'),
  /** Only its bytes are exported: `rawTx`. */
  stored: 'e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609',
} as const;

const base = (txid: string): Tx => ({ ...sampleTx(txid, { now: now * 1000 }), txid });
const utxo = vout(`5120${'ab'.repeat(32)}`, 50_000);

/** One mebibyte of witness: an inscription with markup and bidirectional overrides in type and text. */
export const bigItem = '00'.repeat(1_000_000);

const txs: Readonly<Record<string, Tx>> = {
  [ids.data]: {
    ...base(ids.data),
    vout: [
      vout(`6a${push(hexOf(script))}`, 0),
      vout(`6a${push(hexOf(turned))}`, 0),
      vout(`6a${push(hexOf(`${'long words '.repeat(40)}${script}`))}`, 0),
      vout(`6a5d${push('ffffffffffffffffffffffffffffffffffff7f')}`, 0),
      vout(`52${push(key)}${push(key)}52ae`, 1000),
    ],
  },
  [ids.inscription]: {
    ...base(ids.inscription),
    vin: [
      vin(utxo, {
        witness: [
          'ab'.repeat(64),
          `20${'ab'.repeat(32)}ac0063036f72640101${push(hexOf(`text/html${turned}`))}00${push(hexOf(script))}68`,
          `c0${'ab'.repeat(32)}`,
        ],
      }),
    ],
  },
  [ids.coinbase]: {
    ...base(ids.coinbase),
    fee: 0,
    vin: [
      vin(null, {
        txid: '0'.repeat(64),
        vout: 0xffffffff,
        scriptsig: `03fbd10c${hexOf(script)}${hexOf(turned)}`,
        is_coinbase: true,
        witness: ['00'.repeat(32)],
      }),
    ],
  },
  [ids.heavy]: {
    ...base(ids.heavy),
    vin: [vin(utxo, { witness: ['ab'.repeat(64), bigItem, `c0${'ab'.repeat(32)}`] })],
  },
  [ids.many]: {
    ...base(ids.many),
    vout: Array.from({ length: 1500 }, (_, place) => vout(`0014${hashOf(`out${place}`).slice(0, 40)}`, 1000 + place)),
  },
  [ids.family]: base(ids.family),
};

const relatives: CpfpInfo = {
  ancestors: [{ txid: hashOf('parent'), fee: 100, weight: 800 }],
  descendants: [{ txid: hashOf('child'), fee: 9000, weight: 600 }],
  bestDescendant: null,
  effectiveFeePerVsize: 21.5,
  cluster: {
    txs: [
      { txid: hashOf('parent'), fee: 100, weight: 800, parents: [] },
      { txid: ids.family, fee: 4218, weight: 1108, parents: [0] },
      { txid: hashOf('child'), fee: 9000, weight: 600, parents: [1] },
    ],
    chunks: [{ txs: [0, 1, 2], feerate: 21.5 }],
    chunkIndex: 0,
  },
};

const version = (txid: string, replaces: RbfTree[], rate: number): RbfTree => ({
  tx: { txid, fee: 400, vsize: 200, value: 1, rate, rbf: rate !== 2, fullRbf: rate === 9 },
  time: now,
  interval: 300,
  fullRbf: rate === 9,
  replaces,
});
/** Replacements, newest first. */
export const trees: RbfTree[] = [
  version(ids.newer, [version(ids.replaced, [version(hashOf('first version'), [], 2)], 5)], 9),
  version(hashOf('other newest'), [version(hashOf('other older'), [], 3)], 6),
];

const removal = (txid: string, reason: string, by?: string): Fate => ({
  txid,
  now: 'gone',
  status: { confirmed: false },
  events: [
    { id: '1-1', type: 'tx-added', txid, time: now, fee: 974, weight: 2716 },
    { id: '1-2', type: 'tx-removed', txid, time: now + 60, reason, certain: by !== undefined, ...(by && { by }) },
  ],
});

/** BIP 143's signed P2WPKH example. */
export const rawTx =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

/** The same without signatures. */
export const unsignedTx =
  '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';

const fates: Readonly<Record<string, Fate>> = {
  [ids.removed]: removal(ids.removed, 'evicted'),
  [ids.replaced]: removal(ids.replaced, 'replaced', ids.newer),
  [ids.stored]: { ...removal(ids.stored, 'conflict', ids.newer), raw: rawTx },
};

const forecast: FeeForecast = {
  time: now,
  height: 1,
  minFeeRate: 1,
  measuredSeconds: 9000,
  blockSeconds: 600,
  targets: [{ blocks: 3, rates: [{ probability: 80, rate: 1 }] }],
};

/** Bodies of all POST requests, by path. */
export const posted: { path: string; body: string }[] = [];

/** Returns an answer for `first` of `startFixture`. */
export function txAnswers(path: string, body: string | undefined): SampleAnswer | undefined {
  const json = (value: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body: value });
  const text = (words: string, status: number): SampleAnswer => ({ status, contentType: 'text/plain', body: words });
  const [bare = ''] = path.split('?');
  const id = /[0-9a-f]{64}/.exec(bare)?.[0] ?? '';
  if (body !== undefined) {
    posted.push({ path, body });
    if (bare.endsWith('/txs/test')) {
      return json([
        { txid: ids.newer, wtxid: ids.newer, allowed: true, vsize: 100, fees: { base: 0.00002 } },
        { txid: ids.removed, wtxid: ids.removed, allowed: false, 'reject-reason': `bad ${script}` },
      ]);
    }
    if (bare.endsWith('/txs/package')) {
      return json({ package_msg: 'success', 'tx-results': { [ids.newer]: { txid: ids.newer } } });
    }
    if (bare.endsWith('/prevouts')) {
      const prevout = { ...vout(`0014${'1d'.repeat(20)}`, 600_000_000), scriptpubkey_address: ownAddress };
      return json((JSON.parse(body) as unknown[]).map(() => ({ prevout, unconfirmed: false })));
    }
    if (bare.endsWith('/v1/cpfp'))
      return json([
        {
          ancestors: [{ txid: ids.family, fee: 200, weight: 800 }],
          effectiveFeePerVsize: 77,
          sigops: 1,
          adjustedVsize: 200,
        },
      ]);
    if (body === rawTx) return text(ids.newer, 200);
    return text('sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed"}', 400);
  }
  if (bare.endsWith('/replacements')) return json(bare.includes('fullrbf') ? trees.slice(0, 1) : trees);
  if (bare.endsWith('/mempool/recent')) {
    return json(Array.from({ length: 10 }, (_, i) => ({ txid: hashOf(`new${i}`), fee: 900, vsize: 140, value: 5e6 })));
  }
  if (bare.endsWith('/fees/forecast')) return json(forecast);
  if (bare.endsWith('/fate')) return fates[id] ? json(fates[id]) : text('Transaction not found', 404);
  if (bare.endsWith('/rbf')) {
    const holds = id === ids.replaced || id === ids.newer;
    return json({ replacements: holds ? trees[0] : null, replaces: null });
  }
  if (bare.includes('/cpfp/')) return json(id === ids.family ? relatives : { ancestors: [] });
  if (bare.endsWith('/cached')) return id === ids.replaced ? json(base(id)) : text('', 204);
  if (bare.endsWith('/transaction-times')) return json([now - 600]);
  if (bare.endsWith('/outspends') && txs[id]) return json(txs[id].vout.map(() => ({ spent: false })));
  if (/\/api\/tx\/[0-9a-f]{64}$/.test(bare)) {
    if (id in fates) return text('Transaction not found', 404);
    return txs[id] ? json(txs[id]) : undefined;
  }
  return undefined;
}
