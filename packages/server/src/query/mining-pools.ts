import { readFileSync } from 'node:fs';
import { addressOf, type NetworkRow } from '@glassblock/primitives';

/** A mining pool as blocks name it. */
export interface MiningPool {
  id: number;
  name: string;
  slug: string;
}

interface PoolFacts {
  id: number;
  name: string;
  addresses: string[];
  tags: string[];
}

export const unknownPool: MiningPool = { id: 0, name: 'Unknown', slug: 'unknown' };

/** Finds the pool of a coinbase: a payout address or a tag in its script, in the order of the list. Tags are literal
 *  text in any letter case; the script's bytes are read as UTF-8 and as single bytes. Source: domain-blocks-mining 5 */
export interface PoolFinder {
  find(coinbaseScript: Uint8Array, payoutScripts: readonly Uint8Array[], network: NetworkRow): MiningPool;
}

const slugOf = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** Reads the list that ships with the server. */
export function openPoolFinder(): PoolFinder {
  const file = new URL('../../data/mining-pools.json', import.meta.url);
  return createPoolFinder(JSON.parse(readFileSync(file, 'utf8')) as PoolFacts[]);
}

export function createPoolFinder(facts: readonly PoolFacts[]): PoolFinder {
  const rows = facts.map(({ id, name, addresses, tags }) => ({
    pool: { id, name, slug: slugOf(name) },
    addresses: new Set(addresses),
    tags: tags.map((tag) => tag.toLowerCase()),
  }));
  return {
    find(coinbaseScript, payoutScripts, network) {
      const bytes = Buffer.from(coinbaseScript);
      const texts = [bytes.toString('latin1').toLowerCase(), bytes.toString('utf8').toLowerCase()];
      const payouts = payoutScripts.map((script) => addressOf(script, network));
      for (const { pool, addresses, tags } of rows) {
        if (payouts.some((address) => address !== undefined && addresses.has(address))) return pool;
        if (tags.some((tag) => texts.some((text) => text.includes(tag)))) return pool;
      }
      return unknownPool;
    },
  };
}
