import type { NetworkContext } from '../../network/network-context.ts';
import { createSharedAnswer, type SharedAnswer } from '../messages/shared-answer.ts';
import { type FramePart, frameOf, partOf } from '../sending/json-text.ts';
import type { Session } from '../sending/session.ts';
import type { TextFrame } from '../sending/text-frame.ts';
import type { Topics } from '../topics.ts';
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
  frame: TextFrame | undefined;
}

interface ClientList {
  /** Sequence of the client's list; undefined until the full list was sent. */
  sequence: number | undefined;
}

const maxAgeMs = 5_000;

/** @param run runs work that nothing waits for */
export function createProjectedBlockTracker(
  context: NetworkContext,
  topics: Topics,
  nowMs: () => number,
  run: (work: Promise<void>) => void,
): ProjectedBlockTracker {
  /**
   * Sets the blocks whose deltas the frames carry, once for all changes of one turn. The mempool receives it before a
   * list is requested.
   */
  let isWatchDue = false;
  const watchLater = () => {
    if (isWatchDue) return;
    isWatchDue = true;
    queueMicrotask(() => run(watch()));
  };
  async function watch(): Promise<void> {
    if (!isWatchDue) return;
    isWatchDue = false;
    await context.mempool.watchBlocks([...topic.keys()]);
  }
  const topic = topics.create<number, ClientList>({ onFirst: watchLater, onLast: watchLater });
  const lists = new Map<number, SharedAnswer<WholeList>>();

  function listOf(index: number): Promise<WholeList> {
    let list = lists.get(index);
    if (list === undefined) {
      const make = async () => {
        const { sequence, txs } = await context.mempool.projectedBlock(index);
        const whole = { index, sequence, blockTransactions: txs };
        return { sequence, frame: frameOf([partOf({ 'projected-block-transactions': whole })]) };
      };
      lists.set(index, (list = createSharedAnswer({ make, maxAgeMs, nowMs })));
    }
    return list.get();
  }

  return {
    needsTxs: false,
    needsBlocks: false,
    async follow(session, index) {
      topic.clear(session);
      const list: ClientList = { sequence: undefined };
      if (index !== undefined) topic.subscribe(session, index, list);
      await watch();
      if (index === undefined) return;
      const { sequence, frame } = await listOf(index);
      if (topic.stateOf(session, index) !== list || frame === undefined) return;
      list.sequence = sequence;
      session.send(frame);
    },
    outdate() {
      for (const list of lists.values()) list.outdate();
    },
    onMempoolFrame({ sequence, watched }, outbox) {
      for (const item of watched) {
        const head = { index: item.index, sequence };
        const news = 'full' in item ? { ...head, blockTransactions: item.full } : { ...head, delta: item.delta };
        let part: FramePart | undefined;
        for (const session of topic.sessionsOf(item.index)) {
          const list = topic.stateOf(session, item.index);
          // a projection made while the full list was being sent is included in it
          if (list?.sequence === undefined || sequence <= list.sequence) continue;
          list.sequence = sequence;
          outbox.put(session, (part ??= partOf({ 'projected-block-transactions': news })));
        }
      }
    },
  };
}
