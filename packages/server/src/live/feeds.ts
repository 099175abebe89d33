import type { Feed, MempoolBlock, MempoolInfo, ServerFrame } from '@glassblock/contract';
import type { MempoolFrame, MempoolSample } from '@glassblock/mempool';
import { extendedBlock, extendedBlocks } from '../api/block/blocks.ts';
import { cachedBlocks, initData, newestStripped, runningAdjustment } from '../api/general/general.ts';
import { presentSample } from '../api/mempool/statistics.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { type FramePart, frameBytes, partOf } from './messages/json-text.ts';
import type { NewestTxs } from './messages/newest-txs.ts';
import { createSharedAnswer } from './messages/shared-answer.ts';
import type { Outbox } from './outbox.ts';
import type { Session } from './session.ts';
import { createSubscribers } from './subscribers.ts';

/** Mempool figures at an earlier time. */
export interface MempoolHistory {
  /**
   * @param time Unix seconds
   * @returns undefined when nothing is known of that time
   */
  at(time: number): Promise<{ 'mempool-blocks': MempoolBlock[]; mempoolInfo: MempoolInfo } | undefined>;
}

/** Feeds that clients `want`: blocks, projected blocks, figures. */
export interface Feeds {
  /** @returns the initial data of feeds that are new to the session */
  want(session: Session, feeds: readonly Feed[]): Promise<FramePart>;
  newestBlocks(): Promise<FramePart>;
  /** Returns the start object, a frame of its own; undefined while no block is known. */
  startObject(): Promise<Buffer | undefined>;
  /** Returns what is sent along with the start object. */
  besideStart(): Promise<FramePart>;
  /** Shows a session the mempool at an earlier time instead of the current one; `undefined` ends that. */
  lookBack(session: Session, time: number | undefined): Promise<FramePart>;
  forget(session: Session): void;
  /** Invalidates cached answers. */
  outdate(): void;
  onBlock(id: string, outbox: Outbox): Promise<void>;
  onReorganised(outbox: Outbox): Promise<void>;
  /** Called for blocks that are not sent individually. */
  onManyBlocks(outbox: Outbox): Promise<void>;
  onMempoolFrame(frame: MempoolFrame, outbox: Outbox): Promise<void>;
  onNewestTxs(newest: NewestTxs, outbox: Outbox): Promise<void>;
  onSample(sample: MempoolSample, outbox: Outbox): void;
}

/** Number of blocks sent after a reorg. */
const blocksAfterReorg = 32;
const maxAgeMs = 2_000;

/** Creates the feeds of a network. */
export function createFeeds(context: NetworkContext, past: MempoolHistory | undefined, nowMs: () => number): Feeds {
  const wants = new Map<Session, ReadonlySet<Feed>>();
  const sessions = createSubscribers<Feed, Session>();
  /** Sessions that look at an earlier mempool: current data would overwrite it. */
  const lookingBack = new Set<Session>();

  async function blocksPart(count: number): Promise<FramePart> {
    const blocks = await extendedBlocks(context, undefined, count);
    return blocks.length === 0 ? {} : partOf({ blocks: blocks.reverse() });
  }

  /** The difficulty adjustment, also at the top level where some clients read it. */
  async function adjustment(): Promise<ServerFrame> {
    const da = await runningAdjustment(context);
    return da === undefined ? {} : { da, previousRetarget: da.previousRetarget };
  }

  async function stats(): Promise<ServerFrame> {
    const { info, vBytesPerSecond, fees } = context.frame();
    return {
      ...(info === undefined ? {} : { mempoolInfo: info }),
      vBytesPerSecond,
      ...(fees === undefined ? {} : { fees: fees.precise }),
      ...(await adjustment()),
    };
  }

  async function besideStart(): Promise<FramePart> {
    const { previousRetarget } = await adjustment();
    const { gitCommit } = context.backend;
    return partOf({
      ...(previousRetarget === undefined ? {} : { previousRetarget }),
      ...(gitCommit === '' ? {} : { 'git-commit': gitCommit }),
    });
  }

  async function start(): Promise<Buffer | undefined> {
    const data = await initData(context);
    return data.blocks === undefined ? undefined : frameBytes([partOf(data)]);
  }

  const shared = <T>(make: () => Promise<T>) => createSharedAnswer({ make, maxAgeMs, nowMs });
  const answers = {
    blocks: shared(() => blocksPart(cachedBlocks)),
    stats: shared(async () => partOf(await stats())),
    start: shared(start),
    besideStart: shared(besideStart),
  };

  const mempoolBlocks = () => partOf({ 'mempool-blocks': context.frame().blocks });
  /** Health of the hosts of an official deployment: not applicable. */
  const tomahawk = partOf({ tomahawk: [] });

  function* listeners(feed: Feed): Iterable<Session> {
    const isMempoolTopic = feed === 'mempool-blocks' || feed === 'stats';
    for (const session of sessions.of(feed)) if (!isMempoolTopic || !lookingBack.has(session)) yield session;
  }

  async function put(feed: Feed, make: () => FramePart | Promise<FramePart>, outbox: Outbox): Promise<void> {
    if (!sessions.has(feed)) return;
    const part = await make();
    for (const session of listeners(feed)) outbox.put(session, part);
  }

  function forget(session: Session): void {
    for (const feed of wants.get(session) ?? []) sessions.remove(feed, session);
    wants.delete(session);
    lookingBack.delete(session);
  }

  return {
    async want(session, feeds) {
      const before = wants.get(session);
      const fresh = feeds.filter((feed) => before?.has(feed) !== true);
      for (const feed of before ?? []) sessions.remove(feed, session);
      for (const feed of feeds) sessions.add(feed, session);
      wants.set(session, new Set(feeds));
      return {
        ...(fresh.includes('blocks') ? await answers.blocks.get() : {}),
        ...(fresh.includes('mempool-blocks') ? mempoolBlocks() : {}),
        ...(fresh.includes('stats') ? await answers.stats.get() : {}),
        ...(fresh.includes('tomahawk') ? tomahawk : {}),
      };
    },
    newestBlocks: answers.blocks.get,
    startObject: answers.start.get,
    besideStart: answers.besideStart.get,
    async lookBack(session, time) {
      if (time !== undefined) {
        const then = await past?.at(time);
        if (then === undefined || !session.isOpen) return {};
        lookingBack.add(session);
        return partOf({ ...then, historicalDate: time });
      }
      if (!lookingBack.delete(session)) return {};
      const { info } = context.frame();
      return {
        ...mempoolBlocks(),
        ...partOf({ ...(info === undefined ? {} : { mempoolInfo: info }), historicalDate: null }),
      };
    },
    forget,
    outdate() {
      for (const answer of Object.values(answers)) answer.outdate();
    },
    async onBlock(id, outbox) {
      const published = async () => {
        await context.audits.settled(id);
        const block = await extendedBlock(context, id);
        // disconnected since: the next event has the replacing block
        return block.stale === true ? {} : partOf({ block });
      };
      await put('blocks', published, outbox);
      await put('stats', answers.stats.get, outbox);
    },
    async onReorganised(outbox) {
      await put('blocks', () => blocksPart(blocksAfterReorg), outbox);
      await put('stats', async () => partOf(await adjustment()), outbox);
    },
    onManyBlocks: (outbox) => put('blocks', answers.blocks.get, outbox),
    async onMempoolFrame({ blocks }, outbox) {
      const transactions = newestStripped(context, 6);
      await put('stats', async () => partOf({ ...(await stats()), transactions }), outbox);
      await put('mempool-blocks', () => partOf({ 'mempool-blocks': blocks }), outbox);
      await put('tomahawk', () => tomahawk, outbox);
    },
    async onNewestTxs(newest, outbox) {
      if (!sessions.has('stats')) return;
      const transactions = await newest.list();
      if (transactions.length > 0) await put('stats', () => partOf({ transactions }), outbox);
    },
    onSample(sample, outbox) {
      const part = partOf({ 'live-2h-chart': presentSample(sample) });
      for (const session of listeners('live-2h-chart')) outbox.put(session, part);
    },
  };
}
