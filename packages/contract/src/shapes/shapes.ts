import { type Static, type TSchema, Type } from 'typebox';
import { Conversions } from './price-shapes.ts';
import { closed, HashHex, Hex, Int, Nullable, Num, Text } from './terms.ts';
import { Status, TxStripped } from './tx-shapes.ts';

const blockFields = {
  id: HashHex,
  height: Int,
  version: Int,
  timestamp: Int,
  tx_count: Int,
  size: Int,
  weight: Int,
  merkle_root: HashHex,
  previousblockhash: Nullable(HashHex),
  mediantime: Int,
  nonce: Int,
  bits: Int,
  difficulty: Num,
};

/** A plain block. (rest-bitcoin 2.5) */
export const Block = Type.Object(blockFields, closed);
export type Block = Static<typeof Block>;

export const MiningPoolOfBlock = Type.Object(
  { id: Int, name: Text, slug: Text, minerNames: Nullable(Type.Array(Text)) },
  closed,
);

export const Orphan = Type.Object(
  { height: Int, hash: HashHex, branchlen: Int, status: Text, prevhash: HashHex },
  closed,
);

export const BlockExtras = Type.Object(
  {
    totalFees: Int,
    medianFee: Num,
    feeRange: Type.Array(Num),
    reward: Int,
    matchRate: Nullable(Num),
    expectedFees: Nullable(Int),
    expectedWeight: Nullable(Int),
    similarity: Type.Optional(Num),
    pool: MiningPoolOfBlock,
    avgFee: Num,
    avgFeeRate: Num,
    coinbaseRaw: Hex,
    orphans: Type.Array(Orphan),
    coinbaseAddress: Nullable(Text),
    coinbaseAddresses: Nullable(Type.Array(Text)),
    coinbaseSignature: Nullable(Text),
    coinbaseSignatureAscii: Nullable(Text),
    virtualSize: Num,
    avgTxSize: Num,
    totalInputs: Int,
    totalOutputs: Int,
    totalOutputAmt: Int,
    medianFeeAmt: Nullable(Int),
    feePercentiles: Nullable(Type.Array(Int)),
    segwitTotalTxs: Int,
    segwitTotalSize: Int,
    segwitTotalWeight: Int,
    header: Hex,
    firstSeen: Nullable(Num),
    utxoSetChange: Int,
    utxoSetSize: Nullable(Int),
    totalInputAmt: Nullable(Int),
  },
  closed,
);
export type BlockExtras = Static<typeof BlockExtras>;

/** A block and what it says about fees and its miner. (rest-bitcoin 2.6) */
export const BlockExt = Type.Object(
  {
    ...blockFields,
    stale: Type.Boolean(),
    /** Of stale blocks: the block of the active chain at that height. */
    canonical: Type.Optional(HashHex),
    extras: BlockExtras,
  },
  closed,
);
export type BlockExt = Static<typeof BlockExt>;

const Percentiles = <T extends TSchema>(value: T) =>
  Type.Object(
    { min: value, perc_10: value, perc_25: value, perc_50: value, perc_75: value, perc_90: value, max: value },
    closed,
  );

/** A block of a bulk answer: every key is there, null when unknown. (rest-bitcoin 5.3) */
export const BulkBlock = Type.Object(
  {
    height: Int,
    hash: HashHex,
    timestamp: Int,
    median_timestamp: Int,
    previous_block_hash: Nullable(HashHex),
    difficulty: Num,
    header: Hex,
    version: Int,
    bits: Int,
    nonce: Int,
    size: Int,
    weight: Int,
    tx_count: Int,
    merkle_root: HashHex,
    reward: Int,
    total_fee_amt: Int,
    avg_fee_amt: Num,
    median_fee_amt: Nullable(Int),
    fee_amt_percentiles: Nullable(Percentiles(Int)),
    avg_fee_rate: Num,
    median_fee_rate: Num,
    fee_rate_percentiles: Percentiles(Num),
    total_inputs: Int,
    total_input_amt: Nullable(Int),
    total_outputs: Int,
    total_output_amt: Int,
    segwit_total_txs: Int,
    segwit_total_size: Int,
    segwit_total_weight: Int,
    avg_tx_size: Num,
    utxoset_change: Int,
    utxoset_size: Nullable(Int),
    coinbase_raw: Hex,
    coinbase_address: Nullable(Text),
    coinbase_addresses: Nullable(Type.Array(Text)),
    coinbase_signature: Nullable(Text),
    coinbase_signature_ascii: Nullable(Text),
    pool_slug: Text,
    pool_id: Int,
    orphans: Type.Array(Orphan),
  },
  closed,
);
export type BulkBlock = Static<typeof BulkBlock>;

const tipFields = { height: Int, hash: HashHex, branchlen: Int, status: Text };

/** A tip that the node knows: of the active chain or of a branch. */
export const ChainTip = Type.Object(tipFields, closed);
export type ChainTip = Static<typeof ChainTip>;

/** A tip that lost, with its block and the one of the active chain at that height. (rest-bitcoin 5.5) */
export const StaleTip = Type.Object({ ...tipFields, stale: BlockExt, canonical: BlockExt }, closed);
export type StaleTip = Static<typeof StaleTip>;

/** The last block at or before a time; `timestamp` is ISO text. */
export const BlockAtTime = Type.Object({ height: Int, hash: HashHex, timestamp: Text }, closed);
export type BlockAtTime = Static<typeof BlockAtTime>;

export const BlockStatus = Type.Object(
  { in_best_chain: Type.Boolean(), height: Nullable(Int), next_best: Nullable(HashHex) },
  closed,
);
export type BlockStatus = Static<typeof BlockStatus>;

/** What one transaction did to a script, or to a group of them: net sats. (rest-bitcoin 12.3) */
export const SummaryEntry = Type.Object(
  { txid: HashHex, height: Int, value: Int, time: Int, tx_position: Int },
  closed,
);
export type SummaryEntry = Static<typeof SummaryEntry>;

/** Blocks until confirmation -> sat/vB. */
export const FeeEstimates = Type.Record(Type.String(), Num);
export type FeeEstimates = Static<typeof FeeEstimates>;

export const ScriptStats = Type.Object(
  { tx_count: Int, funded_txo_count: Int, funded_txo_sum: Int, spent_txo_count: Int, spent_txo_sum: Int },
  closed,
);
export type ScriptStats = Static<typeof ScriptStats>;

export const AddressInfo = Type.Object({ address: Text, chain_stats: ScriptStats, mempool_stats: ScriptStats }, closed);
export type AddressInfo = Static<typeof AddressInfo>;
export const ScripthashInfo = Type.Object(
  { scripthash: HashHex, chain_stats: ScriptStats, mempool_stats: ScriptStats },
  closed,
);
export type ScripthashInfo = Static<typeof ScripthashInfo>;

export const Utxo = Type.Object({ txid: HashHex, vout: Int, status: Status, value: Int }, closed);
export type Utxo = Static<typeof Utxo>;

/** `/api/mempool`. fee_histogram: [sat/vB, vB] from the highest rate down. */
export const MempoolStats = Type.Object(
  { count: Int, vsize: Num, total_fee: Int, fee_histogram: Type.Array(Type.Tuple([Num, Num])) },
  closed,
);
export type MempoolStats = Static<typeof MempoolStats>;

/** The node's own view of its mempool; fees in BTC and BTC/kvB. (websocket 6) */
export const MempoolInfo = Type.Object(
  {
    loaded: Type.Boolean(),
    size: Int,
    bytes: Num,
    usage: Int,
    total_fee: Num,
    maxmempool: Int,
    mempoolminfee: Num,
    minrelaytxfee: Num,
    incrementalrelayfee: Type.Optional(Num),
    unbroadcastcount: Type.Optional(Int),
    fullrbf: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type MempoolInfo = Static<typeof MempoolInfo>;

/** A block that does not exist yet. (rest-bitcoin 3.6) */
export const MempoolBlock = Type.Object(
  { blockSize: Int, blockVSize: Num, nTx: Int, totalFees: Int, medianFee: Num, feeRange: Type.Array(Num) },
  closed,
);
export type MempoolBlock = Static<typeof MempoolBlock>;

/** sat/vB; whole numbers from REST, up to three decimals on the socket. (rest-bitcoin 3.4) */
export const RecommendedFees = Type.Object(
  { fastestFee: Num, halfHourFee: Num, hourFee: Num, economyFee: Num, minimumFee: Num },
  closed,
);
export type RecommendedFees = Static<typeof RecommendedFees>;

/** (rest-bitcoin 3.3) Times are ms except previousTime, which is seconds. */
export const DifficultyAdjustment = Type.Object(
  {
    progressPercent: Num,
    difficultyChange: Num,
    estimatedRetargetDate: Num,
    remainingBlocks: Int,
    remainingTime: Num,
    previousRetarget: Num,
    previousTime: Int,
    nextRetargetHeight: Int,
    timeAvg: Num,
    adjustedTimeAvg: Num,
    timeOffset: Num,
    expectedBlocks: Num,
  },
  closed,
);
export type DifficultyAdjustment = Static<typeof DifficultyAdjustment>;

/** (rest-bitcoin 3.2) */
export const BackendInfo = Type.Object(
  {
    hostname: Text,
    version: Text,
    gitCommit: Text,
    lightning: Type.Boolean(),
    backend: Type.Union([Type.Literal('esplora'), Type.Literal('electrum'), Type.Literal('none')]),
    coreVersion: Text,
    osVersion: Text,
  },
  closed,
);
export type BackendInfo = Static<typeof BackendInfo>;

/** Name of the task -> percent; an entry leaves when its task is done. */
export const LoadingIndicators = Type.Record(Type.String(), Num);
export type LoadingIndicators = Static<typeof LoadingIndicators>;

/** The mempool at a moment, or on average. (rest-bitcoin 4.3) */
export const StatisticsRow = Type.Object(
  {
    added: Int,
    count: Int,
    vbytes_per_second: Int,
    mempool_byte_weight: Type.Optional(Int),
    total_fee: Type.Optional(Int),
    min_fee: Num,
    vsizes: Type.Array(Int),
  },
  closed,
);
export type StatisticsRow = Static<typeof StatisticsRow>;

/** One of the latest replacements. (websocket 11.2) */
export const RbfSummaryEntry = Type.Object(
  {
    txid: HashHex,
    mined: Type.Boolean(),
    fullRbf: Type.Boolean(),
    oldFee: Int,
    oldVsize: Num,
    newFee: Int,
    newVsize: Num,
  },
  closed,
);
export type RbfSummaryEntry = Static<typeof RbfSummaryEntry>;

/** (rest-bitcoin 3.1) Keys are absent until known. `blocks` ascend. */
export const InitData = Type.Object(
  {
    backend: Type.Optional(Text),
    mempoolInfo: Type.Optional(MempoolInfo),
    vBytesPerSecond: Type.Optional(Num),
    blocks: Type.Optional(Type.Array(BlockExt)),
    conversions: Type.Optional(Conversions),
    'mempool-blocks': Type.Optional(Type.Array(MempoolBlock)),
    transactions: Type.Optional(Type.Array(TxStripped)),
    backendInfo: Type.Optional(BackendInfo),
    loadingIndicators: Type.Optional(LoadingIndicators),
    da: Type.Optional(DifficultyAdjustment),
    fees: Type.Optional(RecommendedFees),
    rbfSummary: Type.Optional(Type.Array(RbfSummaryEntry)),
  },
  closed,
);
export type InitData = Static<typeof InitData>;

/** (rest-bitcoin 3.7) */
export const AddressValidation = Type.Object(
  {
    isvalid: Type.Boolean(),
    address: Type.Optional(Text),
    scriptPubKey: Type.Optional(Hex),
    isscript: Type.Optional(Type.Boolean()),
    iswitness: Type.Optional(Type.Boolean()),
    witness_version: Type.Optional(Int),
    witness_program: Type.Optional(Hex),
    error: Type.Optional(Text),
    error_locations: Type.Optional(Type.Array(Int)),
  },
  closed,
);
export type AddressValidation = Static<typeof AddressValidation>;

/** What is the matter with the node, in a word a page has a sentence for. */
export const NodeStateName = Type.Union([
  Type.Literal('ready'),
  Type.Literal('connecting'),
  Type.Literal('away'),
  Type.Literal('bad-credentials'),
  Type.Literal('warming-up'),
  Type.Literal('initial-download'),
  Type.Literal('wrong-network'),
  Type.Literal('too-old'),
]);
export type NodeStateName = Static<typeof NodeStateName>;

/** `/api/glass/v1/state`: how this network's node and index are. Ours, additive. */
export const NetworkState = Type.Object(
  {
    network: Text,
    node: Type.Object(
      {
        state: NodeStateName,
        /** One honest sentence for a person; no secrets, no addresses of machines. */
        sentence: Text,
        version: Type.Optional(Text),
        pruned: Type.Optional(Type.Boolean()),
        /** What the node lacks and what that costs, one sentence each. */
        advice: Type.Array(Text),
      },
      closed,
    ),
    index: Type.Object(
      {
        height: Nullable(Int),
        nodeHeight: Nullable(Int),
        /** 0..100; 100 when the index is at the node's tip. */
        percent: Num,
        synced: Type.Boolean(),
        /** While the index is built for the first time. */
        secondsLeft: Type.Optional(Int),
        megabytesPerSecond: Type.Optional(Num),
      },
      closed,
    ),
    mempool: Type.Object(
      {
        percent: Num,
        synced: Type.Boolean(),
        count: Int,
        /** The node does not tell of changes: it is asked so often. */
        pollSeconds: Type.Optional(Int),
      },
      closed,
    ),
    /** Present while events cannot be stored. */
    storage: Type.Optional(Type.Object({ sentence: Text }, closed)),
    /** The book of addresses that are found by their beginning; absent where the operator does not want one. */
    addresses: Type.Optional(
      Type.Object(
        {
          /** Of the last block in it. */
          height: Nullable(Int),
          percent: Num,
          /** Why it stands still, for a person. */
          sentence: Type.Optional(Text),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type NetworkState = Static<typeof NetworkState>;
