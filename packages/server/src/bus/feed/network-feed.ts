import type { MempoolEntry, MempoolFrame, MempoolSample } from '@glassblock/mempool';
import type { Logger } from 'pino';
import type { AddressSearchProgress } from '../../network/addresses/address-book-progress.ts';
import type { IndexProgress } from '../../network/chain/index/index-progress.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { MadeForecast } from '../../recording/forecasting.ts';
import type { PriceSnapshot } from '../../sources/prices/price-book.ts';
import { viewMethods } from '../../threads/mempool-thread.ts';
import type { Bus } from '../bus.ts';
import { type CallTable, methodsOf } from '../bus-calls.ts';
import { createFeedPublisher } from './feed-publisher.ts';
import { historyCall } from './remote-prices.ts';

/** Status of a follower. */
export interface FollowerStatus {
  progress: IndexProgress;
  /** Its newest forecast. */
  forecast: MadeForecast | undefined;
  /** Progress of its address book; undefined without one. */
  addresses: AddressSearchProgress | undefined;
  prices: PriceSnapshot;
}

/** Data that a follower publishes besides facts and its status: only current values, which are not stored. */
export type FeedMessage =
  | { type: 'frame'; frame: MempoolFrame }
  | { type: 'entries'; entries: readonly MempoolEntry[] }
  | { type: 'sample'; sample: MempoolSample };

/** Which frames and entries a serving process needs. */
export interface Wish {
  /** Indexes of projected blocks. */
  blocks: readonly number[];
  entries: boolean;
}

/** A wish that is not renewed ends. */
const wishMs = 15_000;
/** Serving processes of one network. */
const maxWishes = 1_000;
/** Scores of audits in one answer. */
export const scoresPerCall = 5_000;

/** Options of a feed. */
export interface NetworkFeedOptions {
  bus: Bus;
  keyspace: string;
  term: number;
  context: NetworkContext;
  /** Calls that are answered too. */
  calls: CallTable;
  log: Logger;
  onUnexpectedError(error: unknown): void;
}

/** Publishes the mempool and the progress of a follower, and answers calls; returns a function that ends that. */
export function startNetworkFeed({
  bus,
  keyspace,
  term,
  context,
  calls,
  log,
  onUnexpectedError,
}: NetworkFeedOptions): () => void {
  const wishes = createWishes(context, onUnexpectedError);
  const methods = viewMethods.filter((name) => name !== 'watchBlocks' && name !== 'attachEntries');
  const { audits, samples, summaries, forecasts, addresses } = context;
  const feed = createFeedPublisher<FollowerStatus, FeedMessage>({
    bus,
    keyspace,
    term,
    status: () => statusOf(context),
    calls: {
      ...methodsOf('mempool', context.mempool, methods),
      ...methodsOf('audits', audits, ['audit', 'settled']),
      'audits.scores': async (first: number) => audits.scoresFrom(first).slice(0, scoresPerCall),
      ...methodsOf('samples', samples, ['list']),
      ...methodsOf('summaries', summaries, ['at', 'oldest']),
      ...methodsOf('forecasts', forecasts, ['calibration']),
      [historyCall]: async () => context.prices.history(),
      ...(addresses === undefined ? {} : methodsOf('addresses', addresses, ['keys'])),
      ...calls,
      'wish.set': wishes.set,
    },
    log,
  });
  const leave = [
    context.onFrame((frame) => feed.publish({ type: 'frame', frame })),
    context.onEntries((entries) => feed.publish({ type: 'entries', entries })),
    context.onSample((sample) => feed.publish({ type: 'sample', sample })),
    context.onState(feed.publishStatus),
    context.prices.onChange(feed.publishStatus),
  ];
  return () => {
    for (const end of leave) end();
    feed.close();
    wishes.close();
  };
}

const statusOf = ({ progress, forecasts, addresses, prices }: NetworkContext): FollowerStatus => ({
  progress: progress(),
  forecast: forecasts.current(),
  addresses: addresses?.progress(),
  prices: prices.snapshot(),
});

/** Gives the mempool the union of the wishes of all serving processes. */
function createWishes({ mempool }: NetworkContext, onUnexpectedError: (error: unknown) => void) {
  const wishes = new Map<string, Wish & { untilMs: number }>();
  let areSent = false;
  async function apply(): Promise<void> {
    const wanted = [...wishes.values()];
    await mempool.watchBlocks([...new Set(wanted.flatMap(({ blocks }) => blocks))]);
    const entries = wanted.some((wish) => wish.entries);
    if (entries !== areSent) await mempool.attachEntries((areSent = entries));
  }
  const timer = setInterval(() => {
    const nowMs = performance.now();
    let isChanged = false;
    for (const [id, { untilMs }] of wishes) if (untilMs < nowMs) isChanged = wishes.delete(id);
    if (isChanged) apply().catch(onUnexpectedError);
  }, wishMs);
  return {
    async set(id: string, { blocks, entries }: Wish): Promise<void> {
      if (!wishes.has(id) && wishes.size >= maxWishes) return;
      wishes.set(id, { blocks, entries, untilMs: performance.now() + wishMs });
      await apply();
    },
    close: () => clearInterval(timer),
  };
}
