import type { Logger } from 'pino';
import type { IndexProgress } from '../network/chain/index-progress.ts';
import { createBuildLog, indexSentence } from '../network/chain/index-progress-text.ts';
import type { FromIndexWorker } from './messages.ts';

type Message<Type extends FromIndexWorker['type']> = Extract<FromIndexWorker, { type: Type }>;

/** Progress and health of an index, from the messages of its thread. */
export interface IndexStatus {
  progress(): IndexProgress;
  /** True when its files are damaged. */
  isDamaged(): boolean;
  /** Blocks were connected or disconnected. */
  received(message: Message<'facts'>): void;
  advanced(message: Message<'progress'>): void;
  /** The thread reported an error; ignored once the files are damaged. */
  stalled(message: Message<'trouble'>): void;
  damaged(message: string): void;
}

/** Creates the status of an index that has not been opened yet. */
export function createIndexStatus(log: Logger): IndexStatus {
  const logBuild = createBuildLog(log);
  let isDamaged = false;
  let progress: IndexProgress = {
    height: null,
    nodeHeight: null,
    synced: false,
    failure: undefined,
    lacksBlocks: false,
    build: undefined,
  };
  return {
    progress: () => progress,
    isDamaged: () => isDamaged,
    received({ facts, nodeHeight }) {
      const last = facts.at(-1);
      if (last !== undefined && 'height' in last) {
        progress = { ...progress, height: last.type === 'block-connected' ? last.height : last.height - 1 };
      }
      progress = { ...progress, nodeHeight: nodeHeight ?? progress.nodeHeight };
    },
    advanced({ height, nodeHeight, synced, build }) {
      progress = { height, nodeHeight, synced, failure: undefined, lacksBlocks: false, build };
      log.debug({ event: 'index-progress', height, nodeHeight, synced });
      if (build !== undefined) logBuild(build);
    },
    stalled(message) {
      log.warn({ event: 'index-trouble', code: message.code }, message.message);
      if (isDamaged) return;
      const lacksBlocks = message.code === 'node.no-data';
      const failure = message.expected && !lacksBlocks ? undefined : indexSentence(message);
      progress = { ...progress, synced: false, failure, lacksBlocks };
    },
    damaged(message) {
      isDamaged = true;
      log.error({ event: 'index-damaged' }, message);
      const failure = indexSentence({ code: 'store.damaged', message });
      progress = { ...progress, height: null, synced: false, failure, build: undefined };
    },
  };
}
