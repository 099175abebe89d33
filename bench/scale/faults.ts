/**
 * Kills, pauses and disconnects each part of a site in turn, while blocks, reorgs and payments arrive and clients send
 * requests: three nodes of Apache Cassandra, three of NATS, two followers and three serving processes. Answers are
 * compared with those of a single process on the same node.
 *
 *     unshare -n -m node bench/scale/faults.ts [minutes=60] [seed=1] [directory for logs]
 *
 * Needs root, `ip` of iproute2, and about 6 GB of memory. Prints a line for each fault and a summary, and exits with 1 when an
 * answer was wrong or an event was lost.
 */
import { seededRandom } from '@glassblock/primitives';
import { followEvents, startChecker, startLoad } from './fault-clients.ts';
import { type Part, startFaultSite } from './fault-site.ts';

/** Differences that are listed. */
const maxListed = 500;
const minutes = Number(process.argv[2] ?? 60);
const random = seededRandom(Number(process.argv[3] ?? 1));
const began = performance.now();
const say = (line: string) => process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(0)} s: ${line}\n`);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

say('starting');
const site = await startFaultSite(process.argv[4]);
const { node, single, serving, parts } = site;
let isStopping = false;
const sent: string[] = [];
/** The fault during which each transaction was sent. */
const faultOf = new Map<string, string>();
let current = 'none';
const address = await node.newAddress();
let [blocks, reorgs] = [0, 0];

/** A payment every half second, a block every four seconds, sometimes a reorg of two blocks. */
async function makeTraffic(): Promise<void> {
  for (let step = 1; !isStopping; step++) {
    const txid = await node.pay(address, 0.001 + random() / 100, { feeRate: 2 + Math.floor(random() * 20) });
    sent.push(txid);
    faultOf.set(txid, current);
    // a transaction that is mined at once may never be in a mirror of the mempool
    await pause(500);
    if (step % 8 === 0) {
      if (step % 120 === 0) {
        const height = Number(await node.client.rpc('getblockcount'));
        await node.client.rpc('invalidateblock', String(await node.client.rpc('getblockhash', height - 1)));
        await node.mine(3);
        reorgs++;
      } else await node.mine(1);
      blocks++;
    }
  }
}

/** Returns whether a fact must not be missing: blocks of a short branch may be disconnected before a follower reads them. */
async function isOfChain(fact: string): Promise<boolean> {
  const [event, subject] = fact.split(' ');
  if (event === 'tx-added' || event === 'tx-removed') return true;
  if (event !== 'block-connected') return false;
  const { confirmations } = (await node.client.rpc('getblockheader', subject!)) as { confirmations: number };
  return confirmations > 0;
}

/** Returns whether a serving process is ready, has the tip of the node, and answers about the mempool. */
async function isWhole(url: string): Promise<boolean> {
  const textOf = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(3_000) });
    return response.status === 200 ? response.text() : undefined;
  };
  const paths = ['/readyz', '/api/blocks/tip/height', '/api/mempool', '/api/v1/blocks'];
  const [ready, tip, ...others] = await Promise.all(paths.map(textOf));
  if (others.includes(undefined)) return false;
  return ready !== undefined && tip !== undefined && Number(tip) >= Number(await node.client.rpc('getblockcount')) - 1;
}

/**
 * Waits until all serving processes are ready and in sync; returns the seconds since the start, or undefined after
 * three minutes.
 */
async function recovery(sinceMs: number): Promise<number | undefined> {
  while (performance.now() - sinceMs < 180_000) {
    const all = await Promise.all(serving.map(({ url }) => isWhole(url).catch(() => false)));
    if (all.every(Boolean)) return (performance.now() - sinceMs) / 1_000;
    await pause(250);
  }
  return undefined;
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
  part: string;
  seconds: number | undefined;
  requests: number;
  errors: number;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.stop().finally(() => process.exit(1)));
}
const outcomes: Outcome[] = [];
let [wrong, lost] = [0, 0];
try {
  say(`started; ready after ${(await recovery(performance.now()))?.toFixed(1)} s`);
  const events = followEvents(serving.map(({ url }) => url));
  const reference = followEvents([single.url]);
  await Promise.all([events.opened, reference.opened]);
  const traffic = makeTraffic();
  traffic.catch((error: unknown) => say(`traffic: ${String(error)}`));
  const load = startLoad(serving.map(({ url }) => url));
  const checker = startChecker(
    single.url,
    serving.map(({ url }) => url),
    () => ({ txids: sent, address }),
    say,
  );
  const deadline = performance.now() + minutes * 60_000;
  for (let round = 0; performance.now() < deadline; round++) {
    // every part has every kind of fault once in three rounds
    for (const [i, part] of parts.entries()) {
      if (performance.now() >= deadline) break;
      const kind = kinds[(round + i) % kinds.length]!;
      load.take();
      current = `${kind} ${part.name}, from ${((performance.now() - began) / 1_000).toFixed(0)} s`;
      await hurt(part, kind);
      const healedMs = performance.now();
      const seconds = await recovery(healedMs);
      await pause(1_000);
      const { kinds: errorKinds, ...counts } = load.take();
      const outcome = { kind, part: part.name, seconds, ...counts };
      outcomes.push(outcome);
      const rate = `${outcome.errors} errors of ${outcome.requests} requests`;
      for (const [error, count] of errorKinds) say(`  ${count} of ${error}`);
      say(
        `${kind} ${part.name}: ${rate}, whole ${seconds === undefined ? 'not at all' : `${seconds.toFixed(1)} s`} after it`,
      );
    }
  }
  isStopping = true;
  await traffic.catch(() => undefined);
  await node.mine(1);
  await recovery(performance.now());
  await pause(5_000);
  await load.stop();
  const checked = await checker.stop();
  const seen = events.stop();
  wrong = checked.wrong;
  reference.stop();
  const unseen = sent.filter((txid) => !events.facts.has(`tx-added ${txid}`));
  const missing = [...reference.facts].filter(([fact, count]) => (events.facts.get(fact) ?? 0) < count);
  const further = [...events.facts].filter(([fact, count]) => (reference.facts.get(fact) ?? 0) < count);
  let never = 0;
  for (const [fact] of missing) if (!events.facts.has(fact) && (await isOfChain(fact))) never++;
  lost = seen.gaps > 0 ? 0 : never;
  say(`${outcomes.length} faults, ${blocks} blocks, ${reorgs} reorgs, ${sent.length} transactions`);
  say(`answers: ${checked.compared} compared, ${checked.wrong} wrong, ${checked.skipped} not comparable`);
  say(`events: ${seen.count} received, ${seen.gaps} gaps, ${seen.repeated} repeated`);
  say(`${unseen.length} transactions without an event; ${lost} facts of the single process lost`);
  say(`${missing.length} facts fewer times than at the single process, ${further.length} more times`);
  for (const [label, facts] of [
    ['lacks', missing],
    ['more', further],
  ] as const) {
    for (const [fact] of facts.slice(0, maxListed)) {
      const [, subject = ''] = fact.split(' ');
      const [ours, theirs] = [events, reference].map((stream) => stream.facts.get(fact) ?? 0);
      say(`${label}: ${fact}, ${ours} of ${theirs}, sent during ${faultOf.get(subject) ?? 'no fault'}`);
    }
  }
  for (const kind of kinds) say(summary(kind));
} finally {
  isStopping = true;
  await site.stop();
}
process.exit(wrong + lost > 0 ? 1 : 0);

function summary(kind: Kind): string {
  const own = outcomes.filter((outcome) => outcome.kind === kind);
  const sum = (key: 'requests' | 'errors') => own.reduce((total, outcome) => total + outcome[key], 0);
  const times = own.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return `${kind}: ${own.length}, ${sum('errors')} errors of ${sum('requests')} requests, recovery ${median.toFixed(1)} s, at most ${worst.toFixed(1)} s`;
}
