import type { BlockSource } from '@glassblock/node';
import { type Block, displayHash, readBlock, readSpentOutputs, type SpentOutputs } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';

/** A block's body, decoded lazily over bytes that the cache holds. */
export interface Body {
  block: Block;
  spent: SpentOutputs;
}

/** Bodies from the node, with a cache that counts bytes. */
export interface Bodies {
  /** @throws {CodedError} of the node: node.no-data, node.unknown-block, node.away .. */
  body(hash: Uint8Array): Promise<Body>;
}

const fetchesAtOnce = 6;
/** What a decoded transaction's view costs beside its bytes. */
const bytesPerTx = 160;

export function createBodies(source: BlockSource, cacheBytes: number): Bodies {
  const cache = new LRUCache<string, Body>({
    maxSize: cacheBytes,
    sizeCalculation: ({ block }) => block.size * 2 + block.txs.length * bytesPerTx,
  });
  const underWay = new Map<string, Promise<Body>>();
  const queue: (() => void)[] = [];
  let running = 0;

  async function fetch(hash: Uint8Array): Promise<Body> {
    if (running >= fetchesAtOnce) await new Promise<void>((resolve) => queue.push(resolve));
    running++;
    try {
      const { block, spent } = await source.blockWithSpent(hash);
      return { block: readBlock(block), spent: readSpentOutputs(spent) };
    } finally {
      running--;
      queue.shift()?.();
    }
  }

  return {
    async body(hash) {
      const id = displayHash(hash);
      const known = cache.get(id);
      if (known !== undefined) return known;
      let fetching = underWay.get(id);
      if (fetching === undefined) {
        fetching = fetch(hash).finally(() => underWay.delete(id));
        underWay.set(id, fetching);
        fetching.then(
          (body) => cache.set(id, body),
          () => undefined,
        );
      }
      return fetching;
    },
  };
}
