import { CodedError } from '@glassblock/primitives';
import { withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { heightOf } from '../call.ts';
import { liquidBlockHandlers as blocks } from './block-handlers.ts';
import type { LiquidHandlers } from './liquid-call.ts';
import { liquidMempoolHandlers as mempool } from './mempool-handlers.ts';
import { liquidScriptHandlers as scripts } from './script-handlers.ts';
import { liquidTxStatus, liquidTxHandlers as transactions } from './tx-handlers.ts';

/** Esplora routes below `/api/v1/`: the same handlers; the contract maps their errors. */
export const liquidAliasHandlers = {
  v1Mempool: mempool.mempool,
  v1MempoolTxids: mempool.mempoolTxids,
  v1MempoolRecent: mempool.mempoolRecent,
  v1Tx: transactions.tx,
  v1TxHex: transactions.txHex,
  /** Unlike below `/api/`, an unknown transaction is an error. */
  v1TxStatus: async (context, { params: { txid } }) => {
    const status = await withLiquidIndex(context, (view) => liquidTxStatus(view, txid));
    if (!status.confirmed && !(await context.mempool.current()).txs.has(txid)) {
      throw new CodedError('v1.tx', 'no such transaction', { datum: txid });
    }
    return { value: status, ...heightOf(status) };
  },
  v1TxOutspends: transactions.txOutspends,
  v1TxMerkleProof: transactions.txMerkleProof,
  v1TxsOutspends: transactions.txsOutspends,
  v1BlockHeader: blocks.blockHeader,
  v1BlockRaw: blocks.blockRaw,
  v1BlockTxids: blocks.blockTxids,
  v1BlockTxs: blocks.blockTxs,
  v1BlockTxsFrom: blocks.blockTxsFrom,
  v1BlockHeight: blocks.blockHeight,
  v1TipHash: blocks.tipHash,
  v1Address: scripts.address,
  v1AddressTxs: scripts.addressTxs,
  v1AddressUtxo: scripts.addressUtxo,
  v1Scripthash: scripts.scripthash,
  v1ScripthashTxs: scripts.scripthashTxs,
  v1ScripthashUtxo: scripts.scripthashUtxo,
} satisfies Partial<LiquidHandlers>;
