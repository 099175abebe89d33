import type { Status } from '@glassblock/contract';
import type { IssuedAssetStats, LiquidTx, LiquidUtxo, NativeAssetStats } from '@glassblock/contract/liquid';
import type { AssetTotals } from '@glassblock/index/elements';
import { displayHash, isSats, toHex } from '@glassblock/primitives';
import {
  type ElementsNetworkRow,
  type ElementsOutput,
  type ElementsTransaction,
  isCommitment,
  plainElementsTx,
} from '@glassblock/primitives/elements';
import type { Prevouts } from '../../network/liquid/liquid-txs.ts';

/** A transaction with the data of its JSON form. */
export interface FullTx {
  readonly tx: ElementsTransaction;
  readonly prevouts: Prevouts;
  readonly status: Status;
}

/** Converts a transaction to Esplora's form. */
export const presentLiquidTx = ({ tx, prevouts, status }: FullTx, network: ElementsNetworkRow): LiquidTx => ({
  ...plainElementsTx(tx, prevouts, network),
  status,
});

/** Converts an unspent output to Esplora's form. */
export function presentLiquidUtxo(output: ElementsOutput, txid: string, vout: number, status: Status): LiquidUtxo {
  const { value, assetId, assetCommitment, nonce, surjectionProof, rangeProof } = output;
  return {
    txid,
    vout,
    status,
    ...(isCommitment(value) ? { valuecommitment: toHex(value) } : { value: isSats(value) ? value : Number(value) }),
    ...(assetId === undefined ? {} : { asset: displayHash(assetId) }),
    ...(assetCommitment === undefined ? {} : { assetcommitment: toHex(assetCommitment) }),
    ...(nonce === undefined
      ? {}
      : nonce[0] === 1
        ? { nonce: toHex(nonce.subarray(1)) }
        : { noncecommitment: toHex(nonce) }),
    ...(surjectionProof.length === 0 ? {} : { surjection_proof: toHex(surjectionProof) }),
    ...(rangeProof.length === 0 ? {} : { range_proof: toHex(rangeProof) }),
  };
}

/** Converts the totals of an issued asset; of its token only burns are needed. */
export const presentAssetStats = (totals: AssetTotals, token: AssetTotals): IssuedAssetStats => ({
  tx_count: totals.txCount,
  issuance_count: totals.issuanceCount,
  issued_amount: Number(totals.issuedAmount),
  burned_amount: Number(totals.burnedAmount),
  has_blinded_issuances: totals.confidentialIssuances > 0,
  reissuance_tokens: totals.confidentialTokens > 0 ? null : Number(totals.tokenAmount),
  burned_reissuance_tokens: Number(token.burnedAmount),
});

/** Converts the totals of the pegged asset. */
export const presentNativeStats = (totals: AssetTotals): NativeAssetStats => ({
  tx_count: totals.txCount,
  peg_in_count: totals.pegInCount,
  peg_in_amount: Number(totals.pegInAmount),
  peg_out_count: totals.pegOutCount,
  peg_out_amount: Number(totals.pegOutAmount),
  burn_count: totals.burnCount,
  burned_amount: Number(totals.burnedAmount),
});
