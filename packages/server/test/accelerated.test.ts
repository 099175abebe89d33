import type { Acceleration, TrackedTxNews } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { networks } from '@glassblock/primitives';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockAudit, txAudit } from '../src/api/audits/audits.ts';
import { presentMempoolTxExt } from '../src/api/presenters/present-tx.ts';
import { cpfpOf } from '../src/api/tx/cpfp.ts';
import { loadConfig } from '../src/config/config.ts';
import type { FramePart } from '../src/live/sending/json-text.ts';
import type { Outbox } from '../src/live/sending/outbox.ts';
import type { Session } from '../src/live/sending/session.ts';
import { createTopics } from '../src/live/topics.ts';
import { createManyTxsTracker } from '../src/live/trackers/many-txs.ts';
import { createTxPositions } from '../src/live/trackers/tx-positions.ts';
import { openMiningPoolFinder } from '../src/mining-pools/mining-pools.ts';
import { type NetworkRuntime, startNetwork } from '../src/network/runtime/network-runtime.ts';
import type { AccelerationChange, Accelerations } from '../src/sources/accelerations/accelerations.ts';
import { noPrices } from '../src/sources/prices/price-book.ts';

let devnode: Devnode;
let network: NetworkRuntime;
const faults: unknown[] = [];
const active = new Map<string, Acceleration>();
let listener: (change: AccelerationChange) => void = () => undefined;
/** Answers of an acceleration source; the network under test has a node. */
const accelerations = {
  list: () => [...active.values()],
  find: (txid: string) => active.get(txid),
  onChange(received: typeof listener) {
    listener = received;
    return () => undefined;
  },
} as unknown as Accelerations;

beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 21, live: false, blocks: 20, mempoolSize: 30 });
  const config = loadConfig({ node: devnode.rpcUrl, network: 'demo' }, {});
  const [entry] = config.networks;
  network = await startNetwork({
    network: networks.demo,
    node: entry!.node!,
    directory: undefined,
    fresh: false,
    writePast: undefined,
    stored: entry!.stored,
    addressSearch: false,
    readThreads: 0,
    limits: config.limits,
    retention: config.retention,
    memoryBytes: config.memoryBytes,
    backend: {
      hostname: '',
      version: '',
      gitCommit: '',
      lightning: false,
      backend: 'esplora',
      coreVersion: '',
      osVersion: '',
    },
    miningPools: openMiningPoolFinder(),
    fastSince: undefined,
    prices: noPrices,
    accelerations,
    lightning: undefined,
    log: pino({ level: 'silent' }),
    onMempoolLatency: () => undefined,
    onFatal: (error) => faults.push(error),
  });
});
afterAll(async () => {
  await network?.stop();
  await devnode?.stop();
  expect(faults).toEqual([]);
});

it('an accelerated transaction moves up in the projected blocks, and its mined block is marked', async () => {
  const { context } = network;
  await expect.poll(() => context.progress().synced && context.frame().synced).toBe(true);
  devnode.commands.tx('parent').pays('p2wpkh', 90_000).pays('p2wpkh').feeRate(1).add();
  devnode.commands.tx('child').spends('parent', 1).feeRate(1).add();
  devnode.commands.tx('other').pays('p2wpkh', 80_000).feeRate(1).add();
  const [parent, child, other] = ['parent', 'child', 'other'].map((name) => devnode.commands.txid(name)) as [
    string,
    string,
    string,
  ];
  await expect.poll(async () => (await context.mempool.entries([parent, child, other])).every(Boolean)).toBe(true);
  const paid = {
    txid: child,
    added: 1_700_000_000,
    effectiveVsize: 200,
    effectiveFee: 400,
    feeDelta: 90_000,
    pools: [111],
  };
  active.set(child, paid);
  listener({ added: [paid], removed: [] });
  await expect.poll(async () => (await cpfpOf(context, child)).acceleration).toBe(true);
  const published = { acceleratedBy: [111], acceleratedAt: 1_700_000_000, feeDelta: 90_000 };
  expect(await cpfpOf(context, child)).toMatchObject({ ...published, effectiveFeePerVsize: expect.any(Number) });
  expect(await cpfpOf(context, parent)).toMatchObject({ acceleration: true, ...published });
  expect(await cpfpOf(context, other)).toMatchObject({ acceleration: false });
  expect(await cpfpOf(context, other)).not.toHaveProperty('acceleratedBy');

  const [paidEntry, otherEntry] = await context.mempool.entries([child, other]);
  expect(presentMempoolTxExt(context, paidEntry!)).toMatchObject({ acceleration: true, ...published });
  expect(presentMempoolTxExt(context, otherEntry!)).not.toHaveProperty('acceleration');
  const places = createTxPositions(context);
  const tracker = createManyTxsTracker(context, createTopics(), places);
  const session = {} as Session;
  const parsed = (part: FramePart) => JSON.parse(part['tracked-txs'] ?? '{}') as Record<string, TrackedTxNews>;
  const reply = parsed(await tracker.follow(session, [child, other]));
  expect(reply[child]).toMatchObject({ confirmed: false, accelerated: true, position: { block: 0 } });
  expect(reply[other]).not.toHaveProperty('accelerated');
  await places.refresh();
  const received: FramePart[] = [];
  const outbox: Outbox = { put: (_, part) => received.push(part), flush: async () => undefined };
  await tracker.onMempoolFrame?.(context.frame(), outbox);
  const news = parsed(received[0] ?? {});
  expect(news[child]).toMatchObject({ accelerated: true, ...published, position: { accelerated: true, ...published } });
  expect(news[other]).not.toHaveProperty('feeDelta');

  const [hash = ''] = devnode.commands.mine(1);
  await expect
    .poll(async () => (await blockAudit(context, hash))?.acceleratedTxs.toSorted())
    .toEqual([child, parent].sort());
  expect((await txAudit(context, hash, child)).accelerated).toBe(true);
  expect((await txAudit(context, hash, other)).accelerated).toBe(false);
});
