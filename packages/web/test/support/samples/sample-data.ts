import type {
  BlockExt,
  CompressedTx,
  FeeCalibration,
  FeeForecast,
  InitData,
  MempoolAt,
  MempoolBlock,
  NetworkState,
  Outspend,
  StatisticsRow,
  SummaryEntry,
  Tx,
  Utxo,
  Vin,
  Vout,
} from '@glassblock/contract';

/** Returns a seeded random generator. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a hash of a name. */
export function hashOf(name: string): string {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  const roll = dice(seed);
  return Array.from({ length: 64 }, () => Math.floor(roll() * 16).toString(16)).join('');
}

const miningPools = ['Foundry USA', 'AntPool', 'ViaBTC', 'Unknown', 'Ocean', 'F2Pool'];
const miningPoolOf = (height: number): string => miningPools[height % miningPools.length] ?? 'Unknown';
/** Height of the tip. */
export const tip = 840_123;

/** Block of a height, `minutesAgo` old. */
export function sampleBlock(height: number, now: number): BlockExt {
  const roll = dice(height);
  const weight = roll() < 0.12 ? 900_000 : 3_993_000 - Math.floor(roll() * 5000);
  const base = 3 + roll() * 40;
  const feeRange = [base * 0.3, base * 0.5, base * 0.8, base, base * 1.4, base * 2.5, base * 9].map(
    (rate) => Math.round(rate * 100) / 100,
  );
  const totalFees = Math.round((weight / 4) * base * 1.2);
  return {
    id: `00000000${hashOf(`block${height}`).slice(8)}`,
    height,
    version: 0x20400000,
    timestamp: Math.floor(now / 1000) - (tip - height) * 587 - 95,
    tx_count: Math.floor(weight / 1300),
    size: Math.floor(weight / 2.4),
    weight,
    merkle_root: hashOf(`merkle${height}`),
    previousblockhash: `00000000${hashOf(`block${height - 1}`).slice(8)}`,
    mediantime: Math.floor(now / 1000) - (tip - height) * 587 - 3000,
    nonce: 0x1234abcd,
    bits: 0x17034219,
    difficulty: 86388558925171.02,
    stale: false,
    extras: {
      totalFees,
      medianFee: base,
      feeRange,
      reward: totalFees + 312_500_000,
      matchRate: null,
      expectedFees: null,
      expectedWeight: null,
      pool: {
        id: 1,
        name: miningPoolOf(height),
        slug: miningPoolOf(height).replaceAll(' ', '').toLowerCase(),
        minerNames: null,
      },
      avgFee: 9000,
      avgFeeRate: base,
      coinbaseRaw: '03fbd10c2f466f756e6472792055534120506f6f6c202364726f70676f6c642f',
      orphans: [],
      coinbaseAddress: null,
      coinbaseAddresses: null,
      coinbaseSignature: null,
      coinbaseSignatureAscii: null,
      virtualSize: weight / 4,
      avgTxSize: 400,
      totalInputs: 6000,
      totalOutputs: 8000,
      totalOutputAmt: 5_000_000_000_000,
      medianFeeAmt: 3000,
      feePercentiles: null,
      segwitTotalTxs: 2500,
      segwitTotalSize: 1_200_000,
      segwitTotalWeight: 3_000_000,
      header: `00004020${hashOf('header')}${hashOf('header2')}${'abcd'.repeat(6)}`.slice(0, 160),
      firstSeen: null,
      utxoSetChange: 800,
      utxoSetSize: null,
      totalInputAmt: null,
    },
  };
}

/** Returns the projected blocks. */
export function sampleMempoolBlocks(): MempoolBlock[] {
  const medians = [34, 21, 14, 10, 8, 6.2, 4.1, 2.3];
  return medians.map((median, index) => ({
    blockSize: 1_500_000,
    blockVSize: index === 7 ? 6_300_000 : 997_000,
    nTx: index === 7 ? 21_400 : 3100 - index * 140,
    totalFees: Math.round(median * 1.15 * 997_000),
    medianFee: median,
    feeRange: [median * 0.7, median * 0.8, median * 0.9, median, median * 1.3, median * 2.4, median * 11].map(
      (rate) => Math.round(rate * 100) / 100,
    ),
  }));
}

/** Returns the start data of a socket. */
export function sampleInit(now: number): InitData {
  const roll = dice(7);
  return {
    backend: 'esplora',
    mempoolInfo: {
      loaded: true,
      size: 42_318,
      bytes: 21_345_678,
      usage: 131_500_000,
      total_fee: 2.1,
      maxmempool: 300_000_000,
      mempoolminfee: 0.00001,
      minrelaytxfee: 0.00001,
    },
    vBytesPerSecond: 1433,
    blocks: Array.from({ length: 8 }, (_, place) => sampleBlock(tip - 7 + place, now)),
    'mempool-blocks': sampleMempoolBlocks(),
    transactions: Array.from({ length: 6 }, (_, place) => ({
      txid: hashOf(`recent${place}`),
      fee: 2000 + place * 311,
      vsize: 141 + place * 40,
      value: Math.floor(10 ** (5 + roll() * 5)),
      rate: 4 + roll() * 60,
    })),
    backendInfo: {
      hostname: 'glass',
      version: '0.1.0',
      gitCommit: 'abc',
      lightning: false,
      backend: 'esplora',
      coreVersion: '30.0',
      osVersion: 'linux',
    },
    loadingIndicators: {},
    da: {
      progressPercent: 71.3,
      difficultyChange: 2.41,
      estimatedRetargetDate: now + 5.6 * 86_400_000,
      remainingBlocks: 579,
      remainingTime: 5.6 * 86_400_000,
      previousRetarget: -1.27,
      previousTime: Math.floor(now / 1000) - 840_000,
      nextRetargetHeight: 840_702,
      timeAvg: 581_000,
      adjustedTimeAvg: 581_000,
      timeOffset: 0,
      expectedBlocks: 1402,
    },
    fees: { fastestFee: 34.2, halfHourFee: 21.5, hourFee: 14.1, economyFee: 2, minimumFee: 1 },
  };
}

/** Address of the sample wallet. */
export const ownAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const otherAddress = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';

function vout(value: number, address: string): Vout {
  return {
    scriptpubkey: `0014${hashOf(address).slice(0, 40)}`,
    scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${hashOf(address).slice(0, 40)}`,
    scriptpubkey_type: address.startsWith('bc1p') ? 'v1_p2tr' : 'v0_p2wpkh',
    scriptpubkey_address: address,
    value,
  };
}

/** Returns a transaction derived from its id. The first of a block is its coinbase. */
export function sampleTx(
  txid: string,
  options: { confirmedAt?: number; now: number; coinbase?: boolean; busy?: boolean },
): Tx {
  const roll = dice(Number.parseInt(txid.slice(0, 8), 16));
  const count = options.busy ? 19 : 1 + Math.floor(roll() * 3);
  const inputs: Vin[] = Array.from({ length: options.coinbase ? 1 : count }, (_, place) =>
    options.coinbase
      ? {
          txid: '0'.repeat(64),
          vout: 0xffffffff,
          prevout: null,
          scriptsig: '03fbd10c2f466f756e6472792055534120506f6f6c',
          scriptsig_asm: 'OP_PUSHBYTES_3 fbd10c',
          is_coinbase: true,
          sequence: 0xffffffff,
        }
      : {
          txid: hashOf(`in${txid}${place}`),
          vout: place,
          prevout: vout(Math.floor(10 ** (5 + roll() * 5)), roll() < 0.5 ? ownAddress : otherAddress),
          scriptsig: '',
          scriptsig_asm: '',
          witness: [hashOf(`sig${place}`) + hashOf('sig'), hashOf('pub')],
          is_coinbase: false,
          sequence: 0xfffffffd,
        },
  );
  const outputs = [
    vout(Math.floor(10 ** (5 + roll() * 5)), roll() < 0.5 ? otherAddress : ownAddress),
    vout(Math.floor(10 ** (4 + roll() * 4)), otherAddress),
    ...(roll() < 0.4
      ? [
          {
            scriptpubkey: '6a13476c617373626c6f636b2077617320686572652021',
            scriptpubkey_asm: 'OP_RETURN OP_PUSHBYTES_19 476c',
            scriptpubkey_type: 'op_return',
            value: 0,
          },
        ]
      : []),
  ];
  const height = options.confirmedAt;
  return {
    txid,
    version: 2,
    locktime: 840_000,
    vin: inputs,
    vout: outputs,
    size: 372 + count * 90,
    weight: 838 + count * 270,
    sigops: 3,
    fee: options.coinbase ? 0 : 4_218,
    status:
      height === undefined
        ? { confirmed: false }
        : {
            confirmed: true,
            block_height: height,
            block_hash: sampleBlock(height, options.now).id,
            block_time: sampleBlock(height, options.now).timestamp,
          },
  };
}

/** Returns the outspends of a transaction, of which the first output is spent. */
export const sampleOutspends = (tx: Tx): Outspend[] =>
  tx.vout.map((_, place) =>
    place === 0 ? { spent: true, txid: hashOf('spender'), vin: 1, status: { confirmed: true } } : { spent: false },
  );

/** Returns transactions of a block in the compressed form. */
export function sampleSquares(seed: number, amount = 2900): CompressedTx[] {
  const roll = dice(seed);
  const list: CompressedTx[] = [];
  let rate = 380;
  for (let place = 0; place < amount; place++) {
    rate = 24 + (rate - 24) * (0.985 + roll() * 0.012);
    const vsize = roll() < 0.02 ? 4000 + roll() * 9000 : roll() < 0.25 ? 250 + roll() * 900 : 110 + roll() * 140;
    list.push([
      hashOf(`sq${seed}-${place}`),
      Math.round(vsize * rate),
      Math.round(vsize),
      Math.floor(10 ** (4 + roll() * 6)),
      Math.round(rate * 100) / 100,
      0,
      1_700_000_000,
    ]);
  }
  return list;
}

/** Returns the state of a network. */
export function sampleState(network: string, away = false): NetworkState {
  return {
    network,
    node: away
      ? { state: 'away', sentence: 'The node does not answer.', advice: [] }
      : { state: 'ready', sentence: 'The node is ready.', version: '30.0', pruned: false, advice: [] },
    index: { height: tip, nodeHeight: tip, percent: away ? 97.31 : 100, synced: !away },
    mempool: { percent: 100, synced: true, count: 42_318 },
  };
}

/** Returns a day of samples, newest first, with a gap of three hours. */
export function sampleStatistics(now: number): StatisticsRow[] {
  const newest = Math.floor(now / 60_000) * 60;
  const minutes = Array.from({ length: 1_440 }, (_, i) => i).filter((i) => i < 500 || i > 680);
  return minutes.map((i) => ({
    added: newest - 60 * i,
    count: 40_000 + i,
    vbytes_per_second: i === 10 ? 9_000 : 1_200 + (i % 7) * 100,
    min_fee: 1,
    vsizes: Array.from({ length: 39 }, (_, band) => (band < 20 ? Math.round(2e6 / (band + 1)) : 0)),
  }));
}

/** Returns the mempool at an earlier time. */
export function samplePast(time: number): MempoolAt {
  return {
    time: time - (time % 60),
    height: tip - 3,
    mempoolInfo: sampleInit(time * 1000).mempoolInfo!,
    'mempool-blocks': sampleMempoolBlocks(),
    fees: { fastestFee: 12, halfHourFee: 9, hourFee: 4.5, economyFee: 2, minimumFee: 1 },
    vBytesPerSecond: 1_500,
    bands: [],
  };
}

const forecastTargets = [1, 2, 3, 6, 12, 24, 72, 144];

/** Returns a fee forecast. */
export function sampleForecast(now: number): FeeForecast {
  return {
    time: Math.floor(now / 1000) - 20,
    height: tip,
    minFeeRate: 1,
    measuredSeconds: 900,
    blockSeconds: 600,
    targets: forecastTargets.map((blocks) => ({
      blocks,
      rates: [50, 80, 95].map((probability) => ({ probability, rate: (12.5 * probability) / (50 * blocks) })),
    })),
  };
}

/** Returns the calibration of fee forecasts. */
export function sampleCalibration(): FeeCalibration {
  const scores = [
    { probability: 50, scored: 50, right: 30, share: 0.6, atMinimum: 10, rightAtMinimum: 10, overpayment: 1.2 },
    { probability: 80, scored: 40, right: 38, share: 0.95, atMinimum: 0, rightAtMinimum: 0 },
    { probability: 95, scored: 40, right: 40, share: 1, atMinimum: 40, rightAtMinimum: 40 },
  ];
  const targets = forecastTargets.map((blocks) => ({ blocks, scores }));
  return { windows: ['24h', '7d', '30d'].map((window) => ({ window, seconds: 86_400, targets })) };
}

/** Net amounts of 33 transactions, newest first; they add up to the balance of the sample address. */
export function sampleSummary(now: number): SummaryEntry[] {
  return Array.from({ length: 33 }, (_, place) => ({
    txid: hashOf(`a${place}`),
    height: tip - 2 - place,
    time: Math.floor(now / 1000) - 86_400 * (place + 1),
    value: place === 32 ? 212_345_555 - 32 * 1_000_000 : 1_000_000,
    tx_position: 1,
  }));
}

/** Nine unspent outputs of all ages; one of them is unconfirmed. */
export function sampleUtxos(now: number): Utxo[] {
  return Array.from({ length: 9 }, (_, place) => ({
    txid: hashOf(`a${place}`),
    vout: place,
    value: 1_000_000 * 2 ** place,
    status:
      place === 0
        ? { confirmed: false }
        : {
            confirmed: true,
            block_height: tip - place,
            block_hash: hashOf('b'),
            block_time: Math.floor(now / 1000) - 20_000 * 3 ** place,
          },
  }));
}
