import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ProofRecords } from '@glassblock/contract';
import { LRUCache } from 'lru-cache';
import { Value } from 'typebox/value';
import type { Fetcher } from '../accelerations/acceleration-source.ts';
import { boundedJson } from '../bounded-json.ts';
import { createRelayLimit, readCached } from '../relay-requests.ts';

/** Records of documents whose time stamps SimpleProof has verified. Methods throw when the source fails. */
export interface VerifiedProofs {
  /** Returns the records of a collection; undefined for an unknown one. */
  find(key: string): Promise<ProofRecords | undefined>;
}

/** Where the records come from; neither: there are none. */
export interface ProofSource {
  /** Files `KEY.json`. */
  directory: string | undefined;
  /** A services backend, without a trailing slash. */
  relay: string | undefined;
}

const timeoutMs = 10_000;
const maxBytes = 5_000_000;
const [relayedMs, filesMs] = [600_000, 60_000];
const maxCollections = 50;

/** Opens the source of the records. */
export function openProofs({ directory, relay }: ProofSource, fetcher: Fetcher): VerifiedProofs {
  const ttl = directory === undefined ? relayedMs : filesMs;
  const read = new LRUCache<string, Promise<ProofRecords | undefined>>({ max: maxCollections, ttl });
  const limited = createRelayLimit();
  const source = (key: string): Promise<unknown> => {
    if (directory !== undefined) return fileOf(join(directory, `${key}.json`));
    return relay === undefined
      ? Promise.resolve(undefined)
      : limited(() => relayed(`${relay}/sp/verified/${key}`, fetcher));
  };
  async function recordsOf(key: string): Promise<ProofRecords | undefined> {
    const value = await source(key);
    if (value === undefined) return undefined;
    if (!Value.Check(ProofRecords, value)) throw new Error(`the proofs of ${key} have another form`);
    return value;
  }
  return {
    async find(key) {
      if (!/^[A-Za-z0-9_-]{1,60}$/.test(key)) return undefined;
      return readCached(read, key, () => recordsOf(key));
    },
  };
}

async function fileOf(path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > maxBytes) throw new Error(`a file is larger than ${maxBytes} bytes`);
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function relayed(url: string, fetcher: Fetcher): Promise<unknown> {
  const response = await fetcher(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  return response.status === 404 ? undefined : boundedJson(response, maxBytes);
}
