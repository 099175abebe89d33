import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { serverApi } from '../data/server/server-api.ts';
import type { PageContext } from '../ssr/page-context.ts';
import { prefixOf } from '../url.ts';
import { type Card, sizes } from './card.ts';
import { cardOf, siteCard } from './card-of.ts';
import { socialImageOf } from './social-image-path.ts';

/** A social image, or the reason why there is none. */
export interface SocialImage {
  status: 200 | 404 | 503;
  png: Buffer | undefined;
}

/** Draws social images without a browser, in a thread that runs on demand. */
export interface SocialImages {
  /**
   * @param path below the base path
   * @returns undefined when it is not the path of an image
   */
  answer(path: string, context: PageContext): Promise<SocialImage> | undefined;
  close(): Promise<void>;
}

const maxStored = 64;
const retentionMs = 30_000;
const maxWaiting = 16;
const idleMs = 60_000;

/** @param options.now ms */
export function openSocialImages(options: { now: () => number }): SocialImages {
  const stored = new LRUCache<string, Promise<SocialImage>>({
    max: maxStored,
    ttl: retentionMs,
    ttlResolution: 0,
    perf: options,
  });
  const waiting = new Map<number, { done: (png: Buffer) => void; failed: (error: Error) => void }>();
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let number = 0;

  function start(): Worker {
    const made = new Worker(new URL('./social-image-worker.ts', import.meta.url), { name: 'social-images' });
    made.on('message', (answer: { number: number; png?: Uint8Array; fault?: string }) => {
      const waits = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (waiting.size === 0) rest();
      if (answer.png) waits?.done(Buffer.from(answer.png));
      else waits?.failed(new Error(answer.fault));
    });
    const lost = (error: Error) => {
      if (worker === made) worker = undefined;
      for (const waits of waiting.values()) waits.failed(error);
      waiting.clear();
    };
    made.on('error', lost);
    made.on('exit', () => lost(new Error('the drawing thread ended')));
    made.unref();
    return made;
  }

  /** Ends the thread, and frees the drawing library's memory, after a minute without requests. */
  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void worker?.terminate();
      worker = undefined;
    }, idleMs);
    idle.unref();
  }

  function draw(card: Card): Promise<Buffer> {
    clearTimeout(idle);
    worker ??= start();
    return new Promise((done, failed) => {
      number++;
      waiting.set(number, { done, failed });
      worker?.postMessage({ number, card });
    });
  }

  async function make(path: string, context: PageContext): Promise<SocialImage> {
    const { networks, rootNetwork } = context.config;
    const of = socialImageOf(
      path,
      networks.map(({ name }) => name),
      rootNetwork,
    );
    if (of === undefined || waiting.size >= maxWaiting) return { status: 503, png: undefined };
    const { network } = of;
    const place = {
      network,
      prefix: prefixOf(network, rootNetwork),
      label: networks.find(({ name }) => name === network)?.label ?? network,
    };
    const ask = serverApi(context, {});
    let card: Card | undefined;
    try {
      card = await cardOf(of, place, ask);
    } catch {
      // The page shows the reason; an image has no text for it.
      return { status: 503, png: undefined };
    }
    if (card !== undefined) return { status: 200, png: await draw(card) };
    return { status: 404, png: await draw(await siteCard(sizes.site, place, ask)) };
  }

  return {
    answer(path, context) {
      if (!path.startsWith('/render/')) return undefined;
      const { networks, rootNetwork } = context.config;
      if (
        socialImageOf(
          path,
          networks.map(({ name }) => name),
          rootNetwork,
        ) === undefined
      )
        return undefined;
      const known = stored.get(path);
      if (known !== undefined) return known;
      const socialImage = make(path, context);
      stored.set(path, socialImage);
      socialImage.then(
        ({ status }) => status === 503 && stored.delete(path),
        () => stored.delete(path),
      );
      return socialImage;
    },
    async close() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
