import type { Feed, MempoolBlock, MempoolInfo } from '@glassblock/contract';
import type { MempoolFrame, MempoolSample } from '@glassblock/mempool';
import { extendedBlock } from '../api/block/blocks.ts';
import { newestStripped } from '../api/general/general.ts';
import { presentSample } from '../api/mempool/statistics.ts';
import type { NetworkContext } from '../network/network-context.ts';
import type { HealthSource } from '../sources/health/host-health.ts';
import { adjustment, blocksPart, createFeedAnswers, stats } from './messages/feed-answers.ts';
import type { NewestTxs } from './messages/newest-txs.ts';
import { type FramePart, partOf } from './sending/json-text.ts';
import type { Outbox } from './sending/outbox.ts';
import type { Session } from './sending/session.ts';
import type { TextFrame } from './sending/text-frame.ts';
import type { Topic, Topics } from './topics.ts';

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
  startObject(): Promise<TextFrame | undefined>;
  /** Returns the messages sent along with the start object. */
  besideStart(): Promise<FramePart>;
  /** Shows a session the mempool at an earlier time instead of the current one; `undefined` ends that. */
  lookBack(session: Session, time: number | undefined): Promise<FramePart>;
  /** True while a session receives the newest transactions. */
  readonly needsNewest: boolean;
  /** Invalidates cached answers. */
  invalidate(): void;
  onBlock(id: string, outbox: Outbox): Promise<void>;
  onReorganised(outbox: Outbox): Promise<void>;
  /** Called for blocks that are not sent individually. */
  onManyBlocks(outbox: Outbox): Promise<void>;
  onMempoolFrame(frame: MempoolFrame, outbox: Outbox): Promise<void>;
  onNewestTxs(newest: NewestTxs, outbox: Outbox): Promise<void>;
  onSample(sample: MempoolSample, outbox: Outbox): Promise<void>;
}

/** Number of blocks sent after a reorg. */
const blocksAfterReorg = 32;

/** Topics of the feeds. */
interface FeedTopics {
  readonly feeds: Topic<Feed>;
  /** Sessions that look at an earlier mempool: current data would overwrite it. */
  readonly past: Topic<'past'>;
}

/** Sources of feeds beside the network; without one, its feed is empty. */
export interface FeedSources {
  past: MempoolHistory | undefined;
  /** Hosts that are watched. */
  health: Pick<HealthSource, 'hosts'> | undefined;
}

/** Creates the feeds of a network. */
export function createFeeds(
  context: NetworkContext,
  hubTopics: Topics,
  { past, health }: FeedSources,
  nowMs: () => number,
): Feeds {
  const topics: FeedTopics = { feeds: hubTopics.create(), past: hubTopics.create() };
  const answers = createFeedAnswers(context, nowMs);
  const tomahawk = () => partOf({ tomahawk: health?.hosts() ?? [] });
  const mempoolBlocks = () => partOf({ 'mempool-blocks': context.frame().blocks });
  const put = (feed: Feed, make: () => FramePart | Promise<FramePart>, outbox: Outbox) =>
    putPart(topics, feed, make, outbox);
  return {
    get needsNewest() {
      return topics.feeds.has('stats');
    },
    async want(session, feeds) {
      const fresh = subscribe(topics.feeds, session, feeds);
      return {
        ...(fresh.has('blocks') ? await answers.blocks.get() : {}),
        ...(fresh.has('mempool-blocks') ? mempoolBlocks() : {}),
        ...(fresh.has('stats') ? await answers.stats.get() : {}),
        ...(fresh.has('tomahawk') ? tomahawk() : {}),
      };
    },
    newestBlocks: answers.blocks.get,
    startObject: answers.start.get,
    besideStart: answers.besideStart.get,
    async lookBack(session, time) {
      if (time !== undefined) {
        const then = await past?.at(time);
        if (then === undefined || !session.isOpen) return {};
        topics.past.subscribe(session, 'past', undefined);
        return partOf({ ...then, historicalDate: time });
      }
      if (!topics.past.isFollowedBy(session)) return {};
      topics.past.clear(session);
      const { info } = context.frame();
      return {
        ...mempoolBlocks(),
        ...partOf({ ...(info === undefined ? {} : { mempoolInfo: info }), historicalDate: null }),
      };
    },
    invalidate() {
      for (const answer of Object.values(answers)) answer.outdate();
    },
    async onBlock(id, outbox) {
      await put('blocks', () => connectedBlock(context, id), outbox);
      await put('stats', answers.stats.get, outbox);
    },
    async onReorganised(outbox) {
      await put('blocks', () => blocksPart(context, blocksAfterReorg), outbox);
      await put('stats', async () => partOf(await adjustment(context)), outbox);
    },
    onManyBlocks: (outbox) => put('blocks', answers.blocks.get, outbox),
    async onMempoolFrame({ blocks }, outbox) {
      const transactions = newestStripped(context, 6);
      await put('stats', async () => partOf({ ...(await stats(context)), transactions }), outbox);
      await put('mempool-blocks', () => partOf({ 'mempool-blocks': blocks }), outbox);
      await put('tomahawk', tomahawk, outbox);
    },
    async onNewestTxs(newest, outbox) {
      if (!topics.feeds.has('stats')) return;
      const transactions = await newest.list();
      if (transactions.length > 0) await put('stats', () => partOf({ transactions }), outbox);
    },
    onSample: (sample, outbox) =>
      put('live-2h-chart', () => partOf({ 'live-2h-chart': presentSample(sample) }), outbox),
  };
}

/** Replaces the feeds of a session, and returns those that are new to it. */
function subscribe(topic: Topic<Feed>, session: Session, feeds: readonly Feed[]): ReadonlySet<Feed> {
  const before = new Set(topic.subscriptionsOf(session).keys());
  const wanted = new Set(feeds);
  for (const feed of before) if (!wanted.has(feed)) topic.unsubscribe(session, feed);
  for (const feed of wanted) topic.subscribe(session, feed, undefined);
  return new Set(feeds.filter((feed) => !before.has(feed)));
}

/** Returns a connected block; empty when it was disconnected since: the next event has the replacing block. */
async function connectedBlock(context: NetworkContext, id: string): Promise<FramePart> {
  await context.audits.settled(id);
  const block = await extendedBlock(context, id);
  return block.stale === true ? {} : partOf({ block });
}

/** Puts a part for the sessions of a feed, except current mempool data for those that look at an earlier mempool. */
async function putPart(
  topics: FeedTopics,
  feed: Feed,
  make: () => FramePart | Promise<FramePart>,
  outbox: Outbox,
): Promise<void> {
  if (!topics.feeds.has(feed)) return;
  const part = await make();
  const isCurrentMempool = feed === 'mempool-blocks' || feed === 'stats';
  for (const session of topics.feeds.sessionsOf(feed)) {
    if (!isCurrentMempool || !topics.past.isFollowedBy(session)) outbox.put(session, part);
  }
}
