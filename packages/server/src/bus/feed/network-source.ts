import { randomUUID } from 'node:crypto';
import type { MempoolEntry, MempoolFrame, MempoolSample, MempoolView } from '@glassblock/mempool';
import { isCoded } from '@glassblock/primitives';
import { emptyFrame } from '../../network/empty-frame.ts';
import { viewMethods } from '../../threads/mempool-thread.ts';
import type { Bus } from '../bus.ts';
import { type BusCaller, calledOn } from '../bus-calls.ts';
import { type FollowerLink, linkFollower } from './follower-link.ts';
import type { FeedMessage, FollowerStatus, Wish } from './network-feed.ts';

/** The follower of a network, as a serving process sees it. */
export interface NetworkSource extends FollowerLink<FollowerStatus> {
  readonly mempool: MempoolView;
  /** Returns the newest frame; not in sync while the follower does not answer. */
  frame(): MempoolFrame;
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

const wishRenewMs = 5_000;
/** Frames that wait for the full lists of watched blocks. */
const maxHeld = 100;

/** Follows the publications of the leading follower of a network, and forwards other queries of the mempool to it. */
export function followNetwork(options: NetworkSourceOptions): NetworkSource {
  const { onFrame, onEntries, onSample, onTerm, onError, ...common } = options;
  const link = linkFollower<FollowerStatus, FeedMessage>({
    ...common,
    effects: {
      bus: 'The mempool is not available, and blocks may arrive late.',
      follower: 'The mempool is not available, and no new blocks arrive.',
    },
    onError,
    onTerm() {
      frames.restart();
      onTerm();
      // it has not received the wishes yet
      wish.send().then(frames.restart, () => undefined);
    },
    onMessage(message) {
      switch (message.type) {
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
  });
  const { caller } = link;
  const remote = calledOn<MempoolView>(caller, 'mempool', viewMethods);
  const frames = createFrames(remote, onFrame, onError);
  const wish = createWish(caller, frames.watch);
  const renewing = setInterval(() => void wish.send().catch(() => undefined), wishRenewMs);

  return {
    caller,
    mempool: {
      ...remote,
      frame: async () => frames.current(),
      projectedBlock: frames.projectedBlock,
      watchBlocks: (blocks) => wish.set({ blocks }),
      attachEntries: (entries) => wish.set({ entries }),
    },
    frame: () => (link.failure === undefined ? frames.current() : { ...frames.current(), synced: false }),
    get status() {
      return link.status;
    },
    get failure() {
      return link.failure;
    },
    close() {
      clearInterval(renewing);
      link.close();
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
