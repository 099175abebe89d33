import { LRUCache } from 'lru-cache';
import { serverApi } from '../data/server/server-api.ts';
import type { PageContext } from '../ssr/page-context.ts';
import { prefixOf } from '../url.ts';
import type { Card } from './card.ts';
import { cardOf } from './card-of.ts';
import { openDrawingThread } from './drawing-thread.ts';
import { type SocialImageSubject, socialImageOf } from './social-image-path.ts';

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

/** @param options.now ms */
export function openSocialImages(options: { now: () => number }): SocialImages {
  const stored = new LRUCache<string, Promise<SocialImage>>({
    max: maxStored,
    ttl: retentionMs,
    ttlResolution: 0,
    perf: options,
  });
  const thread = openDrawingThread();

  async function make(of: SocialImageSubject, context: PageContext): Promise<SocialImage> {
    if (thread.pending >= maxWaiting) return { status: 503, png: undefined };
    const { networks, rootNetwork } = context.config;
    const { network } = of;
    const row = networks.find(({ name }) => name === network);
    const place = {
      network,
      prefix: row?.liquid === undefined || row.path === '' ? prefixOf(network, rootNetwork) : `/${row.path}`,
      label: row?.label ?? network,
      liquid: row?.liquid,
    };
    const ask = serverApi(context, {});
    let card: Card | undefined;
    try {
      card = await cardOf(of, place, ask);
    } catch {
      // The page shows the reason; an image has no text for it.
      return { status: 503, png: undefined };
    }
    if (card !== undefined) return { status: 200, png: await thread.draw(card) };
    const { status, png } = await imageOf({ kind: 'site', network }, context);
    return { status: status === 200 ? 404 : status, png };
  }

  /** Paths of one subject, as those of all languages and of unknown pages, have one image. */
  function imageOf(of: SocialImageSubject, context: PageContext): Promise<SocialImage> {
    const key = [of.network, of.kind, 'id' in of ? of.id : ''].join(' ');
    const known = stored.get(key);
    if (known !== undefined) return known;
    const socialImage = make(of, context);
    stored.set(key, socialImage);
    socialImage.then(
      ({ status }) => status === 503 && stored.delete(key),
      () => stored.delete(key),
    );
    return socialImage;
  }

  return {
    answer(path, context) {
      if (!path.startsWith('/render/')) return undefined;
      const { networks, rootNetwork } = context.config;
      const of = socialImageOf(path, networks, rootNetwork);
      return of === undefined ? undefined : imageOf(of, context);
    },
    close: thread.close,
  };
}
