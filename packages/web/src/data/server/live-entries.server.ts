import type { BlockExt, CompressedTx, RbfTree, ServerFrame, TxExt, Vout } from '@glassblock/contract';

/** Example objects of a network. */
export interface LiveExamples {
  txid: string;
  /** One with an address. */
  output: Vout & { scriptpubkey_address: string };
}

/** Examples for a network without data. */
export const defaultExamples: LiveExamples = {
  txid: 'a3f1c07be2945d68f7301b9c4e8ad25670bb13f9e45c8d02617a9fe3b4c5d081',
  output: {
    scriptpubkey: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
    scriptpubkey_asm: 'OP_0 OP_PUSHBYTES_20 751e76e8199196d454941c45d1b3a323f1433bd6',
    scriptpubkey_type: 'v0_p2wpkh',
    scriptpubkey_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    value: 1_250_000,
  },
};

/** A subscription in the documentation. */
export interface LiveEntry {
  id: LiveEntryId;
  /** The frame to send. */
  payload: string;
  /** Keys of the frames with its data. */
  keys: string[];
  /** Such a frame, formatted. */
  answer: string;
}

/** Id of a subscription. */
export type LiveEntryId =
  | 'live-data'
  | 'track-address'
  | 'track-addresses'
  | 'track-tx'
  | 'track-txs'
  | 'track-mempool'
  | 'track-mempool-txids'
  | 'track-mempool-block'
  | 'track-rbf'
  | 'track-full-rbf';

const otherTxid = '5d0c2b7fa98e4613cf2a07d1b8e6943570fa1c8d92eb640357ac41f8d09b3e26';
const spentTxid = 'e84b1ad60f3c7925b0d8417e62fa95c30b74d1e8a6f92c5d3017b4a8c6e0f953';
const blockHash = '00000000000000000001b4e7c09a53d82f6e1c74ab0d9356e8f2a417c50b93de';
const parentHash = '00000000000000000002c1f86be047a93d5e8172fb04c69de731a5820bf4c967';
const seen = 1_713_571_700;

/** A payment to the output, with change. */
function payment({ txid, output }: LiveExamples): TxExt {
  const change = 418_590;
  const fee = 1_410;
  return {
    txid,
    version: 2,
    locktime: 0,
    vin: [
      {
        txid: spentTxid,
        vout: 1,
        prevout: { ...output, value: output.value + change + fee },
        scriptsig: '',
        scriptsig_asm: '',
        is_coinbase: false,
        sequence: 4_294_967_293,
      },
    ],
    vout: [output, { ...output, value: change }],
    size: 222,
    weight: 561,
    sigops: 1,
    fee,
    status: { confirmed: false },
    vsize: 140.25,
    adjustedVsize: 140.25,
    feePerVsize: fee / 140.25,
    adjustedFeePerVsize: fee / 140.25,
    effectiveFeePerVsize: fee / 140.25,
    firstSeen: seen,
  };
}

const block: BlockExt = {
  id: blockHash,
  height: 840_000,
  version: 710_926_336,
  timestamp: 1_713_571_767,
  tx_count: 3_050,
  size: 2_325_617,
  weight: 3_993_281,
  merkle_root: '031b417c3a1828ddf3d6527fc210daafcc9218e81f98257f88d4d43bd7a5894f',
  previousblockhash: parentHash,
  mediantime: 1_713_570_208,
  nonce: 3_932_395_645,
  bits: 386_089_497,
  difficulty: 86_388_558_925_171.02,
  stale: false,
  extras: {
    totalFees: 120_450_311,
    medianFee: 34.2,
    feeRange: [20.1, 24.6, 30.2, 34.2, 45.5, 81.3, 412],
    reward: 432_950_311,
    matchRate: 99.6,
    expectedFees: 120_601_988,
    expectedWeight: 3_991_840,
    similarity: 0.98,
    pool: { id: 36, name: 'ViaBTC', slug: 'viabtc', minerNames: null },
    avgFee: 39_505,
    avgFeeRate: 120.6,
    coinbaseRaw: '0340d10c04377f2366',
    orphans: [],
    coinbaseAddress: null,
    coinbaseAddresses: null,
    coinbaseSignature: null,
    coinbaseSignatureAscii: null,
    virtualSize: 998_320.25,
    avgTxSize: 762.5,
    totalInputs: 7_280,
    totalOutputs: 9_564,
    totalOutputAmt: 463_201_588_214,
    medianFeeAmt: 7_150,
    feePercentiles: null,
    segwitTotalTxs: 2_791,
    segwitTotalSize: 2_104_990,
    segwitTotalWeight: 3_110_774,
    header: `00e05f2a${'00'.repeat(76)}`,
    firstSeen: 1_713_571_771,
    utxoSetChange: 2_284,
    utxoSetSize: null,
    totalInputAmt: null,
  },
};

/** A replaced transaction with its replacement. */
const replacement = (txid: string, isFull: boolean): RbfTree => ({
  tx: { txid, fee: 4_230, vsize: 140.25, value: 1_665_770, rate: 30.16, rbf: true },
  time: seen + 412,
  fullRbf: isFull,
  replaces: [
    {
      tx: { txid: otherTxid, fee: 1_410, vsize: 140.25, value: 1_668_590, rate: 10.05, rbf: !isFull, fullRbf: isFull },
      time: seen,
      interval: 412,
      fullRbf: false,
      replaces: [],
    },
  ],
});

const square = (txid: string): CompressedTx => [txid, 1_410, 140.25, 1_668_590, 10.05, 1_099_511_628_809, seen];

/** The frame of the subscription to all figures. */
const liveData: ServerFrame = {
  'mempool-blocks': [
    {
      blockSize: 1_604_312,
      blockVSize: 997_916,
      nTx: 3_117,
      totalFees: 34_208_771,
      medianFee: 31.4,
      feeRange: [22.8, 25.1, 28.9, 31.4, 38.2, 60.5, 301.7],
    },
  ],
  mempoolInfo: {
    loaded: true,
    size: 42_318,
    bytes: 21_345_678,
    usage: 131_500_000,
    total_fee: 2.11840317,
    maxmempool: 300_000_000,
    mempoolminfee: 0.00001,
    minrelaytxfee: 0.00001,
  },
  vBytesPerSecond: 1_433,
  fees: { fastestFee: 31.4, halfHourFee: 28.9, hourFee: 22.8, economyFee: 8, minimumFee: 1 },
  da: {
    progressPercent: 66.7,
    difficultyChange: -1.32,
    estimatedRetargetDate: 1_713_979_561_000,
    remainingBlocks: 672,
    remainingTime: 407_794_000,
    previousRetarget: 4.1,
    previousTime: 1_712_755_000,
    nextRetargetHeight: 840_672,
    timeAvg: 607_600,
    adjustedTimeAvg: 606_800,
    timeOffset: 0,
    expectedBlocks: 1_361.3,
  },
  block,
};

/** Commands with example frames, typed by the contract. */
function samples(examples: LiveExamples): Record<LiveEntryId, { payload: object; answer: ServerFrame }> {
  const { txid } = examples;
  const address = examples.output.scriptpubkey_address;
  const tx = payment(examples);
  return {
    'live-data': {
      payload: { action: 'want', data: ['blocks', 'mempool-blocks', 'stats', 'live-2h-chart'] },
      answer: liveData,
    },
    'track-address': { payload: { 'track-address': address }, answer: { 'address-transactions': [tx] } },
    'track-addresses': {
      payload: { 'track-addresses': [address] },
      answer: { 'multi-address-transactions': { [address]: { mempool: [tx], confirmed: [], removed: [] } } },
    },
    'track-tx': {
      payload: { 'track-tx': txid },
      answer: {
        txPosition: {
          txid,
          position: { block: 0, vsize: 421_006.5 },
          cpfp: {
            ancestors: [{ txid: otherTxid, fee: 305, weight: 561 }],
            descendants: [],
            effectiveFeePerVsize: 6.11,
            sigops: 1,
            fee: tx.fee,
            adjustedVsize: tx.adjustedVsize,
          },
        },
      },
    },
    'track-txs': {
      payload: { 'track-txs': [txid] },
      answer: {
        'tracked-txs': {
          [txid]: { position: { block: 0, vsize: 421_006.5 }, utxoSpent: { 0: { vin: 2, txid: otherTxid } } },
        },
      },
    },
    'track-mempool': {
      payload: { 'track-mempool': true },
      answer: {
        'mempool-transactions': { sequence: 1_207, added: [tx], removed: [otherTxid], mined: [], replaced: [] },
      },
    },
    'track-mempool-txids': {
      payload: { 'track-mempool-txids': true },
      answer: {
        'mempool-txids': {
          sequence: 1_207,
          added: [txid],
          removed: [otherTxid],
          mined: [],
          replaced: [{ replaced: otherTxid, by: txid }],
        },
      },
    },
    'track-mempool-block': {
      payload: { 'track-mempool-block': 0 },
      answer: {
        'projected-block-transactions': {
          index: 0,
          sequence: 1_207,
          delta: { added: [square(txid)], removed: [otherTxid], changed: [[spentTxid, 12.4, 1_099_511_628_809, 0]] },
        },
      },
    },
    'track-rbf': { payload: { 'track-rbf': 'all' }, answer: { rbfLatest: [replacement(txid, false)] } },
    'track-full-rbf': { payload: { 'track-rbf': 'fullRbf' }, answer: { rbfLatest: [replacement(txid, true)] } },
  };
}

/** Additional keys of frames that the sample lacks. */
const moreKeys: Partial<Record<LiveEntryId, (keyof ServerFrame)[]>> = {
  'live-data': ['blocks', 'live-2h-chart'],
  'track-address': ['address-removed-transactions', 'block-transactions'],
  'track-addresses': ['track-addresses-error'],
  'track-tx': ['utxoSpent', 'rbfTransaction', 'rbfInfo', 'txConfirmed'],
  'track-txs': ['track-txs-error'],
};

/** Returns the subscriptions with examples of a network. */
export const liveEntries = (examples: LiveExamples): LiveEntry[] =>
  (Object.entries(samples(examples)) as [LiveEntryId, { payload: object; answer: ServerFrame }][]).map(
    ([id, { payload, answer }]) => ({
      id,
      payload: JSON.stringify(payload),
      keys: [...Object.keys(answer), ...(moreKeys[id] ?? [])],
      answer: JSON.stringify(answer, null, 2),
    }),
  );
