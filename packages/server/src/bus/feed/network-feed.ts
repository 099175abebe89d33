import type { MempoolEntry, MempoolFrame, MempoolSample } from '@glassblock/mempool';
import type { Logger } from 'pino';
import type { AddressSearchProgress } from '../../network/addresses/address-book-progress.ts';
import type { IndexProgress } from '../../network/chain/index/index-progress.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { MadeForecast } from '../../recording/forecasting.ts';
import type { PriceSnapshot } from '../../sources/prices/price-book.ts';
import { viewMethods } from '../../threads/mempool-thread.ts';
import type { Bus } from '../bus.ts';
import { answerBusCalls, type CallTable, methodsOf } from '../bus-calls.ts';
import { publishValue } from '../bus-messages.ts';
import { subjectOf } from '../journal-stream.ts';
import { historyCall } from './remote-prices.ts';

/** Status of a follower, published every two seconds and on each change. */
export interface FollowerStatus {
  progress: IndexProgress;
  /** Its newest forecast. */
  forecast: MadeForecast | undefined;
  /** Progress of its address book; undefined without one. */
  addresses: AddressSearchProgress | undefined;
  prices: PriceSnapshot;
}

/** Data that a follower publishes besides facts: only current values, which are not stored. */
export type FeedMessage =
  | { type: 'status'; status: FollowerStatus }
  | { type: 'frame'; frame: MempoolFrame }
  | { type: 'entries'; entries: readonly MempoolEntry[] }
  | { type: 'sample'; sample: MempoolSample };

/** A message with the term of its follower: those of an earlier one are ignored while messages of the later one arrive. */
export type FeedEnvelope = FeedMessage & { term: number };

/** Which frames and entries a serving process needs. */
export interface Wish {
  /** Indexes of projected blocks. */
  blocks: readonly number[];
  entries: boolean;
}

/** Subject of everything that is not stored. */
export const feedSubject = (keyspace: string) => `${subjectOf(keyspace)}.feed`;
/** Subject of calls: those to an earlier follower reach no process. */
export const callSubject = (keyspace: string, term: number) => `${subjectOf(keyspace)}.call.${term}`;

/** Interval of the status. */
export const statusMs = 2_000;
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
  const subject = feedSubject(keyspace);
  const onBusError = (error: unknown) =>
    log.warn({ event: 'bus', error: String(error) }, 'a message could not be sent');
  const publish = (message: FeedMessage) => {
    // the newest values follow when it is back: nothing old is sent then
    if (bus.failure !== undefined) return;
    try {
      publishValue(bus, subject, { ...message, term } satisfies FeedEnvelope);
    } catch (error) {
      onBusError(error);
    }
  };
  const publishStatus = () => publish({ type: 'status', status: statusOf(context) });
  const wishes = createWishes(context, onUnexpectedError);
  const methods = viewMethods.filter((name) => name !== 'watchBlocks' && name !== 'attachEntries');
  const { audits, samples, summaries, forecasts, addresses } = context;
  const leave = [
    answerBusCalls(
      bus,
      callSubject(keyspace, term),
      {
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
      onBusError,
    ),
    context.onFrame((frame) => publish({ type: 'frame', frame })),
    context.onEntries((entries) => publish({ type: 'entries', entries })),
    context.onSample((sample) => publish({ type: 'sample', sample })),
    context.onState(publishStatus),
    context.prices.onChange(publishStatus),
    bus.onChange(publishStatus),
  ];
  const timer = setInterval(publishStatus, statusMs);
  publishStatus();
  return () => {
    clearInterval(timer);
    for (const end of leave) end();
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
