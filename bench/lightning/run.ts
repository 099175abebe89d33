import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createLndSource, graphStatistics, writeMmdb } from '@glassblock/lightning';
import { lightningHandlers, type NetworkContext, openLightning } from '@glassblock/server/testing';
import { calibrate } from '../calibrate.ts';
import { keyOf, makeNetwork } from './made-network.ts';

/**
 * A Lightning graph of mainnet's size and more, with years of statistics: first read, start from the store, memory,
 * delay of the event loop, daily statistics, and the time and processor time of each route in the main thread with its JSON, without HTTP.
 *     node --expose-gc bench/lightning/run.ts --nodes 20000 --channels 60000 --days 1826
 * With `--only parse` the answer of lnd is parsed and nothing else.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20000' },
    channels: { type: 'string', default: '60000' },
    days: { type: 'string', default: '1826' },
    requests: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const [nodes, channels, days, requests] = [values.nodes, values.channels, values.days, values.requests].map(Number) as [
  number,
  number,
  number,
  number,
];
const daySeconds = 86_400;
const now = 1_790_000_000;
const report = (figures: object) => console.log(JSON.stringify(figures));
/** CPU time of the main thread: on a shared machine, elapsed time includes other load. */
const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const rounded = (ms: number) => Number(ms.toFixed(1));
/**
 * Watches the event loop of the main thread until the returned function is called: its delay, and the processor time
 * between two turns of a timer, which other load does not add to.
 */
function watchLoop(): () => object {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const turnsMs: number[] = [];
  let lastMs = threadCpuMs();
  const timer = setInterval(() => {
    const cpuMs = threadCpuMs();
    turnsMs.push(cpuMs - lastMs);
    lastMs = cpuMs;
  }, 1);
  return () => {
    clearInterval(timer);
    delay.disable();
    turnsMs.sort((a, b) => a - b);
    const at = (share: number) =>
      rounded(turnsMs[Math.min(turnsMs.length - 1, Math.floor(share * turnsMs.length))] ?? 0);
    return {
      delayMs: { p99: rounded(delay.percentile(99) / 1e6), max: rounded(delay.max / 1e6) },
      turnCpuMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
    };
  };
}
const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.round((heapUsed + arrayBuffers) / 1e6);
};

const before = megabytes();
const network = await makeNetwork({ nodes, channels, days, now });
const withNetwork = megabytes();
const directory = await mkdtemp(join(tmpdir(), 'glassblock-lightning-bench-'));
const files = { city: join(directory, 'city.mmdb'), asn: join(directory, 'asn.mmdb'), isp: undefined };
const about = { description: 'made for a benchmark', builtAt: now };
await writeFile(files.city, writeMmdb({ type: 'Made-City', ...about, networks: network.places }));
await writeFile(files.asn, writeMmdb({ type: 'Made-ASN', ...about, networks: network.providers }));

const unexpected = (error: unknown) => {
  throw error;
};
const log = { info: () => undefined, warn: (_: object, message: string) => console.error(message) };
const open = () =>
  openLightning({
    settings: {
      lnd: [{ url: network.url, macaroonFile: undefined, certificateFile: undefined }],
      cln: [],
      geography: files,
      groups: [],
    },
    network: 'mainnet',
    directory: join(directory, 'store'),
    memoryBytes: 512e6,
    chain: network.chain,
    log: log as never,
    nowMs: () => 1_000 * now,
    onFacts: () => undefined,
    onUnexpectedError: unexpected,
  });
/** Every second node has a place. */
const located = nodes - (nodes % 2 === 0 ? 2 : 1);
type Opened = Awaited<ReturnType<typeof open>>;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

/** Waits until all channels are active and the nodes have places. */
async function settled({ graph, places }: Opened): Promise<void> {
  for (;;) {
    const { channelCount } = graphStatistics(graph);
    if (channelCount === channels && places.nodes.placeOf(graph.nodes.find(keyOf(located))) !== undefined) return;
    await pause();
  }
}

await measureParsing();
if (values.only === 'parse') {
  await network.close();
  await rm(directory, { recursive: true, force: true });
  process.exit();
}

try {
  let startMs = performance.now();
  let loop = watchLoop();
  let lightning = await open();
  await settled(lightning);
  report({
    firstReadMs: Math.round(performance.now() - startMs),
    graphMegabytes: network.graphBytes / 1e6,
    loop: loop(),
  });

  startMs = performance.now();
  for (let day = days; day > 0; day--) await lightning.history.addPast(now - day * daySeconds);
  report({ days, msPerDay: Math.round((performance.now() - startMs) / days) });
  startMs = performance.now();
  await lightning.stop();
  report({ firstStopMs: Math.round(performance.now() - startMs) });

  startMs = performance.now();
  loop = watchLoop();
  lightning = await open();
  report({ startFromStoreMs: Math.round(performance.now() - startMs), loop: loop() });
  loop = watchLoop();
  await settled(lightning);
  report({ readyMs: Math.round(performance.now() - startMs), loop: loop() });
  startMs = performance.now();
  graphStatistics(lightning.graph);
  report({ statisticsMs: Math.round(performance.now() - startMs) });
  await measureRoutes(lightning);
  report({ graphAndHeapMegabytes: megabytes() - withNetwork, columnsMegabytes: lightning.graph.bytes / 1e6, before });
  startMs = performance.now();
  await lightning.stop();
  report({ stopMs: Math.round(performance.now() - startMs) });
} finally {
  await network.close();
  await rm(directory, { recursive: true, force: true });
}
report({ calibration: Math.round(calibrate()) });

/** Reads the graph without using it. */
async function measureParsing(): Promise<void> {
  const address = { url: network.url, macaroonFile: undefined, certificateFile: undefined };
  const source = createLndSource(address, () => now);
  let count = 0;
  const add = () => count++;
  const [startMs, startCpu, loop] = [performance.now(), threadCpuMs(), watchLoop()];
  await source.readGraph({ node: add, channel: add }, new AbortController().signal);
  report({
    ...{ parseMs: Math.round(performance.now() - startMs), parseCpuMs: Math.round(threadCpuMs() - startCpu) },
    ...{ graphMegabytes: network.graphBytes / 1e6, elements: count, loop: loop() },
  });
}

async function measureRoutes(lightning: Opened): Promise<void> {
  const parts = { lightning, now: () => now } satisfies Partial<Record<keyof NetworkContext, unknown>>;
  const context = parts as unknown as NetworkContext;
  const params = {
    interval: 'all',
    search: 'made',
    country: 'AA',
    isp: '64496',
    id: '',
    group: '',
    public_key: '',
    peer: '',
  };
  // groups are not configured, open channels have no closing, and there is no journal
  const left = new Set(['lightningGroup', 'lightningEvidence', 'lightningEvents']);
  for (const [id, handler] of Object.entries(lightningHandlers)) {
    if (left.has(id)) continue;
    const tookMs: number[] = [];
    const cpuMs: number[] = [];
    let bytes = 0;
    for (let request = 0; request < requests; request++) {
      const public_key = keyOf((request * 7) % nodes);
      const channel = String(network.channelId((request * 601) % channels));
      const query = { searchText: 'made', public_key, status: 'open', 'txId[]': ['ab'.repeat(32)], index: '0' };
      const peer = keyOf((request * 7 + 1) % nodes);
      const input = { params: { ...params, id: channel, public_key, peer }, query };
      const startMs = performance.now();
      const startCpu = threadCpuMs();
      const { value } = await (handler as (context: NetworkContext, input: object) => Promise<{ value: unknown }>)(
        context,
        input,
      );
      const encoded = (value as { text?: unknown }).text;
      bytes = Math.max(bytes, Buffer.isBuffer(encoded) ? encoded.length : JSON.stringify(value).length);
      cpuMs.push(threadCpuMs() - startCpu);
      tookMs.push(performance.now() - startMs);
    }
    const [took, cpu] = [tookMs, cpuMs].map((all) => {
      all.sort((a, b) => a - b);
      const at = (share: number) => Number(all[Math.min(requests - 1, Math.floor(share * requests))]!.toFixed(2));
      return { p50: at(0.5), p99: at(0.99) };
    });
    report({ route: id, tookMs: took, cpuMs: cpu, bytes });
  }
}
