import type { Feed, MempoolBlock, MempoolInfo, ServerFrame } from '@glassblock/contract';
import type { MempoolFrame, MempoolSample } from '@glassblock/mempool';
import type { NetworkContext } from '../network-context.ts';
import { extendedBlock, extendedBlocks } from '../query/blocks.ts';
import { cachedBlocks, initData, newestStripped, runningAdjustment } from '../query/general.ts';
import { presentSample } from '../query/statistics.ts';
import { type FramePart, frameBytes, partOf } from './json-text.ts';
import type { NewestTxs } from './newest-txs.ts';
import type { Outbox } from './outbox.ts';
import type { Session } from './session.ts';
import { createSharedAnswer } from './shared-answer.ts';
import { createSubscribers } from './subscribers.ts';

/** The figures of the pool at an earlier moment. */
export interface MempoolHistory {
  /** @param time  seconds since 1970  @returns undefined when nothing is known of that time */
  at(time: number): Promise<{ 'mempool-blocks': MempoolBlock[]; mempoolInfo: MempoolInfo } | undefined>;
}

/** What clients `want`: blocks, projected blocks, figures. */
export interface Feeds {
  /** @returns what feeds that are new to the session begin with */
  want(session: Session, feeds: readonly Feed[]): Promise<FramePart>;
  newestBlocks(): Promise<FramePart>;
  /** The start object, a frame by itself; undefined while no block is known. */
  startObject(): Promise<Buffer | undefined>;
  /** What is told beside the start object. */
  besideStart(): Promise<FramePart>;
  /** Shows a session the pool as it was, instead of what it is; `undefined` ends that. */
  lookBack(session: Session, time: number | undefined): Promise<FramePart>;
  forget(session: Session): void;
  /** Something changed: answers made before are old. */
  outdate(): void;
  onBlock(id: string, outbox: Outbox): Promise<void>;
  onReorganised(outbox: Outbox): Promise<void>;
  /** Blocks came that are not told one by one. */
  onManyBlocks(outbox: Outbox): Promise<void>;
  onMempoolFrame(frame: MempoolFrame, outbox: Outbox): Promise<void>;
  onNewestTxs(newest: NewestTxs, outbox: Outbox): Promise<void>;
  onSample(sample: MempoolSample, outbox: Outbox): void;
}

/** Blocks that are told after a reorganisation. */
const blocksAfterReorg = 32;
const maxAgeMs = 2_000;

export function createFeeds(context: NetworkContext, past: MempoolHistory | undefined, nowMs: () => number): Feeds {
  const wants = new Map<Session, ReadonlySet<Feed>>();
  const sessions = createSubscribers<Feed, Session>();
  /** Those who look at the pool of an earlier moment: what it is now would overwrite that. */
  const lookingBack = new Set<Session>();

  async function blocksPart(count: number): Promise<FramePart> {
    const blocks = await extendedBlocks(context, undefined, count);
    return blocks.length === 0 ? {} : partOf({ blocks: blocks.reverse() });
  }

  /** The adjustment; and once more on top what some clients read there. */
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
  /** Health of the hosts of an official deployment: this is none. */
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
        // taken back since: what is told next says what is there instead
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
