import { CodedError } from '@glassblock/primitives';
import { networkState } from '../network-context.ts';
import * as general from '../query/general.ts';
import { type Handlers, plain } from './call.ts';
import { accelerationHandlers } from './handlers/accelerations.ts';
import { auditHandlers } from './handlers/audits.ts';
import { blockHandlers as blocks } from './handlers/blocks.ts';
import { broadcastHandlers } from './handlers/broadcast.ts';
import { forecastHandlers } from './handlers/forecast.ts';
import { internalHandlers } from './handlers/internal.ts';
import { mempoolHandlers } from './handlers/mempool.ts';
import { miningHandlers } from './handlers/mining.ts';
import { priceHandlers } from './handlers/prices.ts';
import { scriptHandlers as scripts } from './handlers/scripts.ts';
import { transactionHandlers as transactions } from './handlers/transactions.ts';

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
const twins = {
  v1Mempool: mempoolHandlers.mempool,
  v1MempoolTxids: mempoolHandlers.mempoolTxids,
  v1MempoolRecent: mempoolHandlers.mempoolRecent,
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
  ...generalHandlers,
  ...twins,
  ...internalHandlers,
};
