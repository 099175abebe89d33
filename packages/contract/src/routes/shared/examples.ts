import type { AccelerationRecord } from '../../shapes/acceleration-shapes.ts';
import type {
  AddressValidation,
  Block,
  BlockStatus,
  DifficultyAdjustment,
  FeeEstimates,
  MempoolBlock,
  MempoolStats,
  RecommendedFees,
  ScriptStats,
  SummaryEntry,
  Utxo,
} from '../../shapes/shapes.ts';
import type {
  CpfpInfo,
  MerkleProof,
  Outspend,
  PackageResult,
  RecentTx,
  Status,
  TestedTx,
  Tx,
  TxExt,
  V1RecentTx,
} from '../../shapes/tx-shapes.ts';
import { exampleAddress, exampleBlock, exampleTime, exampleTxid } from './parts.ts';

/*
 * Example answers for the OpenAPI document, one per schema. Chain data is from mainnet block 170; mempool data is made up.
 */

const payer =
  '0411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3';
const payee =
  '04ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84c';
const signature =
  '304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901';

const payToKey = (key: string, value: number) => ({
  scriptpubkey: `41${key}ac`,
  scriptpubkey_asm: `OP_PUSHBYTES_65 ${key} OP_CHECKSIG`,
  scriptpubkey_type: 'p2pk',
  value,
});

const coinbaseTxid = 'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082';
/** Txids of the example block. */
export const txids: string[] = [coinbaseTxid, exampleTxid];

/** The example block, 170: the first with a payment. */
export const block: Block = {
  id: exampleBlock,
  height: 170,
  version: 1,
  timestamp: exampleTime,
  tx_count: 2,
  size: 490,
  weight: 1_960,
  merkle_root: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
  previousblockhash: '000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55',
  mediantime: 1_231_716_245,
  nonce: 1_889_418_792,
  bits: 486_604_799,
  difficulty: 1,
};

/** Header of the example block, hex. */
export const header =
  '0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb05421ab93e63f8c3ce5c2c2e9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70';

/** Status of the example block. */
export const blockStatus: BlockStatus = {
  in_best_chain: true,
  height: 170,
  next_best: '00000000c9ec538cab7f38ef9c67a95742f56ab07b0a37c5be6b02808dbfb4e0',
};

/** Status of the example transaction. */
export const status: Status = {
  confirmed: true,
  block_height: 170,
  block_hash: exampleBlock,
  block_time: exampleTime,
};

/** The example transaction, which spends the coinbase output of block 9. */
export const tx: Tx = {
  txid: exampleTxid,
  version: 1,
  locktime: 0,
  vin: [
    {
      txid: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9',
      vout: 0,
      prevout: payToKey(payer, 5_000_000_000),
      scriptsig: `47${signature}`,
      scriptsig_asm: `OP_PUSHBYTES_71 ${signature}`,
      is_coinbase: false,
      sequence: 4_294_967_295,
    },
  ],
  vout: [payToKey(payee, 1_000_000_000), payToKey(payer, 4_000_000_000)],
  size: 275,
  weight: 1_100,
  sigops: 8,
  fee: 0,
  status,
};

/** The example transaction as it was in the mempool. */
export const cachedTx: TxExt = {
  ...tx,
  fee: 1_410,
  status: { confirmed: false },
  vsize: 275,
  adjustedVsize: 275,
  feePerVsize: 5.127,
  adjustedFeePerVsize: 5.127,
  effectiveFeePerVsize: 5.127,
  firstSeen: exampleTime,
};
/** An accepted transaction without a witness: its wtxid is its txid. */
export const testedTx: TestedTx = {
  txid: exampleTxid,
  wtxid: exampleTxid,
  allowed: true,
  vsize: 275,
  fees: { base: 0.0000141, 'effective-feerate': 0.00005127, 'effective-includes': [exampleTxid] },
};
/** A package of one transaction, by wtxid. */
export const packageResult: PackageResult = {
  package_msg: 'success',
  'tx-results': { [exampleTxid]: { txid: exampleTxid, vsize: 275, fees: { base: 0.0000141 } } },
  'replaced-transactions': [],
};
/** A transaction without unconfirmed relatives. */
export const cpfpPreview: CpfpInfo = {
  ancestors: [],
  descendants: [],
  bestDescendant: null,
  effectiveFeePerVsize: 5.127,
  sigops: 8,
  fee: 1_410,
  adjustedVsize: 275,
  acceleration: false,
};
/** Test vector of BIP 174: one P2PKH input with its parent. */
export const psbt =
  'cHNidP8BAHUCAAAAASaBcTce3/KF6Tet7qSze3gADAVmy7OtZGQXE8pCFxv2AAAAAAD+////AtPf9QUAAAAAGXapFNDFmQPFusKGh2DpD9UhpGZap2UgiKwA4fUFAAAAABepFDVF5uM7gyxHBQ8k0+65PJwDlIvHh7MuEwAAAQD9pQEBAAAAAAECiaPHHqtNIOA3G7ukzGmPopXJRjr6Ljl/hTPMti+VZ+UBAAAAFxYAFL4Y0VKpsBIDna89p95PUzSe7LmF/////4b4qkOnHf8USIk6UwpyN+9rRgi7st0tAXHmOuxqSJC0AQAAABcWABT+Pp7xp0XpdNkCxDVZQ6vLNL1TU/////8CAMLrCwAAAAAZdqkUhc/xCX/Z4Ai7NK9wnGIZeziXikiIrHL++E4sAAAAF6kUM5cluiHv1irHU6m80GfWx6ajnQWHAkcwRAIgJxK+IuAnDzlPVoMR3HyppolwuAJf3TskAinwf4pfOiQCIAGLONfc0xTnNMkna9b7QPZzMlvEuqFEyADS8vAtsnZcASED0uFWdJQbrUqZY3LLh+GFbTZSYG2YVi/jnF6efkE/IQUCSDBFAiEA0SuFLYXc2WHS9fSrZgZU327tzHlMDDPOXMMJ/7X85Y0CIGczio4OFyXBl/saiK9Z9R5E5CVbIBZ8hoQDHAXR8lkqASECI7cr7vCWXRC+B3jv7NYfysb3mk6haTkzgHNEZPhPKrMAAAAAAAAA';
/** An acceleration that a block has confirmed. */
export const accelerationRecord: AccelerationRecord = {
  txid: exampleTxid,
  added: exampleTime,
  effectiveVsize: 275,
  effectiveFee: 1_410,
  feeDelta: 2_750,
  pools: [],
  status: 'completed',
  lastUpdated: exampleTime,
  bidBoost: 1_100,
  blockHash: exampleBlock,
  blockHeight: 170,
  minedByPoolUniqueId: 111,
};

/** Merkle proof of the example transaction. */
export const merkleProof: MerkleProof = { block_height: 170, merkle: [coinbaseTxid], pos: 1 };
/** An unspent output. */
export const outspend: Outspend = { spent: false };
/** A recent mempool transaction. */
export const recentTx: RecentTx = { txid: exampleTxid, fee: 1_410, vsize: 141, value: 1_250_000 };
/** The same transaction below `/api/v1/`. */
export const v1RecentTx: V1RecentTx = { ...recentTx, vsize: 140.25 };
/** An unspent output of the example script. */
export const utxo: Utxo = { txid: exampleTxid, vout: 0, status, value: 1_000_000_000 };
/** An entry of a history summary. */
export const summaryEntry: SummaryEntry = {
  txid: exampleTxid,
  height: 170,
  value: 1_000_000_000,
  time: exampleTime,
  tx_position: 1,
};

/** Totals of an unused script. */
export const emptyStats: ScriptStats = {
  tx_count: 0,
  funded_txo_count: 0,
  funded_txo_sum: 0,
  spent_txo_count: 0,
  spent_txo_sum: 0,
};
/** Totals of a script with one unspent output. */
export const scriptStats: ScriptStats = {
  tx_count: 1,
  funded_txo_count: 1,
  funded_txo_sum: 1_000_000_000,
  spent_txo_count: 0,
  spent_txo_sum: 0,
};

/** Validation of the example address. */
export const addressValidation: AddressValidation = {
  isvalid: true,
  address: exampleAddress,
  scriptPubKey: '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  isscript: false,
  iswitness: false,
};

/** Totals of a mempool with two transactions. */
export const mempoolStats: MempoolStats = {
  count: 2,
  vsize: 280.5,
  total_fee: 2_820,
  fee_histogram: [[10, 280.5]],
};
/** A projected block. */
export const mempoolBlock: MempoolBlock = {
  blockSize: 1_586_000,
  blockVSize: 997_999,
  nTx: 3_120,
  totalFees: 4_210_000,
  medianFee: 3.2,
  feeRange: [1, 1.5, 2.1, 3.2, 5, 8.4, 120],
};
/** Recommended fee rates, sat/vB. */
export const recommendedFees: RecommendedFees = {
  fastestFee: 5,
  halfHourFee: 4,
  hourFee: 3,
  economyFee: 2,
  minimumFee: 1,
};
/** Fee rate estimates by confirmation target, sat/vB. */
export const feeEstimates: FeeEstimates = { '1': 5.1, '2': 4.8, '6': 3.2, '144': 1.5, '1008': 1.01 };
/** An adjustment that is 44.4 % complete. */
export const difficultyAdjustment: DifficultyAdjustment = {
  progressPercent: 44.4,
  difficultyChange: 1.2,
  estimatedRetargetDate: 1_763_900_000_000,
  remainingBlocks: 1_121,
  remainingTime: 665_000_000,
  previousRetarget: -0.5,
  previousTime: 1_762_700_000,
  nextRetargetHeight: 925_344,
  timeAvg: 593_000,
  adjustedTimeAvg: 593_000,
  timeOffset: 0,
  expectedBlocks: 884.2,
};
