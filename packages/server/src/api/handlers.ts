import { CodedError } from '@glassblock/primitives';
import { accelerationHandlers } from './accelerations/acceleration-handlers.ts';
import { scriptHandlers as scripts } from './address/script-handlers.ts';
import { auditHandlers } from './audits/audit-handlers.ts';
import { blockHandlers as blocks } from './block/block-handlers.ts';
import { type Handlers, plain } from './call.ts';
import { forecastHandlers } from './fees/forecast-handlers.ts';
import * as general from './general/general.ts';
import { internalHandlers } from './general/internal-handlers.ts';
import { lightningHandlers } from './lightning/lightning-handlers.ts';
import { mempoolHandlers } from './mempool/mempool-handlers.ts';
import { miningHandlers } from './mining/mining-handlers.ts';
import { networkState } from './presenters/present-network-state.ts';
import { priceHandlers } from './prices/price-handlers.ts';
import { broadcastHandlers } from './tx/broadcast-handlers.ts';
import { transactionHandlers as transactions } from './tx/tx-handlers.ts';

const generalHandlers = {
  difficultyAdjustment: plain(async (context) => {
    const da = await general.runningAdjustment(context);
    if (da === undefined) throw new CodedError('v1.difficulty', 'no block is known');
    return da;
  }),
  initData: plain((context) => general.initData(context)),
  validateAddress: plain((context, { params }) => general.validateAddress(params.address, context.network)),
  backendInfo: plain((context) => context.backend),
  state: plain((context) => networkState(context)),
} satisfies Partial<Handlers>;

/** Esplora routes below `/api/v1/`: the same handlers; the contract maps their errors. */
const aliases = {
  v1Mempool: mempoolHandlers.mempool,
  v1MempoolTxids: mempoolHandlers.mempoolTxids,
  v1Tx: transactions.tx,
  v1TxHex: transactions.txHex,
  v1TxOutspends: transactions.txOutspends,
  v1TxMerkleProof: transactions.txMerkleProof,
  v1BlockHeader: blocks.blockHeader,
  v1BlockRaw: blocks.blockRaw,
  v1BlockTxids: blocks.blockTxids,
  v1BlockTxs: blocks.blockTxs,
  v1BlockTxsFrom: blocks.blockTxsFrom,
  v1BlockHeight: blocks.blockHeight,
  v1TipHash: blocks.tipHash,
  v1Scripthash: scripts.scripthash,
  v1ScripthashTxs: scripts.scripthashTxs,
  v1ScripthashSummary: scripts.scripthashSummary,
  v1ScripthashSummaryFrom: scripts.scripthashSummaryFrom,
  v1ScripthashUtxo: scripts.scripthashUtxo,
} satisfies Partial<Handlers>;

/** Handlers of all endpoints of the contract. */
export const handlers: Handlers = {
  ...blocks,
  ...transactions,
  ...broadcastHandlers,
  ...scripts,
  ...mempoolHandlers,
  ...forecastHandlers,
  ...miningHandlers,
  ...auditHandlers,
  ...priceHandlers,
  ...accelerationHandlers,
  ...lightningHandlers,
  ...generalHandlers,
  ...aliases,
  ...internalHandlers,
};
