import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AboutList, type AboutValue, aboutImages, aboutLists } from '@glassblock/contract';
import { LRUCache } from 'lru-cache';
import { Value } from 'typebox/value';
import type { Fetcher } from '../accelerations/acceleration-source.ts';
import { boundedBytes, boundedJson } from '../bounded-json.ts';
import { createRelayLimit, readCached } from '../relay-requests.ts';

/** An image of the about page. */
export interface AboutImage {
  contentType: string;
  bytes: Uint8Array;
}

/** Lists and images of the about page. Methods throw when the source fails. */
export interface AboutData {
  list(name: AboutList): Promise<AboutValue>;
  /** @param name as in the path, checked by `isPathPart` */
  image(list: AboutList, name: string): Promise<AboutImage | undefined>;
}

/** Where the data come from; neither: lists are empty. */
export interface AboutSource {
  /** Files `sponsors.json` and so on, and images such as `images/sponsors/NAME.png`. */
  directory: string | undefined;
  /** Another server, without a trailing slash. */
  relay: string | undefined;
}

const timeoutMs = 10_000;
const maxListBytes = 1_000_000;
const maxImageBytes = 500_000;
/** Lists are read again after an hour, files after a minute. */
const [relayedMs, filesMs] = [3_600_000, 60_000];
const maxImages = 50;

/** Types of images by the end of their names; no SVG, which can carry scripts. */
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** Returns whether a decoded part of a path may be passed on to files or another server. */
export const isPathPart = (part: string): boolean =>
  part.length >= 1 && part.length <= 256 && !/[/?#\\\p{Cc}]/u.test(part) && part !== '.' && part !== '..';

/** Opens the source of the about page. */
export function openAboutData({ directory, relay }: AboutSource, fetcher: Fetcher): AboutData {
  const source =
    directory !== undefined ? fileSource(directory) : relay !== undefined ? relaySource(relay, fetcher) : {};
  const ttl = directory === undefined ? relayedMs : filesMs;
  const lists = new LRUCache<AboutList, Promise<AboutValue>>({ max: 10, ttl });
  const images = new LRUCache<string, Promise<AboutImage | undefined>>({ max: maxImages, ttl });

  async function readList(name: AboutList): Promise<AboutValue> {
    const { shape, empty } = aboutLists[name];
    const value: unknown = await source.list?.(name);
    if (value === undefined) return empty as unknown as AboutValue;
    if (!Value.Check(shape, value)) throw new Error(`the list of ${name} has another form`);
    return value;
  }

  return {
    list: (name) => readCached(lists, name, () => readList(name)),
    image: (list, name) => readCached(images, `${list} ${name}`, async () => source.image?.(list, name)),
  };
}

/** A source of lists and images; undefined: it has none. */
interface Source {
  list?(name: AboutList): Promise<unknown>;
  image?(list: AboutList, name: string): Promise<AboutImage | undefined>;
}

function fileSource(directory: string): Source {
  return {
    async list(name) {
      const bytes = await fileUpTo(join(directory, `${name}.json`), maxListBytes);
      return bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as unknown);
    },
    async image(list, name) {
      for (const [end, contentType] of Object.entries(imageTypes)) {
        const bytes = await fileUpTo(join(directory, 'images', list, `${name}.${end}`), maxImageBytes);
        if (bytes !== undefined) return { contentType, bytes };
      }
      return undefined;
    },
  };
}

/** Returns the bytes of a file; undefined when there is none. */
async function fileUpTo(path: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`a file is larger than ${maxBytes} bytes`);
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function relaySource(base: string, fetcher: Fetcher): Source {
  const limited = createRelayLimit();
  const ask = <T>(path: string, read: (response: Response) => Promise<T>): Promise<T> =>
    limited(async () =>
      read(await fetcher(`${base}/${path}`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })),
    );
  return {
    list: (name) => ask(aboutLists[name].path, (response) => boundedJson(response, maxListBytes)),
    image: (list, name) => ask(`${aboutImages[list]}/${encodeURIComponent(name)}`, imageOf),
  };
}

async function imageOf(response: Response): Promise<AboutImage | undefined> {
  if (response.status === 404) return undefined;
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = await boundedBytes(response, maxImageBytes);
  if (!Object.values(imageTypes).includes(contentType)) throw new Error('the answer is not an image');
  return { contentType, bytes };
}
