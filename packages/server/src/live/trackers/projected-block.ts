import type { NetworkContext } from '../../network/network-context.ts';
import { type FramePart, frameBytes, partOf } from '../messages/json-text.ts';
import { createSharedAnswer, type SharedAnswer } from '../messages/shared-answer.ts';
import type { Session } from '../session.ts';
import { createSubscribers } from '../subscribers.ts';
import type { Tracker } from '../tracker.ts';

/** `track-mempool-block`: the transactions of one projected block, in full and then as deltas. */
export interface ProjectedBlockTracker extends Tracker {
  /** Sends the full list directly, so that no delta overtakes it. */
  follow(session: Session, index: number | undefined): Promise<void>;
  /** Invalidates lists of earlier projections. */
  outdate(): void;
}

interface WholeList {
  sequence: number;
  bytes: Buffer | undefined;
}

interface Followed {
  index: number;
  /** Sequence of the client's list; undefined until the full list was sent. */
  sequence: number | undefined;
}

const maxAgeMs = 5_000;

/** @param run runs work that nothing waits for */
export function createProjectedBlockTracker(
  context: NetworkContext,
  nowMs: () => number,
  run: (work: Promise<void>) => void,
): ProjectedBlockTracker {
  const followed = new Map<Session, Followed>();
  const sessions = createSubscribers<number, Session>();
  const lists = new Map<number, SharedAnswer<WholeList>>();

  function listOf(index: number): Promise<WholeList> {
    let list = lists.get(index);
    if (list === undefined) {
      const make = async () => {
        const { sequence, txs } = await context.mempool.projectedBlock(index);
        const whole = { index, sequence, blockTransactions: txs };
        return { sequence, bytes: frameBytes([partOf({ 'projected-block-transactions': whole })]) };
      };
      lists.set(index, (list = createSharedAnswer({ make, maxAgeMs, nowMs })));
    }
    return list.get();
  }

  /** Sets the blocks whose deltas the frames carry. The mempool receives each change before a list is requested. */
  const watch = () => context.mempool.watchBlocks([...sessions.keys()]);

  /** @returns true when no session is left at that block */
  function leave(session: Session): boolean {
    const old = followed.get(session);
    if (old === undefined) return false;
    followed.delete(session);
    sessions.remove(old.index, session);
    return !sessions.has(old.index);
  }

  return {
    needsTxs: false,
    needsBlocks: false,
    forget(session) {
      if (leave(session)) run(watch());
    },
    async follow(session, index) {
      const isLast = leave(session);
      const isFirst = index !== undefined && !sessions.has(index);
      const one: Followed | undefined = index === undefined ? undefined : { index, sequence: undefined };
      if (one !== undefined) {
        followed.set(session, one);
        sessions.add(one.index, session);
      }
      if (isFirst || isLast) await watch();
      if (one === undefined) return;
      const { sequence, bytes } = await listOf(one.index);
      if (followed.get(session) !== one || bytes === undefined) return;
      one.sequence = sequence;
      session.send(bytes);
    },
    outdate() {
      for (const list of lists.values()) list.outdate();
    },
    onMempoolFrame({ sequence, watched }, outbox) {
      for (const item of watched) {
        const head = { index: item.index, sequence };
        const news = 'full' in item ? { ...head, blockTransactions: item.full } : { ...head, delta: item.delta };
        let part: FramePart | undefined;
        for (const session of sessions.of(item.index)) {
          const one = followed.get(session);
          // a projection made while the full list was being sent is included in it
          if (one?.sequence === undefined || sequence <= one.sequence) continue;
          one.sequence = sequence;
          outbox.put(session, (part ??= partOf({ 'projected-block-transactions': news })));
        }
      }
    },
  };
}
