import type { IndexIdentity } from '../../src/index.ts';
import type { ToyChain, ToyTx } from './toy-chain.ts';

/** Returns an identity with few buckets, so that several scripts and txids share one. */
export const identity = (more: Partial<IndexIdentity> = {}): IndexIdentity => ({
  network: 'regtest',
  key: new Uint8Array(16).fill(7),
  scriptBits: 2,
  txidBits: 1,
  keepIds: true,
  keepBodies: false,
  ...more,
});

const utxos = 50e8;

/**
 * Mines blocks that spend coinbases and each other's outputs: a few scripts with long histories, and many that are used
 * once.
 */
export function extend(chain: ToyChain, random: () => number, blocks: number, label: string, max = 4): void {
  for (let i = 0; i < blocks; i++) {
    const height = chain.active.length;
    const own = `${label}b${i}`;
    const txs: ToyTx[] = [];
    let previous: { tx: string; vout: number; sats: number } | undefined;
    const count = height === 0 ? 0 : Math.floor(random() * max);
    for (let t = 0; t < count; t++) {
      const name = `${own}t${t}`;
      const spends = previous === undefined ? [] : [previous];
      if (t === 0 && i > 0) spends.push({ tx: `${label}b${i - 1}cb`, vout: 0, sats: utxos });
      if (spends.length === 0) continue;
      const worth = spends.reduce((sum, { sats }) => sum + sats, 0);
      const outputs = 1 + Math.floor(random() * 3);
      const pays = Array.from({ length: outputs }, () => ({
        to: random() < 0.4 ? `once ${label} ${Math.floor(random() * 1e9)}` : `p${Math.floor(random() * 5)}`,
        sats: Math.floor((random() * worth) / outputs),
      }));
      txs.push({ name, spends, pays });
      previous = { tx: name, vout: 0, sats: pays[0]!.sats };
    }
    chain.mine(txs, { as: `${own}cb`, miner: `m${height % 3}` });
  }
}
