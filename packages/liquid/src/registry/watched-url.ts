import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isCoded } from '@glassblock/primitives';
import {
  contentFault,
  maxContentBytes,
  parseContent,
  type WatchedContent,
  type WatchOptions,
  watchContent,
} from './watched-content.ts';

/** Performs an HTTP request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of JSON that another server publishes. */
export interface WatchedUrlOptions<T> extends WatchOptions<T> {
  readonly url: string;
  /** File in which the last answer is stored for the next start; undefined: none. */
  readonly copyPath: string | undefined;
  readonly fetch: Fetch;
}

const defaultIntervalMs = 600_000;
const timeoutMs = 60_000;
const maxTagLength = 1_000;

/** Identifies an answer of the other server: the first line of the copy. */
interface Version {
  readonly url: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Unix seconds. */
  readonly readAt: number;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= maxTagLength ? value : undefined;

function versionOf(url: string, etag: unknown, lastModified: unknown, readAt: number): Version {
  const [tag, time] = [textOf(etag), textOf(lastModified)];
  return { url, ...(tag !== undefined && { etag: tag }), ...(time !== undefined && { lastModified: time }), readAt };
}

/**
 * Reads JSON from another server in the background, and checks every ten minutes whether it has changed
 * (`If-None-Match`, `If-Modified-Since`). The last good answer is stored in a file, so it applies again after a start
 * without network. Redirects are refused; an answer has at most 64 MB.
 */
export async function openWatchedUrl<T>(options: WatchedUrlOptions<T>): Promise<WatchedContent<T>> {
  const { name, url, copyPath, fetch, intervalMs = defaultIntervalMs } = options;
  const copy = copyPath === undefined ? undefined : await readCopy(options, copyPath);
  let version = copy?.version;
  let asked: { version: Version; text: string; digest: string } | undefined;
  /** Of the last answer, when it is malformed: without `ETag` it is transferred again. */
  let malformedDigest: string | undefined;

  async function read(): Promise<string | undefined> {
    const headers = {
      accept: 'application/json',
      ...(version?.etag !== undefined && { 'if-none-match': version.etag }),
      ...(version?.lastModified !== undefined && { 'if-modified-since': version.lastModified }),
    };
    try {
      const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      if (response.status === 304 && version !== undefined) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { text, digest } = await boundedText(response);
      if (digest === malformedDigest) return undefined;
      const now = Math.floor(Date.now() / 1_000);
      const next = versionOf(url, response.headers.get('etag'), response.headers.get('last-modified'), now);
      asked = { version: next, text, digest };
      return text;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw contentFault(name, `cannot be loaded from ${new URL(url).host}: ${reason}`, { cause });
    }
  }

  async function accepted(at: number): Promise<void> {
    if (asked === undefined) return;
    const { text } = asked;
    const next = { ...asked.version, readAt: at };
    asked = undefined;
    malformedDigest = undefined;
    version = next;
    if (copyPath === undefined) return;
    try {
      await mkdir(dirname(copyPath), { recursive: true });
      await writeFile(`${copyPath}.new`, `${JSON.stringify(next)}\n${text}`);
      await rename(`${copyPath}.new`, copyPath);
    } catch (cause) {
      options.onError(contentFault(name, 'cannot be stored', { cause }));
    }
  }

  function rejected(): void {
    if (asked === undefined) return;
    malformedDigest = asked.digest;
    version = asked.version;
    asked = undefined;
  }

  const start = copy === undefined ? undefined : { content: copy.content, readAt: copy.version.readAt };
  const watched = watchContent({ ...options, intervalMs }, { read, accepted, rejected }, start);
  if (start !== undefined) options.onChange(start.content);
  void watched.check();
  return watched;
}

/** @throws {Error} with a sentence */
async function boundedText(response: Response): Promise<{ text: string; digest: string }> {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxContentBytes) throw new Error('more than 64 MB');
    chunks.push(chunk);
    hash.update(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8'), digest: hash.digest('hex') };
}

/** Reads the copy; undefined when there is none of this URL, or when it is damaged. */
async function readCopy<T>(
  options: WatchedUrlOptions<T>,
  path: string,
): Promise<{ version: Version; content: T } | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const end = text?.indexOf('\n') ?? -1;
  if (text === undefined || end < 0) return undefined;
  try {
    const { url, etag, lastModified, readAt } = JSON.parse(text.slice(0, end)) as Record<string, unknown>;
    if (url !== options.url || typeof readAt !== 'number') return undefined;
    const content = await parseContent(options, text.slice(end + 1));
    return { version: versionOf(url, etag, lastModified, readAt), content };
  } catch (error) {
    // it is loaded again
    if (error instanceof SyntaxError || isCoded(error)) return undefined;
    throw error;
  }
}
