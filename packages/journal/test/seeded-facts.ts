import { createHash } from 'node:crypto';
import { type Height, type Sats, seededRandom, type Txid, type UnixSeconds, type Weight } from '@glassblock/primitives';
import type { Fact, RemovalReason } from '../src/index.ts';

const reasons: readonly RemovalReason[] = ['mined', 'replaced', 'conflict', 'evicted', 'expired', 'reorg', 'unknown'];

/** Returns 32 bytes that depend only on the text. */
export const hashOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());

/**
 * Generates facts of a mempool and a chain, including invalid ones: a transaction added twice, an unknown one removed,
 * one that returns, a disconnect without blocks. Deterministic for a seed.
 */
export function seededFacts(seed: number): { next(): Fact; take(count: number): Fact[] } {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  let height = 100;
  let made = 0;
  const known: Txid[] = [hashOf(`${seed} first`)];
  const time = () => (1_700_000_000 + made) as UnixSeconds;

  function next(): Fact {
    made++;
    const dice = random();
    const at = below(known.length);
    const old = known[at]!;
    if (dice < 0.01 && height > 0) {
      return { type: 'block-disconnected', height: height-- as Height, hash: hashOf(`${seed} block ${made}`) };
    }
    if (dice < 0.05) {
      height++;
      const hash = hashOf(`${seed} block ${made}`);
      return { type: 'block-connected', height: height as Height, hash, time: time(), txCount: below(5_000) };
    }
    if (dice < 0.5) {
      const txid = dice < 0.1 ? old : hashOf(`${seed} ${made}`);
      if (txid !== old) known.push(txid);
      const weight = (400 + below(4_000)) as Weight;
      return { type: 'tx-added', txid, fee: below(2 ** 40) as Sats, weight, time: time() };
    }
    if (known.length > 1 && random() < 0.9) known.splice(at, 1);
    const by = random() < 0.3 ? { by: hashOf(`${seed} by ${made}`) } : {};
    const reason = reasons[below(reasons.length)]!;
    return { type: 'tx-removed', txid: old, reason, certain: random() < 0.5, ...by, time: time() };
  }
  return { next, take: (count) => Array.from({ length: count }, next) };
}
