import { randomUUID } from 'node:crypto';
import type { MempoolEntry, MempoolFrame, MempoolSample, MempoolView } from '@glassblock/mempool';
import { isCoded } from '@glassblock/primitives';
import { emptyFrame } from '../../network/empty-frame.ts';
import { viewMethods } from '../../threads/mempool-thread.ts';
import type { Bus } from '../bus.ts';
import { type BusCaller, calledOn, createBusCaller } from '../bus-calls.ts';
import { subscribeValues } from '../bus-messages.ts';
import {
  callSubject,
  type FeedEnvelope,
  type FollowerStatus,
  feedSubject,
  statusMs,
  type Wish,
} from './network-feed.ts';

/** The follower of a network, as a serving process sees it. */
export interface NetworkSource {
  readonly mempool: MempoolView;
  readonly caller: BusCaller;
  /** Returns the newest frame; not in sync while the follower does not answer. */
  frame(): MempoolFrame;
  /** Its last status; undefined before the first. */
  readonly status: FollowerStatus | undefined;
  /** Why it does not answer, in a sentence; undefined while it does. */
  readonly failure: string | undefined;
  close(): void;
}

/** Options of a source. */
export interface NetworkSourceOptions {
  bus: Bus;
  keyspace: string;
  onLatency(seconds: number): void;
  onFrame(frame: MempoolFrame): void;
  onEntries(entries: readonly MempoolEntry[]): void;
  onSample(sample: MempoolSample): void;
  /** Called on each status, and when the follower stops answering. */
  onStatus(): void;
  /** Called when another follower leads. */
  onTerm(): void;
  /** Called on a message that cannot be understood. */
  onError(error: unknown): void;
}

/** A follower that is silent for this long is away. */
const silentMs = 3 * statusMs;
/** Longest wait for an answer. */
const callTimeoutMs = 5_000;
const wishRenewMs = 5_000;
/** Frames that wait for the full lists of watched blocks. */
const maxHeld = 100;

/** Follows the publications of the leading follower of a network, and forwards other queries of the mempool to it. */
export function followNetwork(options: NetworkSourceOptions): NetworkSource {
  const { bus, keyspace, onLatency, onEntries, onSample, onStatus, onTerm, onError } = options;
  let term = 0;
  let heardMs = Number.NEGATIVE_INFINITY;
  let wasAway = true;
  let status: FollowerStatus | undefined;

  const failure = () => {
    if (bus.failure !== undefined) return `${bus.failure} The mempool is not available, and blocks may arrive late.`;
    if (performance.now() - heardMs <= silentMs) return undefined;
    return 'The follower of this network does not answer. The mempool is not available, and no new blocks arrive.';
  };
  const caller = createBusCaller(bus, {
    subject: () => (term === 0 ? undefined : callSubject(keyspace, term)),
    timeoutMs: callTimeoutMs,
    onLatency,
  });
  const remote = calledOn<MempoolView>(caller, 'mempool', viewMethods);
  const frames = createFrames(remote, options.onFrame, onError);
  const wish = createWish(caller, frames.watch);

  /** @returns false for a message of an earlier follower, while messages of the later one arrive */
  function accept(message: FeedEnvelope): boolean {
    // a bus that has lost its leases issues lower terms: they count when the last leader is silent
    if (message.term < term && performance.now() - heardMs <= silentMs) return false;
    heardMs = performance.now();
    if (message.term !== term) {
      term = message.term;
      frames.restart();
      onTerm();
      // it has not received the wishes yet
      wish.send().then(frames.restart, () => undefined);
    }
    return true;
  }

  const subscription = subscribeValues(
    bus,
    feedSubject(keyspace),
    (value) => {
      const message = value as FeedEnvelope;
      if (!accept(message)) return;
      switch (message.type) {
        case 'status':
          status = message.status;
          wasAway = false;
          onStatus();
          break;
        case 'frame':
          frames.receive(message.frame);
          break;
        case 'entries':
          onEntries(message.entries);
          break;
        case 'sample':
          onSample(message.sample);
          break;
      }
    },
    onError,
  );
  const checkAway = () => {
    const isAway = failure() !== undefined;
    if (isAway === wasAway) return;
    wasAway = isAway;
    onStatus();
  };
  const watching = setInterval(checkAway, statusMs / 2);
  const renewing = setInterval(() => void wish.send().catch(() => undefined), wishRenewMs);
  const leave = bus.onChange(checkAway);

  return {
    caller,
    mempool: {
      ...remote,
      frame: async () => frames.current(),
      projectedBlock: frames.projectedBlock,
      watchBlocks: (blocks) => wish.set({ blocks }),
      attachEntries: (entries) => wish.set({ entries }),
    },
    frame: () => (failure() === undefined ? frames.current() : { ...frames.current(), synced: false }),
    get status() {
      return status;
    },
    get failure() {
      return failure();
    },
    close() {
      clearInterval(watching);
      clearInterval(renewing);
      leave();
      subscription.unsubscribe();
      caller.close();
    },
  };
}

/** Requests the frames and entries that this process needs from whichever follower leads. */
function createWish(caller: BusCaller, onBlocks: (blocks: readonly number[]) => void) {
  const id = randomUUID();
  let wish: Wish = { blocks: [], entries: false };
  const send = async () => void (await caller.call('wish.set', [id, wish]));
  return {
    send,
    async set(change: Partial<Wish>): Promise<void> {
      wish = { ...wish, ...change };
      onBlocks(wish.blocks);
      await send();
    },
  };
}

/**
 * Passes frames on with ascending sequences, whichever follower they come from. After a lost frame, and from another
 * follower, the deltas of watched blocks have no base: they wait until the full lists have been requested.
 */
function createFrames(remote: MempoolView, emit: (frame: MempoolFrame) => void, onError: (error: unknown) => void) {
  let current = emptyFrame;
  let watched: readonly number[] = [];
  /** Added to sequences of the present follower. */
  let offset = 0;
  /** Last sequence of it; undefined before its first frame. */
  let last: number | undefined;
  /** Frames that wait for full lists. */
  let held: MempoolFrame[] | undefined;
  let attempt = 0;

  function pass(frame: MempoolFrame): void {
    current = frame;
    emit(frame);
  }

  async function resynchronize(): Promise<void> {
    const own = ++attempt;
    held = [];
    try {
      const lists = [];
      for (const index of watched) lists.push({ index, ...(await remote.projectedBlock(index)) });
      const frame = { ...(await remote.frame()), watched: [], rbfChanges: undefined };
      if (own !== attempt) return;
      const waiting = held;
      held = undefined;
      last = Math.max(last ?? 0, frame.sequence);
      // each client has the sequence of its own list, and skips the deltas up to it
      for (const { index, sequence, txs } of lists) {
        pass({ ...frame, sequence: offset + sequence, watched: [{ index, full: txs }] });
      }
      const oldest = Math.min(frame.sequence, ...lists.map(({ sequence }) => sequence));
      const later = waiting.filter(({ sequence }) => sequence > offset + oldest);
      for (const each of later) pass(each);
      if ((later.at(-1)?.sequence ?? 0) < offset + frame.sequence)
        pass({ ...frame, sequence: offset + frame.sequence });
    } catch (error) {
      // the follower is away: its next frame retries
      if (own !== attempt) return;
      held = undefined;
      last = undefined;
      if (!isCoded(error)) throw error;
    }
  }

  const start = () => void resynchronize().catch(onError);

  return {
    current: () => current,
    watch(blocks: readonly number[]): void {
      watched = blocks;
    },
    restart(): void {
      offset = current.sequence + 1;
      last = undefined;
      start();
    },
    receive(frame: MempoolFrame): void {
      const isNext = last !== undefined && frame.sequence <= last + 1;
      const own = { ...frame, sequence: offset + frame.sequence };
      last = Math.max(last ?? 0, frame.sequence);
      if (held === undefined && !isNext) start();
      if (held === undefined) pass(own);
      else if (held.length < maxHeld) held.push(own);
      else start();
    },
    async projectedBlock(index: number) {
      const of = offset;
      const { sequence, txs } = await remote.projectedBlock(index);
      return { sequence: of + sequence, txs };
    },
  };
}
