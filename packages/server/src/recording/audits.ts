import { setTimeout as pause } from 'node:timers/promises';
import type { BlockArrival } from '@glassblock/mempool';
import {
  type AuditedBlock,
  type AuditScore,
  type AuditStore,
  auditBlock,
  type BlockAudit,
  openAuditStore,
} from '@glassblock/mempool/audit';

/** Read access to block audits. */
export interface Audits extends Pick<AuditStore, 'audit' | 'score' | 'scoresAt' | 'scoresFrom'> {
  /** Resolves once the score of a new block is available, or is known to be missing; after at most 1.5 seconds. */
  settled(hash: string): Promise<void>;
}

/** Figures of a mined block that the index has. */
export interface MinedBlockFigures {
  height: number;
  /** Header time, Unix seconds. */
  time: number;
  /** Sats. */
  fees: number;
}

/** Source of the blocks that are audited. */
export interface AuditSource {
  /**
   * Returns the transactions of a block, which the index may not have connected.
   * @throws of the node
   */
  block(hash: string): Promise<AuditedBlock>;
  /**
   * Returns the figures of a block as soon as the index has it; undefined when `signal` aborts.
   * @throws {CodedError} block.not-found on timeout; of the index
   */
  figures(hash: string, signal: AbortSignal): Promise<MinedBlockFigures | undefined>;
}

/** Creates the audits of new blocks. */
export interface Auditing extends Audits {
  /** Called for each block of the mempool. */
  arrived(block: { hash: string; arrival: BlockArrival | undefined }, source: AuditSource): void;
  /** Stores the audit of another process, unless it is known. */
  receive: AuditStore['add'];
  /** Resolves when running work has ended. */
  stop(): Promise<void>;
}

/** Directory of the audits below a network's. */
export const auditsPart = 'audits';

/** Options of the audits. */
export interface AuditsOptions {
  /** Undefined: in memory. */
  directory: string | undefined;
  /** Maximum bytes of complete audits, templates included. */
  maxBytes: number;
  /** Called when an audit could not be made or stored: it is missing. */
  onError(error: unknown): void;
  /** Called with a description of the lost data when a file is damaged, as the end of a sentence. */
  onDamaged?(loss: string): void;
  /** Called with each audit that is stored, for other processes. */
  onStored?(audit: BlockAudit, score: AuditScore): void;
}

const timeoutMs = 1_500;
const maxSettledCached = 50;

/** Opens the audits of a network. */
export async function openAudits(options: AuditsOptions): Promise<Auditing> {
  const { directory, maxBytes, onError, onDamaged } = options;
  const stored = await openAuditStore({
    directory,
    maxBytes,
    ...(onDamaged === undefined ? {} : { onDamaged }),
  });
  /** The latest blocks of the mempool, and promises of their scores. */
  const published = new Map<string, Promise<void>>();
  const awaited = new Map<string, Set<() => void>>();
  const stopping = new AbortController();
  /** False once the mempool missed reporting a block in time. */
  let isPublishing = true;
  /** Audits are made one at a time. */
  let last: Promise<void> = Promise.resolve();

  /** Makes an audit while the index connects the block. @param onScore called when its score is available */
  async function make(arrival: BlockArrival, source: AuditSource, onScore: () => void): Promise<void> {
    const makeAudit = async () => auditBlock(arrival, await source.block(arrival.hash));
    // after a failure of the node it is tried once more when the index has the block
    const early = makeAudit().catch(() => undefined);
    try {
      const figures = await source.figures(arrival.hash, stopping.signal);
      if (figures === undefined) return;
      const audit = (await early) ?? (await makeAudit());
      const { hash, matchRate, similarity, expectedFees, expectedWeight } = audit;
      const score: AuditScore = { hash, ...figures, matchRate, similarity, expectedFees, expectedWeight };
      const adding = stored.add(audit, score);
      // the store has the score now: a message that shows it does not wait for the disk
      onScore();
      await adding;
      options.onStored?.(audit, score);
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
    } finally {
      onScore();
    }
  }

  return {
    audit: (hash) => stored.audit(hash),
    score: (hash) => stored.score(hash),
    scoresAt: (height) => stored.scoresAt(height),
    scoresFrom: (first) => stored.scoresFrom(first),
    arrived({ hash, arrival }, source) {
      isPublishing = true;
      const score = Promise.withResolvers<void>();
      if (arrival === undefined) score.resolve();
      else last = last.then(() => make(arrival, source, score.resolve));
      // for a block reported twice the first report counts
      if (!published.has(hash)) published.set(hash, score.promise);
      const [oldest] = published.keys();
      if (published.size > maxSettledCached && oldest !== undefined) published.delete(oldest);
      for (const listener of awaited.get(hash) ?? []) listener();
    },
    receive: (audit, score) => stored.add(audit, score),
    async settled(hash) {
      if (stored.score(hash) !== undefined) return;
      const timeout = new AbortController();
      const isLate = pause(timeoutMs, true, { signal: timeout.signal }).catch(() => false);
      await Promise.race([isLate, audited(hash)]);
      if (!published.has(hash)) isPublishing = false;
      timeout.abort();
    },
    async stop() {
      stopping.abort();
      await last;
    },
  };

  async function audited(hash: string): Promise<void> {
    if (!published.has(hash) && isPublishing) {
      await new Promise<void>((resolve) => {
        const listeners = awaited.get(hash) ?? new Set();
        listeners.add(resolve);
        awaited.set(hash, listeners);
        setTimeout(resolve, timeoutMs).unref();
      });
      awaited.delete(hash);
    }
    await published.get(hash);
  }
}
