import type { AccelerationChain, MempoolPackage, MinedFacts, TxLocation } from '../acceleration/chain.ts';

/** A chain of a test: locations by txid. */
export interface ScriptedChain extends AccelerationChain {
  height: number;
  isAvailable: boolean;
  readonly locations: Map<string, TxLocation>;
  /** Of every block. */
  mined: MinedFacts;
  /** Puts a transaction into a block of the next height. */
  mine(txid: string, hash?: string): void;
  /** Fees and sizes of every package, instead of the defaults. */
  figures: Partial<MempoolPackage>;
  /** Raw transactions of every package. */
  raws: Uint8Array[] | undefined;
}

/** Creates a chain in which unknown transactions are nowhere. */
export function createScriptedChain(): ScriptedChain {
  const locations = new Map<string, TxLocation>();
  const chain: ScriptedChain = {
    height: 100,
    isAvailable: true,
    locations,
    mined: { miningPoolId: 7, lowestRate: 10, packageFee: 400, packageVsize: 200 },
    mine(txid, hash = `block ${chain.height + 1}`) {
      chain.height += 1;
      locations.set(txid, { in: 'block', height: chain.height, hash });
    },
    async mempoolPackage(txid) {
      if (locations.get(txid)?.in !== 'mempool') return undefined;
      const size = { effectiveFee: 400, effectiveVsize: 200, ancestorCount: 1 };
      return { txid, ...size, hasManySigops: false, nextBlockRate: 12, ...chain.figures };
    },
    figures: {},
    raws: [Uint8Array.of(1), Uint8Array.of(2)],
    rawPackage: async () => chain.raws,
    async locate(txids) {
      if (!chain.isAvailable) return undefined;
      return { height: chain.height, locations: txids.map((txid) => locations.get(txid) ?? { in: 'nowhere' }) };
    },
    minedFacts: async () => chain.mined,
  };
  return chain;
}
