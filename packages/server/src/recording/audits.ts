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
  /** Resolves once the audit of a new block is stored, or is known to be missing; after at most 1.5 seconds. */
  settled(hash: string): Promise<void>;
}

/** A mined block as input of an audit. */
export interface MinedBlockFigures extends AuditedBlock {
  height: number;
  /** Header time, Unix seconds. */
  time: number;
  /** Sats. */
  fees: number;
}

/**
 * Returns a block as soon as it is available; undefined when `signal` aborts.
 * @throws of the node and of the index
 */
export type AuditSource = (hash: string, signal: AbortSignal) => Promise<MinedBlockFigures | undefined>;

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
  /** The latest blocks of the mempool, and promises of their audits. */
  const published = new Map<string, Promise<void>>();
  const awaited = new Map<string, Set<() => void>>();
  const stopping = new AbortController();
  /** False once the mempool missed reporting a block in time. */
  let isPublishing = true;
  /** Audits are made one at a time. */
  let last: Promise<void> = Promise.resolve();

  async function make(arrival: BlockArrival, source: AuditSource): Promise<void> {
    try {
      const block = await source(arrival.hash, stopping.signal);
      if (block !== undefined) await add(arrival, block);
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
    }
  }

  async function add(arrival: BlockArrival, block: MinedBlockFigures): Promise<void> {
    const audit = auditBlock(arrival, block);
    const { hash, matchRate, similarity, expectedFees, expectedWeight } = audit;
    const { height, time, fees } = block;
    const score: AuditScore = { hash, height, time, matchRate, similarity, expectedFees, expectedWeight, fees };
    await stored.add(audit, score);
    options.onStored?.(audit, score);
  }

  return {
    audit: (hash) => stored.audit(hash),
    score: (hash) => stored.score(hash),
    scoresAt: (height) => stored.scoresAt(height),
    scoresFrom: (first) => stored.scoresFrom(first),
    arrived({ hash, arrival }, source) {
      isPublishing = true;
      if (arrival !== undefined) last = last.then(() => make(arrival, source));
      // for a block reported twice the first report counts
      if (!published.has(hash)) published.set(hash, arrival === undefined ? Promise.resolve() : last);
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
