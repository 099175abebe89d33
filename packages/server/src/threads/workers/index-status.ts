import type { Logger } from 'pino';
import { type IndexProgress, notOpened } from '../../network/chain/index/index-progress.ts';
import { createBuildLog, indexSentence } from '../../network/chain/index/index-progress-text.ts';
import type { FromIndexWorker } from '../messages.ts';

type Message<Type extends FromIndexWorker['type']> = Extract<FromIndexWorker, { type: Type }>;

/** Progress and health of an index, from the messages of its thread. */
export interface IndexStatus {
  progress(): IndexProgress;
  /** Blocks were connected or disconnected. */
  received(message: Message<'facts'>): void;
  advanced(message: Message<'progress'>): void;
  /** The thread reported an error. */
  stalled(message: Message<'trouble'>): void;
  /** The files are verified before the index is opened. */
  verifying(message: Message<'verifying'>): void;
  /** The files are damaged; the reason stays until the index is complete again. */
  damaged(message: Message<'damaged'>): void;
  /** A row cannot be decoded; the reason stays. */
  reportBadRow(message: Message<'bad-row'>): void;
}

/** Creates the status of an index that has not been opened yet. */
export function createIndexStatus(log: Logger): IndexStatus {
  const logBuild = createBuildLog(log);
  let damage: string | undefined;
  let badRow: string | undefined;
  let verifiedPercent = 0;
  /** Message of the last error since the index was complete: retries repeat it, on a pruned node for ever. */
  let reported: string | undefined;
  let progress: IndexProgress = notOpened;
  return {
    progress: () => progress,
    received({ facts, nodeHeight }) {
      const last = facts.at(-1);
      if (last !== undefined && 'height' in last) {
        progress = { ...progress, height: last.type === 'block-connected' ? last.height : last.height - 1 };
      }
      progress = { ...progress, nodeHeight: nodeHeight ?? progress.nodeHeight };
    },
    advanced({ height, nodeHeight, synced, build }) {
      if (synced && damage !== undefined) {
        damage = undefined;
        log.info({ event: 'index-repaired' }, 'the index is complete again');
      }
      if (synced) reported = undefined;
      progress = { height, nodeHeight, synced, failure: damage ?? badRow, lacksBlocks: false, build };
      log.debug({ event: 'index-progress', height, nodeHeight, synced });
      if (build !== undefined) logBuild(build);
    },
    stalled(message) {
      log[message.message === reported ? 'debug' : 'warn'](
        { event: 'index-trouble', code: message.code },
        message.message,
      );
      reported = message.message;
      const lacksBlocks = message.code === 'node.no-data';
      const failure = message.expected && !lacksBlocks ? damage : indexSentence(message);
      progress = { ...progress, synced: false, failure, lacksBlocks };
    },
    verifying({ bytes, allBytes }) {
      const percent = allBytes === 0 ? 0 : Math.floor((100 * bytes) / allBytes);
      if (percent >= verifiedPercent + 10 || verifiedPercent === 0) {
        verifiedPercent = Math.max(1, percent);
        log.info({ event: 'index-verify', bytes, allBytes }, `verifying the files of the index: ${percent} %`);
      }
      const failure = `The files of the index are being verified: ${percent} %.`;
      progress = { ...progress, height: null, synced: false, failure, build: undefined };
    },
    damaged({ message }) {
      log.error({ event: 'index-damaged' }, message);
      damage = indexSentence({ code: 'store.damaged', message });
      badRow = undefined;
      progress = { ...progress, height: null, synced: false, failure: damage, build: undefined };
    },
    reportBadRow({ message }) {
      badRow = indexSentence({ code: 'store.bad-row', message });
      progress = { ...progress, failure: progress.failure ?? badRow };
    },
  };
}
