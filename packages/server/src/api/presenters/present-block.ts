import type { Block, BlockExt } from '@glassblock/contract';
import type { BlockRow } from '@glassblock/index';
import type { AuditScore } from '@glassblock/mempool/audit';
import { addressOf, difficultyOf, displayHash, type NetworkRow, scriptAsm, toHex } from '@glassblock/primitives';
import type { MiningPoolFinder } from '../../mining-pools/mining-pools.ts';

/** Returns the fields of a block that all networks have, in Esplora's form. */
export function presentCommonBlock(row: BlockRow): Omit<Block, 'nonce' | 'bits' | 'difficulty'> {
  const { header } = row;
  const previous = header.prevHash;
  return {
    id: displayHash(header.hash),
    height: row.height,
    version: header.version,
    timestamp: header.time,
    tx_count: row.txCount,
    size: row.size,
    weight: row.weight,
    merkle_root: displayHash(header.merkleRoot),
    previousblockhash: previous.every((byte) => byte === 0) ? null : displayHash(previous),
    mediantime: row.medianTime,
  };
}

/** Converts a block to Esplora's form. */
export function presentBlock(row: BlockRow): Block {
  const { nonce, bits } = row.header;
  return { ...presentCommonBlock(row), nonce, bits, difficulty: difficultyOf(bits) };
}

/** A stale block at the height of another one. */
export type Orphan = BlockExt['extras']['orphans'][number];

const maxText = 500;

/** Converts a block to its form with extras. Values that need UTXO set statistics are null. */
export function presentBlockExt(
  row: BlockRow,
  options: {
    stale: boolean;
    orphans: readonly Orphan[];
    network: NetworkRow;
    miningPools: MiningPoolFinder;
    /** Of its audit, if any. */
    score: AuditScore | undefined;
  },
): BlockExt {
  const { figures, header } = row;
  const { score } = options;
  const paying = row.txCount - 1;
  const addresses = figures.payoutScripts
    .map((script) => addressOf(script, options.network))
    .filter((address) => address !== undefined);
  const first = figures.payoutScripts[0];
  const miningPool = options.miningPools.find(figures.coinbaseScript, figures.payoutScripts, options.network);
  return {
    ...presentBlock(row),
    stale: options.stale,
    extras: {
      totalFees: figures.totalFees,
      medianFee: figures.medianFee,
      feeRange: figures.feeRange,
      reward: figures.reward,
      matchRate: score?.matchRate ?? null,
      expectedFees: score?.expectedFees ?? null,
      expectedWeight: score?.expectedWeight ?? null,
      ...(score === undefined ? {} : { similarity: score.similarity }),
      pool: { ...miningPool, minerNames: null },
      avgFee: paying > 0 ? Math.floor(figures.totalFees / paying) : 0,
      avgFeeRate: figures.txWeight > 0 ? Math.floor((figures.totalFees * 4) / figures.txWeight) : 0,
      coinbaseRaw: toHex(figures.coinbaseScript),
      orphans: [...options.orphans],
      coinbaseAddress: addresses[0] ?? null,
      coinbaseAddresses: addresses.length > 0 ? addresses : null,
      coinbaseSignature: first === undefined ? null : scriptAsm(first).slice(0, maxText),
      coinbaseSignatureAscii: Buffer.from(figures.coinbaseScript).toString('latin1').slice(0, maxText),
      virtualSize: row.weight / 4,
      avgTxSize: Math.round((figures.txSize / row.txCount) * 100) * 0.01,
      totalInputs: figures.inputs,
      totalOutputs: figures.outputs,
      totalOutputAmt: figures.totalOut,
      medianFeeAmt: figures.feePercentiles[3] ?? null,
      feePercentiles: figures.feePercentiles,
      segwitTotalTxs: figures.segwitTxs,
      segwitTotalSize: figures.segwitSize,
      segwitTotalWeight: figures.segwitWeight,
      header: toHex(header.bytes),
      firstSeen: null,
      utxoSetChange: figures.outputs - figures.inputs,
      utxoSetSize: null,
      totalInputAmt: null,
    },
  };
}
