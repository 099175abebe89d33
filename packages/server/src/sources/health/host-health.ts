import type { HostHealth } from '@glassblock/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Fetcher } from '../accelerations/acceleration-source.ts';
import { boundedBytes, boundedJson } from '../bounded-json.ts';

/** Watches several hosts of an explorer. */
export interface HealthSource {
  /** Returns the state of all hosts, the best first. */
  hosts(): readonly HostHealth[];
  stop(): void;
}

const timeoutMs = 8_000;
const intervalMs = 15_000;
const maxBytes = 50_000;
/** Blocks that a host may lack: the others had them a moment before. */
const maxBehind = 2;

const Backend = Type.Object({
  hostname: Type.Optional(Type.String()),
  gitCommit: Type.Optional(Type.String()),
  coreVersion: Type.Optional(Type.String()),
  osVersion: Type.Optional(Type.String()),
});
const maxVersion = 100;

/** A host to check. */
export interface MonitoredHost {
  /** `https://host`, without a trailing slash. */
  url: string;
  /** ISO 3166 code; undefined: not configured. */
  country?: string;
}

/** Options of the check. */
export interface HealthOptions {
  hosts: readonly MonitoredHost[];
  fetcher: Fetcher;
  nowMs(): number;
}

/** Checks all hosts every quarter of a minute, all at the same time. */
export function followHealth(options: HealthOptions): HealthSource {
  let hosts: readonly HostHealth[] = sorted(options.hosts.map((host) => unchecked(host)));
  let isChecking = false;
  const check = async () => {
    // slow hosts do not pile up
    if (isChecking) return;
    isChecking = true;
    try {
      hosts = await checkHosts(options);
    } finally {
      isChecking = false;
    }
  };
  void check();
  const timer = setInterval(() => void check(), intervalMs);
  timer.unref();
  return { hosts: () => hosts, stop: () => clearInterval(timer) };
}

/** Returns the state of all hosts, the best first. Never throws. */
export async function checkHosts(options: HealthOptions): Promise<HostHealth[]> {
  const checked = await Promise.all(options.hosts.map((host) => checkHost(host, options)));
  const best = Math.max(...checked.map(({ latestHeight }) => latestHeight));
  return sorted(
    checked.map((host) => ({ ...host, outOfSync: !host.unreachable && host.latestHeight < best - maxBehind })),
  );
}

async function checkHost(host: MonitoredHost, { fetcher, nowMs }: HealthOptions): Promise<HostHealth> {
  const ask = (path: string) => fetcher(host.url + path, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  const start = nowMs();
  try {
    const height = Number(Buffer.from(await boundedBytes(await ask('/api/blocks/tip/height'), 100)).toString());
    const rtt = nowMs() - start;
    if (!Number.isSafeInteger(height) || height < 0) throw new Error('the height is not a number');
    return {
      ...unchecked(host),
      rtt,
      latestHeight: height,
      unreachable: false,
      checked: true,
      lastChecked: nowMs(),
      hashes: await versions(ask, nowMs),
    };
  } catch {
    return { ...unchecked(host), checked: true, lastChecked: nowMs() };
  }
}

/** Returns the versions that a host states; none when it states none. */
async function versions(ask: (path: string) => Promise<Response>, nowMs: () => number): Promise<HostHealth['hashes']> {
  try {
    const stated = await boundedJson(await ask('/api/v1/backend-info'), maxBytes);
    if (!Value.Check(Backend, stated)) return {};
    const named = { backend: stated.gitCommit, core: stated.coreVersion, os: stated.osVersion };
    const known = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return {
      ...Object.fromEntries(known.map(([name, text]) => [name, text.slice(0, maxVersion)])),
      lastUpdated: nowMs(),
    };
  } catch {
    return {};
  }
}

const unchecked = ({ url, country }: MonitoredHost): HostHealth => ({
  host: new URL(url).host,
  url,
  ...(country !== undefined && { country }),
  active: false,
  rtt: null,
  latestHeight: 0,
  socket: false,
  outOfSync: false,
  unreachable: true,
  checked: false,
  lastChecked: 0,
  hashes: {},
});

/** The best host first: reachable, in sync, quick. It is the active one. */
function sorted(hosts: readonly HostHealth[]): HostHealth[] {
  const rank = ({ unreachable, outOfSync }: HostHealth) => (unreachable ? 2 : outOfSync ? 1 : 0);
  return hosts
    .toSorted((a, b) => rank(a) - rank(b) || (a.rtt ?? 0) - (b.rtt ?? 0))
    .map((host, place) => ({ ...host, active: place === 0 && rank(host) === 0 }));
}
