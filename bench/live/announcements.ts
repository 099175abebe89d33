import { openSequenceFeed } from '@glassblock/node';
import { displayHash } from '@glassblock/primitives';
import { machineMs } from './clock.ts';

/**
 * Times of the node's ZMQ messages for transactions and blocks, by txid or block hash (display hex), in `machineMs`.
 */
export interface Announcements {
  readonly times: ReadonlyMap<string, number>;
  /** Times of the block messages, in order. */
  readonly blocks: readonly number[];
  close(): void;
}

/** Subscribes to the node's ZMQ messages. */
export function listenToNode(zmq: string): Announcements {
  const times = new Map<string, number>();
  const blocks: number[] = [];
  const feed = openSequenceFeed(zmq, {
    message({ type, hash }) {
      if (type !== 'added' && type !== 'connected') return;
      const now = machineMs();
      times.set(displayHash(hash), now);
      if (type === 'connected') blocks.push(now);
    },
    lost() {
      throw new Error('messages of the node were lost');
    },
    failed(error) {
      throw error;
    },
  });
  return { times, blocks, close: feed.close };
}
