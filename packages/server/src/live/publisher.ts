import type { MempoolFrame } from '@glassblock/mempool';
import type { NetworkContext } from '../network/network-context.ts';
import type { AnnouncedEntries } from './announced-entries.ts';
import type { Feeds } from './feeds.ts';
import type { LiveEvent } from './live-events.ts';
import { minedBlock } from './messages/mined-block.ts';
import type { NewestTxs } from './messages/newest-txs.ts';
import { outboundMempoolTx } from './messages/outbound-tx.ts';
import type { Outbox } from './sending/outbox.ts';
import type { MempoolChange, Tracker } from './tracker.ts';
import type { TxPositions } from './trackers/tx-positions.ts';

/** Collects the messages of feeds and trackers for each event. */
export interface Publisher {
  report(event: LiveEvent, outbox: Outbox): Promise<void>;
  publishFrame(frame: MempoolFrame, outbox: Outbox): Promise<void>;
  /** Facts were lost. */
  publishGap(outbox: Outbox): Promise<void>;
}

/** Options of the publisher. */
export interface PublisherOptions {
  context: NetworkContext;
  feeds: Feeds;
  entries: AnnouncedEntries;
  newest: NewestTxs;
  positions: TxPositions;
  trackers: readonly Tracker[];
  /** Called when one of them failed: the others continue. */
  onFailure(error: unknown): void;
}

/** Creates a publisher. */
export function createPublisher({
  context,
  feeds,
  entries,
  newest,
  positions,
  trackers,
  onFailure,
}: PublisherOptions): Publisher {
  /** Height of the tip before blocks were disconnected, until it is exceeded; else -1. */
  let disconnectedHeight = -1;

  async function attempt(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onFailure(error);
    }
  }

  async function eachTracker(work: (tracker: Tracker) => void | Promise<void>): Promise<void> {
    for (const tracker of trackers) await attempt(() => work(tracker));
  }

  async function changeOf({ added, removed }: Extract<LiveEvent, { type: 'mempool' }>): Promise<MempoolChange> {
    entries.remove(removed.map(({ txid }) => txid));
    const isNeeded = trackers.some(({ needsTxs }) => needsTxs);
    const found = isNeeded ? await entries.find([...added]) : [];
    return { addedIds: added, added: found.map((entry) => outboundMempoolTx(context, entry)), removed };
  }

  /** Everything about a block is sent to a session as one frame: clients rely on that. */
  async function publishBlock({ id, height }: { id: string; height: number }, outbox: Outbox): Promise<void> {
    feeds.invalidate();
    await feeds.onBlock(id, outbox);
    if (disconnectedHeight >= 0) {
      // clients ignore a block that is not above the ones they have
      await feeds.onReorganised(outbox);
      if (height > disconnectedHeight) disconnectedHeight = -1;
    }
    if (!trackers.some(({ needsBlocks }) => needsBlocks)) return;
    // sessions that follow nothing in the block do not wait for its transactions
    await outbox.flush({ isRecipient: (session) => !trackers.some((tracker) => tracker.waitsForBlock?.(session)) });
    const block = await minedBlock(context, id);
    if (block === undefined) return;
    // at once: one that asks the mempool, which is busy then, does not delay the others
    await Promise.all(trackers.map((tracker) => attempt(() => tracker.onBlock?.(block, outbox))));
  }

  return {
    async report(event, outbox) {
      switch (event.type) {
        case 'mempool': {
          const change = await changeOf(event);
          newest.onMempoolChange(change);
          positions.onMempoolChange(change);
          return eachTracker((tracker) => tracker.onMempoolChange?.(change, outbox));
        }
        case 'block':
          return publishBlock(event, outbox);
        case 'reorganised':
          feeds.invalidate();
          disconnectedHeight = Math.max(disconnectedHeight, event.lost);
          if (event.regained > disconnectedHeight) disconnectedHeight = -1;
          return feeds.onReorganised(outbox);
        case 'lightning':
          return eachTracker((tracker) => tracker.onLightning?.(event.events, outbox));
      }
    },
    async publishFrame(frame, outbox) {
      await attempt(() => feeds.onMempoolFrame(frame, outbox));
      await attempt(() => positions.refresh());
      await eachTracker((tracker) => tracker.onMempoolFrame?.(frame, outbox));
    },
    async publishGap(outbox) {
      feeds.invalidate();
      positions.onGap();
      await eachTracker((tracker) => tracker.onGap?.(outbox));
      await feeds.onManyBlocks(outbox);
    },
  };
}
