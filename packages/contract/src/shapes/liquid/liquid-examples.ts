import type {
  AssetGroup,
  AssetMatch,
  FeaturedAsset,
  IssuedAsset,
  LiquidAddressValidation,
  NativeAsset,
} from './asset-shapes.ts';
import type { LiquidBlock, LiquidBlockWithExt } from './liquid-block-shapes.ts';
import type { LiquidDifficulty, LiquidNetworkState } from './liquid-start-shapes.ts';
import type { LiquidScriptStats, LiquidTx, LiquidUtxo } from './liquid-tx-shapes.ts';
import type {
  AuditState,
  AuditStatus,
  Deficit,
  EmergencyStats,
  ExpiredUtxo,
  FederationAddress,
  FederationEvent,
  FederationOutput,
  FederationUtxo,
  MonthlyAmount,
  Peg,
  PegTotal,
  PegVolumes,
  UnmatchedPegIn,
  UnmatchedPegOut,
} from './peg-shapes.ts';

/*
 * Example answers, one per schema. Blocks, transactions, assets and pegs are those of a private chain of Elements Core 23.4; audit
 * figures are made up.
 */

const nativeId = '1368c4d7708bb7d24470dde05546fef743bcb5a76fd2d31860c8606c483d7dbf';
const goldId = 'b6206c32545478c20fb5e5814366d16401f3b9417168b19fd264a56f76fcf78a';
const pegInTxid = '1085593cd8104476e88b48a1da84649adb93f7171a0b08b39871df691cd32da6';
const pegOutTxid = '3d39fc2fbb384f39132ad942450f2dfe3b088d1fa7453d7ecebef00351d0a045';
const fundingTxid = 'b8b38d8ed5e8ac316a2a79f0cea99956097a7368af2f04e90011f182a50e6722';
const federationAddress = '2NEkvT6Qs3W1YtHTk4VmYenSvxF64r5VZKS';

/** A block of a list. */
export const block: LiquidBlock = {
  id: 'dbf3980eda216fd95c6d27abd37020ccf776b5882bed8c7522479f959c5b878b',
  height: 23,
  version: 536_870_912,
  timestamp: 1_793_492_580,
  tx_count: 2,
  size: 1_322,
  weight: 3_401,
  merkle_root: '67810c16725110cdc759520a2e71b00187c7b2bf329943b35fe74f4976af8785',
  previousblockhash: '970dd2b608025ec85e591c33c0343b65e358550f5c31121ee17098e44a7c5146',
  mediantime: 1_793_492_280,
};

const challenge =
  '5221031a656a38d10a6f97b614ffd160e1f79e3bd3fb165cb56bad5cab32a148c51ac02102d90815034ee92942869c877069e7d5271ad029da73348865e253a9efeea1fd7321023d575bf9f5cfe634d506010fbc478701c6ba5a443f002b01b6c3871904b6ba4053ae';

/** A block with signatures and federation parameters. */
export const blockWithExt: LiquidBlockWithExt = {
  ...block,
  ext: {
    challenge,
    solution:
      '0046304402205ab8e1e1436a0bd02b04e45d64af3bbb52afd3c28ae260b487eb2ed63844bff802205126a8f307c423533497bb3878f44fa1d85f3167d7815798061608295b82e18e46304402203037c5fec711b34a3e9c5141684961eb6c6d6a93227b3cc27d6626810b21abd702206c165a929f67476105774af78abc993ed556ca96ce59dae55ea8562c74430168',
  },
};

/** A peg-in. */
export const tx: LiquidTx = {
  txid: pegInTxid,
  version: 2,
  locktime: 0,
  vin: [
    {
      txid: fundingTxid,
      vout: 0,
      prevout: null,
      scriptsig: '',
      scriptsig_asm: '',
      witness: [
        '304402204802ee3d6f3e6e691c94ceaf9cc38f8c146758cbe3a1447cf043a005590a57ea0220713e85a1f18c5c2ce9e6ec15b0830761b11fef54e07caa8ea1816b349780f2ba01',
        '03a482100e0a2b0be72f6183e13626d47d0120b8e04219f2f98343dad1a5cfadf0',
      ],
      is_coinbase: false,
      sequence: 4_294_967_295,
      is_pegin: true,
    },
  ],
  vout: [
    {
      scriptpubkey: '00144bf5e1ecc0f094e893b76aa5a73c5390c1d0dd48',
      scriptpubkey_asm: 'OP_0 OP_PUSHBYTES_20 4bf5e1ecc0f094e893b76aa5a73c5390c1d0dd48',
      scriptpubkey_type: 'v0_p2wpkh',
      scriptpubkey_address: 'ert1qf067rmxq7z2w3yahd2j6w0znjrqaph2gl5ygt7',
      value: 149_999_504,
      asset: nativeId,
    },
    { scriptpubkey: '', scriptpubkey_asm: '', scriptpubkey_type: 'fee', value: 496, asset: nativeId },
  ],
  size: 750,
  weight: 1_236,
  sigops: 0,
  fee: 496,
  discount_vsize: 309,
  discount_weight: 1_236,
  status: { confirmed: true, block_height: 23, block_hash: block.id, block_time: block.timestamp },
};

/** An explicit unspent output. */
export const utxo: LiquidUtxo = {
  txid: 'bccee2270078d45455c61e71cbb5797ea1d7356e950e7c3837d52703da965bef',
  vout: 1,
  status: { confirmed: false },
  valuecommitment: '09b02c6aad60fba455e984f68863967e6a8dd0c0d8acea452d59f4a8a748c27217',
  assetcommitment: '0a7922d11d9755e7323289ee8f37e1133fb9647a78d9b1a6d4ef691e5eb1f001e9',
};

/** Totals of a script. */
export const scriptStats: LiquidScriptStats = { tx_count: 3, funded_txo_count: 2, spent_txo_count: 1 };

/** An issued asset. */
export const issuedAsset: IssuedAsset = {
  asset_id: goldId,
  issuance_txin: { txid: 'efd8eec1945a6f982ade8caada7ddaed65efeabb283e8640d4a8a6c1b2dbcd49', vin: 0 },
  issuance_prevout: { txid: 'a1cc58083a6c63b7a5f191871b8e2701ffbf2c9a9a4a0536a150d10aae4970a1', vout: 1 },
  reissuance_token: 'aa232c08f01a28514643c18b4a44b4b88cd0e5f333170b9355684759c5f4b801',
  contract_hash: '86734965541744c8753a301d7d146ca414e7785c1dac0f1d334ac67ddea35500',
  status: {
    confirmed: true,
    block_height: 11,
    block_hash: '0ff21ad7b52bf3b0cd2a6949e7d2437e3d86a05233ac61f3f71439a30fad75f8',
    block_time: 1_793_491_860,
  },
  chain_stats: {
    tx_count: 3,
    issuance_count: 2,
    issued_amount: 125_000_000_000,
    burned_amount: 700_000_000,
    has_blinded_issuances: false,
    reissuance_tokens: 100_000_000,
    burned_reissuance_tokens: 0,
  },
  mempool_stats: {
    tx_count: 0,
    issuance_count: 0,
    issued_amount: 0,
    burned_amount: 0,
    has_blinded_issuances: false,
    reissuance_tokens: 0,
    burned_reissuance_tokens: 0,
  },
  precision: 2,
  name: 'Corpus Gold',
  ticker: 'CGOLD',
  entity: { domain: 'example.org' },
};

const noPegs = {
  tx_count: 0,
  peg_in_count: 0,
  peg_in_amount: 0,
  peg_out_count: 0,
  peg_out_amount: 0,
  burn_count: 0,
  burned_amount: 0,
};

/** The pegged asset. */
export const nativeAsset: NativeAsset = {
  asset_id: nativeId,
  chain_stats: {
    tx_count: 5,
    peg_in_count: 2,
    peg_in_amount: 375_000_000,
    peg_out_count: 2,
    peg_out_amount: 125_000_000,
    burn_count: 1,
    burned_amount: 12_500_000,
  },
  mempool_stats: noPegs,
};

/** Featured assets and groups. */
export const featured: FeaturedAsset[] = [
  { id: 'metals', name: 'Metals', assets: [goldId] },
  { asset: goldId, name: 'Corpus Gold', ticker: 'CGOLD' },
];
/** A group of assets. */
export const group: AssetGroup = { name: 'Metals', assets: [goldId] };
/** An asset found by a search. */
export const match: AssetMatch = { asset_id: goldId, name: 'Corpus Gold', ticker: 'CGOLD', domain: 'example.org' };

/** Validation of a confidential address. */
export const validation: LiquidAddressValidation = {
  isvalid: true,
  isvalid_parent: false,
  address: 'el1qqt5qyd0l7lqmrsdn83t0d8pa7z265ktaxyzrxusmsss64fnrg5654f4anc53phpk74a0d5n6j740u7emlu8kgpuzdyp4cu3g0',
  scriptPubKey: '0014a6bd9e2910dc36f57af6d27a97aafe7b3bff0f64',
  isscript: false,
  iswitness: true,
  witness_version: 0,
  witness_program: 'a6bd9e2910dc36f57af6d27a97aafe7b3bff0f64',
  confidential_key: '02e80235fff7c1b1c1b33c56f69c3df095aa597d310433721b8421aaa66345354a',
  unconfidential: 'ert1q567eu2gsmsm027hk6faf02h70val7rmygju3ax',
};

/** Supply of the pegged asset. */
export const pegTotal: PegTotal = { amount: '250000000', lastBlockUpdate: 23, hash: block.id };
/** Change of the supply in a month. */
export const monthly: MonthlyAmount = { amount: '-12500000', date: '2026-11-01' };

/** A peg-in and a peg-out. */
export const pegs: Peg[] = [
  {
    txid: pegOutTxid,
    txindex: 0,
    amount: -50_000_000,
    bitcoinaddress: 'bcrt1q0r2v6y99cqq0hppekcq78nrwnqg43pdmdccl3n',
    bitcointxid: '118a97413bbc59952dd49e8d66b23609ab777e8f0b19cf7767da08c90be67adf',
    bitcoinindex: 0,
    blocktime: 1_793_492_640,
  },
  {
    txid: pegInTxid,
    txindex: 0,
    amount: 150_000_000,
    bitcoinaddress: federationAddress,
    bitcointxid: fundingTxid,
    bitcoinindex: 0,
    blocktime: 1_793_492_580,
  },
];

/** Pegs of the last day. */
export const volumes: PegVolumes = [
  { volume: '150000000', number: 1 },
  { volume: null, number: 0 },
];

/** Progress of the audit. */
export const auditStatus: AuditStatus = {
  bitcoinBlocks: 120,
  bitcoinHeaders: 120,
  lastBlockAudit: 119,
  isAuditSynced: true,
};

/** Balance of an address of the federation. */
export const federationBalance: FederationAddress = { bitcoinaddress: federationAddress, balance: '150000000' };

/** An unspent output of the federation. */
export const federationUtxo: FederationUtxo = {
  txid: fundingTxid,
  txindex: 0,
  bitcoinaddress: federationAddress,
  amount: 150_000_000,
  blocknumber: 111,
  blocktime: 1_793_492_500,
  pegtxid: pegInTxid,
  pegindex: 0,
  pegblocktime: 1_793_492_580,
  timelock: 4_032,
  expiredAt: 0,
};
/** An unspent output whose time lock has passed. */
export const expiredUtxo: ExpiredUtxo = { ...federationUtxo, expiredAt: 1_795_911_700, isDust: false };
/** Totals of emergency spends. */
export const emergency: EmergencyStats = { utxo_count: 0, total_amount: null };

/** State of the audit. */
export const auditState: AuditState = {
  state: 'ready',
  sentence: 'Audited to block 119 of the parent chain and block 23 of this chain.',
  block: { height: 23, hash: block.id },
  parentBlock: { height: 119, hash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' },
  supply: '250000000',
  reserves: '250000000',
  unmatchedPegOuts: 0,
  missingDeposits: 0,
};

/** A peg-out without a payment. */
export const unmatchedPegOut: UnmatchedPegOut = {
  txid: pegOutTxid,
  txindex: 0,
  amount: 50_000_000,
  bitcoinaddress: 'bcrt1q0r2v6y99cqq0hppekcq78nrwnqg43pdmdccl3n',
  blocktime: 1_793_492_640,
  reason: 'no-payment',
};

/** A peg-in without its deposit. */
export const unmatchedPegIn: UnmatchedPegIn = {
  txid: pegOutTxid,
  txindex: 0,
  amount: 50_000_000,
  bitcointxid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  bitcoinindex: 0,
  blocktime: 1_793_492_640,
  reason: 'no-deposit',
};

/** The epoch of a chain without difficulty. */
export const difficulty: LiquidDifficulty = {
  progressPercent: 1.1408730158730158,
  difficultyChange: null,
  estimatedRetargetDate: null,
  remainingBlocks: 1_993,
  remainingTime: null,
  previousRetarget: null,
  previousTime: 1_793_490_000,
  nextRetargetHeight: 2_016,
  timeAvg: 107_500,
  adjustedTimeAvg: null,
  timeOffset: 0,
  expectedBlocks: 4.3,
};

/** State of a Liquid network. */
export const networkState: LiquidNetworkState = {
  network: 'liquid',
  node: { state: 'ready', sentence: 'The node is connected.', version: '/Elements Core:23.4.0/' },
  index: { height: 23, nodeHeight: 23, percent: 100, synced: true },
  assetRegistry: { source: 'file', assets: 2, readAt: 1_793_492_600, sentence: 'The asset registry has been read.' },
};

/** An output of the federation with its facts. */
export const federationOutput: FederationOutput = {
  txid: fundingTxid,
  vout: 0,
  state: 'unspent',
  value: 150_000_000,
  address: federationAddress,
  scriptpubkey: 'a914ebfa5f3a8d4e3d2b6a1b5e8f6a2d0c4b8f7e6d5c87',
  block_height: 110,
  block_time: 1_793_490_600,
  origin: 'deposit',
  pegin_txid: pegInTxid,
  pegin_vin: 0,
  pegin_time: 1_793_492_580,
  claim_script: '00144bf5e1ecc0f094e893b76aa5a73c5390c1d0dd48',
  federation_script: '51',
  timelock: 4_032,
  expires_height: 4_142,
  expired_at: null,
  spender_txid: null,
  spender_height: null,
  spender_time: null,
  spender_witness_items: null,
};

const deficitPoint = { height: 100, parent_height: 310, time: 1_793_500_000 };

/** A period with a deficit. */
export const deficit: Deficit = {
  start: deficitPoint,
  end: { height: 104, parent_height: 312, time: 1_793_501_200 },
  largest: '40000',
  largest_at: deficitPoint,
};

/** An event of the federation. */
export const federationEvent: FederationEvent = {
  type: 'peg-in',
  time: 1_793_492_580,
  chain: 'side',
  txid: pegInTxid,
  index: 0,
  amount: 150_000_000,
  of: null,
};
