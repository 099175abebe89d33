import { setTimeout as pause } from 'node:timers/promises';
import type { BlockArrival } from '@glassblock/mempool';
import {
  type AuditedBlock,
  type AuditScore,
  type AuditStore,
  auditBlock,
  openAuditStore,
} from '@glassblock/mempool/audit';

/** Audits of blocks, as answers are made from them. */
export interface Audits extends Pick<AuditStore, 'audit' | 'score' | 'scoresAt' | 'scoresFrom'> {
  /** Resolves once the audit of a block that has just come is there, or it is known that there will be none; after a
   *  second and a half in any case. */
  settled(hash: string): Promise<void>;
}

/** A block that came. */
export interface MinedBlockFigures extends AuditedBlock {
  height: number;
  /** By its header, seconds since 1970. */
  time: number;
  /** Sats. */
  fees: number;
}

/** Gives a block as soon as it can be had; undefined when `signal` ends the waiting. @throws of the node and of the index */
export type AuditSource = (hash: string, signal: AbortSignal) => Promise<MinedBlockFigures | undefined>;

/** Makes the audits of blocks as they come. */
export interface Auditing extends Audits {
  /** The pool's word on a block. @param source  undefined while nothing is served yet: no audit then */
  arrived(block: { hash: string; arrival: BlockArrival | undefined }, source: AuditSource | undefined): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Their directory in that of a network. */
export const auditsPart = 'audits';

export interface AuditsOptions {
  /** Undefined: in memory. */
  directory: string | undefined;
  /** Of whole audits, templates included. */
  keptBytes: number;
  /** An audit could not be made or kept: it is missing. */
  onError(error: unknown): void;
}

const timeoutMs = 1_500;
const maxSettledCached = 50;

export async function openAudits({ directory, keptBytes, onError }: AuditsOptions): Promise<Auditing> {
  const stored = await openAuditStore({ directory, keptBytes });
  /** Blocks that the pool has told of, the latest ones, and when their audit is there. */
  const published = new Map<string, Promise<void>>();
  const awaited = new Map<string, Set<() => void>>();
  const stopping = new AbortController();
  /** The pool tells of each block: false once it did not in time. */
  let isPublishing = true;
  /** One audit is made at a time. */
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
  }

  return {
    audit: (hash) => stored.audit(hash),
    score: (hash) => stored.score(hash),
    scoresAt: (height) => stored.scoresAt(height),
    scoresFrom: (first) => stored.scoresFrom(first),
    arrived({ hash, arrival }, source) {
      isPublishing = true;
      if (arrival !== undefined && source !== undefined) last = last.then(() => make(arrival, source));
      // of a block that is told twice the first word counts
      if (!published.has(hash)) published.set(hash, arrival === undefined ? Promise.resolve() : last);
      const [oldest] = published.keys();
      if (published.size > maxSettledCached && oldest !== undefined) published.delete(oldest);
      for (const listener of awaited.get(hash) ?? []) listener();
    },
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
