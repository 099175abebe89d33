import {
  Acceleration,
  type AccelerationQuote,
  AccelerationRecord,
  AccelerationStats,
  AccelerationSums,
} from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { boundedJson } from '../bounded-json.ts';
import { createRelayLimit, type RelayLimit } from '../relay-requests.ts';

/** An answer and the headers to forward. */
export interface Sourced<T> {
  value: T;
  headers: Readonly<Record<string, string>>;
}

/** Queries that are forwarded. */
export interface AccelerationQuery {
  status?: string | undefined;
  timeframe?: string | undefined;
  minedByPoolUniqueId?: number | undefined;
  poolUniqueId?: number | undefined;
  blockHeight?: number | undefined;
  blockHash?: string | undefined;
  /** Unix seconds; they override the timeframe. */
  from?: number | undefined;
  to?: number | undefined;
  page?: number | undefined;
  pageLength?: number | undefined;
}

/**
 * A services backend that sells accelerations. Every call throws {CodedError} v1.accelerations-active when it is
 * unreachable or answers in another form.
 */
export interface AccelerationSource {
  active(): Promise<Acceleration[]>;
  history(query: AccelerationQuery): Promise<Sourced<AccelerationRecord[]>>;
  /** Returns the newest acceleration of a transaction; undefined when there is none. */
  find(txid: string): Promise<AccelerationRecord | undefined>;
  /** Returns the cost of an acceleration; only where this server sells them. */
  quote?(txid: string): Promise<AccelerationQuote>;
  /** Rows of a page of `history` at most; absent: 50. */
  readonly maxPageLength?: number;
  sums(query: AccelerationQuery): Promise<Sourced<AccelerationSums>>;
  stats(query: AccelerationQuery): Promise<AccelerationStats>;
}

/** Performs an HTTP request. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

const timeoutMs = 10_000;
const maxBytes = 10_000_000;
/** Headers that are forwarded with answers. */
const passedHeaders = ['x-total-count', 'x-oldest-accel'];
const retentionMs = 60_000;
const maxStored = 200;

/** Names of forwarded query parameters, in this order. */
const names: readonly (keyof AccelerationQuery)[] = [
  'status',
  'timeframe',
  'minedByPoolUniqueId',
  'poolUniqueId',
  'blockHeight',
  'blockHash',
  'from',
  'to',
  'page',
  'pageLength',
];

function queryText(query: AccelerationQuery): string {
  const text = new URLSearchParams();
  for (const name of names) {
    const value = query[name];
    if (value !== undefined) text.set(name, String(value));
  }
  const said = text.toString();
  return said === '' ? '' : `?${said}`;
}

/** The list of active ones is requested by this server alone. */
const unlimited: RelayLimit = (ask) => ask();

/**
 * Creates a client of an acceleration source.
 * @param base `https://host/api/v1/services`, without a trailing slash
 * @param nowMs clock of the cache
 */
export function createAccelerationSource(base: string, fetcher: Fetcher, nowMs: () => number): AccelerationSource {
  const root = `${base}/accelerator/accelerations`;
  const limited = createRelayLimit();
  const answers = new LRUCache<string, Promise<Sourced<unknown>>>({
    max: maxStored,
    ttl: retentionMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  });

  async function read(url: string, run: RelayLimit): Promise<Sourced<unknown>> {
    try {
      return await run(async () => {
        const response = await fetcher(url, {
          headers: { accept: 'application/json' },
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        });
        const value = await boundedJson(response, maxBytes);
        const headers = passedHeaders.flatMap((name) => {
          const said = response.headers.get(name);
          return said !== null && /^\d{1,15}$/.test(said) ? [[name, said]] : [];
        });
        return { value, headers: Object.fromEntries(headers) };
      });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CodedError('v1.accelerations-active', `the acceleration source: ${reason}`, { cause });
    }
  }

  /** At most one request per minute for each URL; failures are not cached. */
  async function cachedRead(url: string): Promise<Sourced<unknown>> {
    const known = answers.get(url);
    if (known !== undefined) return known;
    const answer = read(url, limited);
    answers.set(url, answer);
    answer.catch(() => answers.delete(url));
    return answer;
  }

  /** Drops members unknown to the contract; throws when a required one is missing. */
  function shaped<T extends TSchema>(schema: T, sourced: Sourced<unknown>): Sourced<Static<T>> {
    const value = Value.Clean(schema, structuredClone(sourced.value));
    if (Value.Check(schema, value)) return { ...sourced, value };
    throw new CodedError('v1.accelerations-active', 'the acceleration source answers in an unknown form');
  }

  return {
    active: async () => shaped(Type.Array(Acceleration), await read(root, unlimited)).value,
    history: async (query) =>
      shaped(Type.Array(AccelerationRecord), await cachedRead(`${root}/history${queryText(query)}`)),
    async find(txid) {
      const { value } = shaped(Type.Array(AccelerationRecord), {
        value: [(await cachedRead(`${root}/${txid}`)).value],
        headers: {},
      });
      return value[0];
    },
    sums: async (query) => shaped(AccelerationSums, await cachedRead(`${root}/history/aggregated${queryText(query)}`)),
    stats: async (query) => shaped(AccelerationStats, await cachedRead(`${root}/stats${queryText(query)}`)).value,
  };
}
