import { openSequenceFeed } from '@glassblock/node';
import { displayHash } from '@glassblock/primitives';
import { machineMs } from './clock.ts';

/** When the node announced transactions and blocks by ZMQ, by id (display hex), on the clock of the machine. */
export interface Announcements {
  readonly times: ReadonlyMap<string, number>;
  /** Those of the blocks, in order. */
  readonly blocks: readonly number[];
  close(): void;
}

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
