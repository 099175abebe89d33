/**
 * Kills, pauses and disconnects each part of a site in turn, while blocks, reorgs and payments arrive and clients send
 * requests: three nodes of Apache Cassandra, three of NATS, two followers of Bitcoin, two of Liquid and three serving
 * processes. Answers are compared with those of a single process on the same nodes.
 *
 *     unshare -n -m node bench/scale/faults.ts [minutes=60] [seed=1] [directory for logs] [parts=.]
 *
 * Parts are selected by a pattern of their names, as `liquid`: its two followers.
 * Needs root, `ip` of iproute2, and about 6 GB of memory. Prints a line for each fault and a summary, and exits with 1 when an
 * answer was wrong or an event was lost.
 */
import { loadavg } from 'node:os';
import { seededRandom } from '@glassblock/primitives';
import { ask, followEvents, type LoadCounts, positionOf, startChecker, startLoad } from './fault-clients.ts';
import { createLiquid } from './fault-liquid.ts';
import { createBitcoin, type FaultNetwork } from './fault-networks.ts';
import { reportEvents } from './fault-report.ts';
import { type Part, startFaultSite } from './fault-site.ts';

const minutes = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? 1);
const random = seededRandom(seed);
const began = performance.now();
const now = () => `${((performance.now() - began) / 1_000).toFixed(0)} s`;
const say = (line: string) => process.stdout.write(`${now()}: ${line}\n`);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

say('starting');
const site = await startFaultSite(seed, process.argv[4]);
const { node, elements, single, serving, followers } = site;
const parts = site.parts.filter(({ name }) => new RegExp(process.argv[5] ?? '.').test(name));
const urls = serving.map(({ url }) => url);
let isStopping = false;
let current = 'none';
const bitcoin = await createBitcoin(node, random, () => current);
const liquid = await createLiquid(node, elements, random, () => current);
const networks = [bitcoin, liquid];

async function makeTraffic(network: FaultNetwork): Promise<void> {
  for (let n = 1; !isStopping; n++) {
    await network.step(n);
    await pause(500);
  }
}

/** Returns whether a serving process is ready, has the tip of both nodes, and answers about mempools and the audit. */
async function isWhole(url: string): Promise<boolean> {
  const textOf = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(3_000) });
    return response.status === 200 ? response.text() : undefined;
  };
  if ((await textOf('/readyz')) === undefined) return false;
  const each = networks.map(async ({ prefix, whole, height }) => {
    const paths = ['/api/blocks/tip/height', ...whole];
    const [tip, ...others] = await Promise.all(paths.map((path) => textOf(prefix + path)));
    return !others.includes(undefined) && tip !== undefined && Number(tip) >= (await height()) - 1;
  });
  return (await Promise.all(each)).every(Boolean);
}

/**
 * Waits until all serving processes are ready and in sync; returns the seconds since the start, or undefined after
 * three minutes.
 */
async function recovery(sinceMs: number): Promise<number | undefined> {
  while (performance.now() - sinceMs < 180_000) {
    const all = await Promise.all(urls.map((url) => isWhole(url).catch(() => false)));
    if (all.every(Boolean)) return (performance.now() - sinceMs) / 1_000;
    await pause(250);
  }
  return undefined;
}

/**
 * Waits until one follower of each network leads and the other stands by with a mempool, for a minute at most: one part has a
 * fault at a time.
 */
async function waitForFollowers(): Promise<void> {
  /** Returns the role of a follower that is ready. */
  const roleOf = async (url: string): Promise<string | undefined> => {
    const { status, text } = await ask(`${url}/readyz`, 3_000);
    const { role, mempool } = JSON.parse(text) as { role: string; mempool?: { synced: boolean } };
    return status === 200 && (role === 'leader' || mempool?.synced === true) ? role : undefined;
  };
  for (let left = 60; left > 0; left--) {
    const networkRoles = await Promise.all(
      followers.map((pair) => Promise.all(pair.map(({ url }) => roleOf(url).catch(() => undefined)))),
    );
    if (networkRoles.every((roles) => !roles.includes(undefined) && new Set(roles).size === roles.length)) return;
    await pause(1_000);
  }
  say('not every network has a leader and a standby');
}

/** Waits until all processes have the tips of both nodes and have audited them, for three minutes at most. */
async function settle(): Promise<void> {
  for (let left = 180; left > 0; left--) {
    const tip = String(await node.client.rpc('getbestblockhash'));
    const { hash } = elements.chain.tip;
    const all = [single.url, ...urls].map(async (url) => {
      const [ours, theirs] = await Promise.all([positionOf(url, bitcoin, false), positionOf(url, liquid, true)]);
      return ours.tip === tip && theirs.tip === hash && theirs.audited === `${hash} ${tip}`;
    });
    if ((await Promise.all(all.map((one) => one.catch(() => false)))).every(Boolean)) return;
    await pause(1_000);
  }
  say('not all processes have audited the tips');
}

const kinds = ['kill', 'pause', 'partition'] as const;
type Kind = (typeof kinds)[number];
const faultMs: Record<Kind, number> = { kill: 2_000, pause: 15_000, partition: 15_000 };

async function hurt(part: Part, kind: Kind): Promise<void> {
  if (kind === 'kill') {
    await part.kill();
    await pause(faultMs.kill);
    await part.restart();
  } else if (kind === 'pause') {
    part.signal('SIGSTOP');
    await pause(faultMs.pause);
    part.signal('SIGCONT');
  } else {
    part.partition(true);
    await pause(faultMs.partition);
    part.partition(false);
  }
}

interface Outcome {
  kind: Kind;
  /** Name of the part without its number. */
  part: string;
  seconds: number | undefined;
  counts: Readonly<Record<string, LoadCounts>>;
}

/** Returns failed and all requests of each group. */
const ratesOf = (all: readonly Outcome[]): string =>
  groups
    .map((group) => {
      const sum = (key: 'requests' | 'errors') => all.reduce((total, { counts }) => total + counts[group]![key], 0);
      return `${group} ${sum('errors')} of ${sum('requests')}`;
    })
    .join(', ');

function summary(kind: Kind, part: string): string {
  const own = outcomes.filter((outcome) => outcome.kind === kind && outcome.part === part);
  if (own.length === 0) return `${kind} ${part}: none`;
  const times = own.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return `${kind} ${part}: ${own.length}, failed ${ratesOf(own)}; recovery ${median.toFixed(1)} s, at most ${worst.toFixed(1)} s`;
}

/** Injects faults until the time is over. */
async function injectFaults(load: ReturnType<typeof startLoad>): Promise<void> {
  const deadline = performance.now() + minutes * 60_000;
  for (let round = 0; performance.now() < deadline; round++) {
    // every part has every kind of fault once in three rounds
    for (const [i, part] of parts.entries()) {
      if (performance.now() >= deadline) break;
      const kind = kinds[(round + i) % kinds.length]!;
      await waitForFollowers();
      load.take();
      current = `${kind} ${part.name}, from ${now()}`;
      await hurt(part, kind);
      const seconds = await recovery(performance.now());
      await pause(1_000);
      const outcome = { kind, part: part.name.replace(/ \d$/, ''), seconds, counts: load.take() };
      outcomes.push(outcome);
      for (const { kinds: errors } of Object.values(outcome.counts)) {
        for (const [error, count] of errors) say(`  ${count} of ${error}`);
      }
      const end = seconds === undefined ? 'not at all' : `${seconds.toFixed(1)} s`;
      const [average = 0] = loadavg();
      say(`${kind} ${part.name}: failed ${ratesOf([outcome])}; whole ${end} after it; load ${average.toFixed(0)}`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.stop().finally(() => process.exit(1)));
}
const outcomes: Outcome[] = [];
const paths = networks.flatMap(({ load, prefix }) =>
  Object.entries(load).map(([group, all]) => [group, all.map((path) => prefix + path)] as const),
);
const groups = paths.map(([group]) => group);
let failures = 0;
try {
  say(`started; ready after ${(await recovery(performance.now()))?.toFixed(1)} s`);
  const watched = networks.map((network) => ({
    network,
    events: followEvents(urls, network.prefix),
    reference: followEvents([single.url], network.prefix),
    checker: startChecker(single.url, urls, network, say),
  }));
  await Promise.all(watched.flatMap(({ events, reference }) => [events.opened, reference.opened]));
  const traffic = networks.map((network) =>
    makeTraffic(network).catch((error: unknown) => {
      failures++;
      say(`traffic of ${network.name}: ${String(error)}`);
    }),
  );
  const load = startLoad(urls, Object.fromEntries(paths));
  await injectFaults(load);
  isStopping = true;
  await Promise.all(traffic);
  for (const { mine } of networks) await mine();
  await settle();
  await pause(5_000);
  await load.stop();
  say(`${outcomes.length} faults`);
  for (const { network, events, reference, checker } of watched) {
    const { compared, wrong, skipped, unavailable } = await checker.stop();
    say(
      `${network.name}, answers: ${compared} compared, ${wrong} wrong, ${skipped} not comparable, ${unavailable} 503`,
    );
    failures += wrong + (await reportEvents(network, events, reference, say));
  }
  const names = new Set(outcomes.map(({ part }) => part));
  for (const kind of kinds) for (const part of names) say(summary(kind, part));
} finally {
  isStopping = true;
  await site.stop();
}
process.exit(failures > 0 ? 1 : 0);
