import type { RenderedPage } from '@glassblock/web';
import { LRUCache } from 'lru-cache';

/** Rendered pages that several visitors get. */
export interface SharedPages {
  /**
   * Returns a page from the cache, or renders it. Requests during the rendering get its result too.
   *
   * A shared page has one nonce for all its readers. It protects as well as one for each reader: it is random for each
   * rendering, and what the page shows depends on its address only, so that no client can add a script to it afterwards.
   * @param isFixed see `WebApp.isFixedPage`
   * @param render returns undefined when the server is busy
   */
  get(key: string, isFixed: boolean, render: Render): Promise<RenderedPage | undefined>;
}

type Render = () => Promise<RenderedPage | undefined>;

/** Time after which a page shows new data. */
const sharedMs = 1_000;
/** A fixed page has examples of the chain. */
const fixedMs = 3_600_000;

/**
 * Creates an empty cache.
 * @param maxBytes at least 1
 * @param clock in milliseconds
 */
export function createSharedPages(maxBytes: number, clock: { now(): number } = performance): SharedPages {
  const stored = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttlResolution: 0,
    perf: clock,
  });
  const rendering = new Map<string, Promise<RenderedPage | undefined>>();

  async function make(key: string, isFixed: boolean, render: Render): Promise<RenderedPage | undefined> {
    try {
      const page = await render();
      if (page?.status === 200) stored.set(key, page, { ttl: isFixed ? fixedMs : sharedMs });
      return page;
    } finally {
      rendering.delete(key);
    }
  }

  return {
    async get(key, isFixed, render) {
      const known = stored.get(key) ?? rendering.get(key);
      if (known !== undefined) return known;
      const made = make(key, isFixed, render);
      rendering.set(key, made);
      return made;
    },
  };
}

const sizeOf = ({ body, headers }: RenderedPage, key: string): number =>
  body.byteLength + key.length + JSON.stringify(headers).length;
