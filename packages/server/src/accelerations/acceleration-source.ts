import { Acceleration, AccelerationRecord, AccelerationStats, AccelerationSums } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { boundedJson } from '../bounded-json.ts';

/** What was asked for, and the headers that go with it. */
export interface Sourced<T> {
  value: T;
  headers: Readonly<Record<string, string>>;
}

/** Queries that are passed on. (rest-services 4.2, 4.3) */
export interface AccelerationQuery {
  status?: string | undefined;
  timeframe?: string | undefined;
  minedByPoolUniqueId?: number | undefined;
  poolUniqueId?: number | undefined;
  blockHeight?: number | undefined;
  page?: number | undefined;
  pageLength?: number | undefined;
}

/** A services backend that sells accelerations. Every call throws {CodedError} v1.accelerations-active when it is away or
 *  answers in another shape. */
export interface AccelerationSource {
  active(): Promise<Acceleration[]>;
  history(query: AccelerationQuery): Promise<Sourced<AccelerationRecord[]>>;
  sums(query: AccelerationQuery): Promise<Sourced<AccelerationSums>>;
  stats(query: AccelerationQuery): Promise<AccelerationStats>;
}

export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

const patienceMs = 10_000;
const mostBytes = 10_000_000;
/** Headers that answers bring along. */
const passedHeaders = ['x-total-count', 'x-oldest-accel'];
const keptMs = 60_000;
const mostKept = 200;

/** Names that are passed on, in the order in which they are. */
const names: readonly (keyof AccelerationQuery)[] = [
  'status',
  'timeframe',
  'minedByPoolUniqueId',
  'poolUniqueId',
  'blockHeight',
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

/** @param base  `https://host/api/v1/services`, without a slash at the end  @param nowMs  for what is kept a minute */
export function createAccelerationSource(base: string, fetcher: Fetcher, nowMs: () => number): AccelerationSource {
  const root = `${base}/accelerator/accelerations`;
  const kept = new Map<string, { since: number; answer: Promise<Sourced<unknown>> }>();

  async function read(url: string): Promise<Sourced<unknown>> {
    try {
      const response = await fetcher(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      });
      const value = await boundedJson(response, mostBytes);
      const headers = passedHeaders.flatMap((name) => {
        const said = response.headers.get(name);
        return said !== null && /^\d{1,15}$/.test(said) ? [[name, said]] : [];
      });
      return { value, headers: Object.fromEntries(headers) };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CodedError('v1.accelerations-active', `the source of accelerations: ${reason}`, { cause });
    }
  }

  /** One question a minute for each URL, whoever asks. */
  function keptRead(url: string): Promise<Sourced<unknown>> {
    const known = kept.get(url);
    if (known !== undefined && nowMs() - known.since < keptMs) return known.answer;
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    const answer = read(url);
    kept.set(url, { since: nowMs(), answer });
    answer.catch(() => kept.delete(url));
    return answer;
  }

  /** Members that the contract does not know are left out; what lacks one that it needs is refused. */
  function shaped<T extends TSchema>(schema: T, sourced: Sourced<unknown>): Sourced<Static<T>> {
    const value = Value.Clean(schema, structuredClone(sourced.value));
    if (Value.Check(schema, value)) return { ...sourced, value };
    throw new CodedError('v1.accelerations-active', 'the source of accelerations answers in a shape that is not known');
  }

  return {
    active: async () => shaped(Type.Array(Acceleration), await read(root)).value,
    history: async (query) =>
      shaped(Type.Array(AccelerationRecord), await keptRead(`${root}/history${queryText(query)}`)),
    sums: async (query) => shaped(AccelerationSums, await keptRead(`${root}/history/aggregated${queryText(query)}`)),
    stats: async (query) => shaped(AccelerationStats, await keptRead(`${root}/stats${queryText(query)}`)).value,
  };
}
