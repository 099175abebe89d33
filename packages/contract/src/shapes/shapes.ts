import { type Static, type TSchema, Type } from 'typebox';
import { Conversions } from './price-shapes.ts';
import { closed, HashHex, Hex, Int, Nullable, Num, Text } from './terms.ts';
import { Status, TxStripped } from './tx-shapes.ts';

/*
 * Wire shapes of blocks, addresses, mempool and server state. Each exported type is the static type of the schema of the same name.
 */

/** Fields of a block without proof of work. */
export const commonBlockFields = {
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
};
const blockFields = { ...commonBlockFields, nonce: Int, bits: Int, difficulty: Num };

/** A block as Esplora returns it. */
export const Block = Type.Object(blockFields, closed);
export type Block = Static<typeof Block>;

/** The mining pool of a block. */
export const MiningPoolOfBlock = Type.Object(
  { id: Int, name: Text, slug: Text, minerNames: Nullable(Type.Array(Text)) },
  closed,
);

/** A stale block at the height of a block. */
export const Orphan = Type.Object(
  { height: Int, hash: HashHex, branchlen: Int, status: Text, prevhash: HashHex },
  closed,
);

/** Block statistics and mining pool that mempool.space adds to a block. */
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

/** A block with extras, as mempool.space returns it. */
export const BlockExt = Type.Object(
  {
    ...blockFields,
    stale: Type.Boolean(),
    /** For stale blocks: the block of the active chain at that height. */
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

/** A block of a bulk answer: every key is present, null when unknown. */
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

/** A tip of the active chain or of a branch, as the node reports it. */
export const ChainTip = Type.Object(tipFields, closed);
export type ChainTip = Static<typeof ChainTip>;

/** A stale tip with its block and the block of the active chain at that height. */
export const StaleTip = Type.Object({ ...tipFields, stale: BlockExt, canonical: BlockExt }, closed);
export type StaleTip = Static<typeof StaleTip>;

/** The latest block at or before a time; `timestamp` is ISO 8601. */
export const BlockAtTime = Type.Object({ height: Int, hash: HashHex, timestamp: Text }, closed);
export type BlockAtTime = Static<typeof BlockAtTime>;

/** Whether a block is in the best chain, and the hash of the next block there. */
export const BlockStatus = Type.Object(
  { in_best_chain: Type.Boolean(), height: Nullable(Int), next_best: Nullable(HashHex) },
  closed,
);
export type BlockStatus = Static<typeof BlockStatus>;

/** Net change of a script's balance (or of a group of scripts) by one transaction, in sats. */
export const SummaryEntry = Type.Object(
  { txid: HashHex, height: Int, value: Int, time: Int, tx_position: Int },
  closed,
);
export type SummaryEntry = Static<typeof SummaryEntry>;

/** Fee rate in sat/vB by confirmation target in blocks. */
export const FeeEstimates = Type.Record(Type.String(), Num);
export type FeeEstimates = Static<typeof FeeEstimates>;

/** Totals of a script; sums in sats. */
export const ScriptStats = Type.Object(
  { tx_count: Int, funded_txo_count: Int, funded_txo_sum: Int, spent_txo_count: Int, spent_txo_sum: Int },
  closed,
);
export type ScriptStats = Static<typeof ScriptStats>;

/** Confirmed and unconfirmed totals of an address. */
export const AddressInfo = Type.Object({ address: Text, chain_stats: ScriptStats, mempool_stats: ScriptStats }, closed);
export type AddressInfo = Static<typeof AddressInfo>;
/** Confirmed and unconfirmed totals of a script hash. */
export const ScripthashInfo = Type.Object(
  { scripthash: HashHex, chain_stats: ScriptStats, mempool_stats: ScriptStats },
  closed,
);
export type ScripthashInfo = Static<typeof ScripthashInfo>;

/** An unspent output; `value` in sats. */
export const Utxo = Type.Object({ txid: HashHex, vout: Int, status: Status, value: Int }, closed);
export type Utxo = Static<typeof Utxo>;

/** Fee rate in sat/vB, and the virtual size of the transactions from it up to the previous entry. */
export const FeeHistogramEntry = Type.Tuple([Num, Num]);

/** `/api/mempool`. `fee_histogram`: [sat/vB, vB] in descending order of fee rate. */
export const MempoolStats = Type.Object(
  { count: Int, vsize: Num, total_fee: Int, fee_histogram: Type.Array(FeeHistogramEntry) },
  closed,
);
export type MempoolStats = Static<typeof MempoolStats>;

/** The node's `getmempoolinfo`; fees in BTC and BTC/kvB. */
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

/** A projected block: sizes in bytes and vB, fees in sats, fee rates in sat/vB. */
export const MempoolBlock = Type.Object(
  { blockSize: Int, blockVSize: Num, nTx: Int, totalFees: Int, medianFee: Num, feeRange: Type.Array(Num) },
  closed,
);
export type MempoolBlock = Static<typeof MempoolBlock>;

/** Recommended fee rates in sat/vB: integers from REST, up to three decimals on the socket. */
export const RecommendedFees = Type.Object(
  { fastestFee: Num, halfHourFee: Num, hourFee: Num, economyFee: Num, minimumFee: Num },
  closed,
);
export type RecommendedFees = Static<typeof RecommendedFees>;

/** The current difficulty epoch. Times are in milliseconds, except `previousTime` in seconds. */
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

/** Versions of this server and its node. */
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

/** Progress in percent by task; finished tasks are removed. */
export const LoadingIndicators = Type.Record(Type.String(), Num);
export type LoadingIndicators = Static<typeof LoadingIndicators>;

/** A sample of the mempool, or an average of samples. */
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

/** A recent replacement; fees in sats, sizes in vB. */
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

/** Initial data of a client. Keys are absent until known; `blocks` are in ascending order. */
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

/** Result of an address validation, as in Bitcoin Core's `validateaddress`. */
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

/** State of the node. */
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

/** `/api/glass/v1/state`: state of this network's node, index and mempool. A Glassblock extension. */
export const NetworkState = Type.Object(
  {
    network: Text,
    node: Type.Object(
      {
        state: NodeStateName,
        /** Description for users, without secrets and host names. */
        sentence: Text,
        version: Type.Optional(Text),
        pruned: Type.Optional(Type.Boolean()),
        /** Missing node settings and their consequences, one sentence each. */
        advice: Type.Array(Text),
      },
      closed,
    ),
    index: Type.Object(
      {
        height: Nullable(Int),
        nodeHeight: Nullable(Int),
        /** 0 to 100; 100 when the index is at the node's tip. */
        percent: Num,
        synced: Type.Boolean(),
        /** Why the index has stopped, for users. */
        sentence: Type.Optional(Text),
        /** Only during the initial build of the index. */
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
        /** Polling interval, if the node sends no notifications. */
        pollSeconds: Type.Optional(Int),
      },
      closed,
    ),
    /** Present while events cannot be stored. */
    storage: Type.Optional(Type.Object({ sentence: Text }, closed)),
    /** The address index for prefix search; absent when disabled. */
    addresses: Type.Optional(
      Type.Object(
        {
          /** Height of the last indexed block. */
          height: Nullable(Int),
          percent: Num,
          /** Why the index has stopped, for users. */
          sentence: Type.Optional(Text),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type NetworkState = Static<typeof NetworkState>;
