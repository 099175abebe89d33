import { createPendingFacts, type PendingFacts } from '../codecs/batch-bytes.ts';
import type { EventWindow } from '../event-window.ts';
import type { Place } from '../events.ts';
import type { Fact } from '../facts.ts';
import type { LiveState } from '../live-state.ts';
import { writeCleanEnd } from '../segments/epoch-files.ts';
import type { SegmentLog } from '../segments/segment-log.ts';
import { comparePlaces } from '../segments/segment-reading.ts';
import { type Disk, errorText, isSystemError } from './disk.ts';
import type { EpochCounter } from './epoch-counter.ts';
import { LostRange } from './lost-range.ts';
import type { Recovered } from './recovery.ts';
import { createWorkQueue } from './work-queue.ts';

/** A write starts at this size; a disk that is this far behind counts as refusing. */
const earlyWriteBytes = 1 << 20;
const maxPendingBytes = 64 << 20;

/** Parts of the journal that the writer works on. */
export interface JournalDiskWriterOptions {
  disk: Disk;
  directory: string;
  epochs: EpochCounter;
  log: SegmentLog;
  /** State and events after everything appended so far: the caller updates both before `add`. */
  state: LiveState;
  window: EventWindow;
}

/**
 * Writes appended facts to the segment log, one task at a time. A disk failure stops writing until `recover`; disk errors
 * reject nothing.
 */
export class JournalDiskWriter {
  private readonly options: JournalDiskWriterOptions;
  private readonly lost = new LostRange();
  private readonly queued = createWorkQueue();
  private readonly errorListeners = new Set<(failure: string | undefined) => void>();
  /** Facts that are not written yet; undefined after a failure. */
  private pending: PendingFacts | undefined;
  private reported: string | undefined;
  private closed = false;
  private isWriteDue = false;
  /** The next epoch does not continue the current one. */
  private isGapDue = false;

  constructor(options: JournalDiskWriterOptions) {
    this.options = options;
    this.pending = createPendingFacts(options.window.newest.number + 1);
  }

  /** Why nothing is stored at present, as a sentence for the operator; undefined without a failure. */
  get failure(): string | undefined {
    return this.reported;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Bytes that are not written yet. */
  get pendingBytes(): number {
    return this.pending?.length ?? 0;
  }

  /**
   * Calls back when `failure` changes.
   * @returns a function that unsubscribes
   */
  onError(listener: (failure: string | undefined) => void): () => void {
    this.errorListeners.add(listener);
    return () => this.errorListeners.delete(listener);
  }

  /** Continues the recovered segment, or starts one with the recovered state. */
  async start({ isClean, prefixes, startBytes }: Recovered): Promise<void> {
    const { log, state, window } = this.options;
    try {
      const before = log.segments.at(-1);
      if (isClean) await log.goOn(prefixes, startBytes);
      else await log.begin({ epoch: window.newest.epoch, first: 1, previous: undefined }, state.snapshot());
      await log.tidy({ segment: before, prefixes });
    } catch (cause) {
      await this.abandon(cause);
    }
  }

  /** Adds a fact to the next write. */
  add(fact: Fact): void {
    this.pending?.add(fact);
  }

  /** Starts a write early when many bytes are pending; to be called after a batch of facts. */
  writeIfDue(): void {
    const { log, window } = this.options;
    const { pending } = this;
    if (pending === undefined || !log.isOpen) window.trim();
    else if (pending.length > maxPendingBytes) {
      this.stopStoring(new Error('it is too slow'));
    } else if (pending.length > earlyWriteBytes && !this.isWriteDue) {
      this.isWriteDue = true;
      void this.sync();
    }
  }

  /** Makes everything added so far durable. @returns false if the disk refused */
  sync(): Promise<boolean> {
    return this.queued(() => this.write());
  }

  /** Tries the disk again after a failure. @returns true if it recovered */
  recover(): Promise<boolean> {
    return this.queued(() => this.restart());
  }

  /** Writes what was added so far, then begins an epoch that readers of earlier events cannot continue into. */
  addGap(): Promise<void> {
    return this.queued(() => this.beginAfterGap());
  }

  /** Syncs and marks the end as clean. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.queued(() => this.finish());
  }

  /** Returns the place up to which events are on disk or dropped; all later ones are in memory. */
  storedEnd(): Place {
    const { log, window } = this.options;
    const place = this.lost.startIn(window) ?? log.end ?? window.oldest;
    return window.read(place, 0).gap ? window.oldest : place;
  }

  private async write(): Promise<boolean> {
    const { log, state, window } = this.options;
    this.isWriteDue = false;
    if (!log.isOpen || this.pending === undefined) return false;
    if (this.pending.count === 0) return true;
    const taken = this.pending;
    const { newest } = window;
    const { epoch, number } = newest;
    this.pending = createPendingFacts(number + 1);
    // a fact about the federation takes as much as two transactions at most;
    // the keyframe of the next segment has the state of this moment; appends continue while the disk works
    const snapshot = log.isFull(taken.length, newest, state.mempoolCount + 2 * state.federationCount)
      ? state.snapshot()
      : undefined;
    try {
      await log.write(taken, newest);
      if (snapshot !== undefined) {
        await log.begin({ epoch, first: number + 1, previous: undefined }, snapshot);
        await log.tidy();
      }
    } catch (cause) {
      await this.abandon(cause);
      return log.end !== undefined && comparePlaces(log.end, newest) === 0;
    }
    window.trim(newest);
    return true;
  }

  /** Continues after a failure with a new epoch and a keyframe of the current state. */
  private async restart(): Promise<boolean> {
    const { log, epochs } = this.options;
    if (this.closed) return false;
    if (this.reported === undefined) return true;
    await log.release();
    try {
      await this.beginEpoch(await epochs.next());
      this.report(undefined);
      await log.tidy();
      return true;
    } catch (cause) {
      await this.abandon(cause);
      return false;
    }
  }

  private async beginAfterGap(): Promise<void> {
    const { log, epochs } = this.options;
    if (this.closed) return;
    this.isGapDue = true;
    try {
      const epoch = await epochs.next();
      while (this.pendingBytes > 0) if (!(await this.write())) return;
      if (this.reported !== undefined) return;
      await this.beginEpoch(epoch);
      await log.tidy();
    } catch (cause) {
      await this.abandon(cause);
    }
  }

  /** Begins an epoch with a keyframe of the current state. */
  private async beginEpoch(epoch: number): Promise<void> {
    const { log, state, window } = this.options;
    // the keyframe, the end of the old epoch and the first pending fact of the new one belong to the same moment
    const previous = this.isGapDue ? undefined : window.newest;
    const snapshot = state.snapshot();
    if (previous === undefined) window.restart(epoch);
    else window.beginEpoch(epoch);
    this.isGapDue = false;
    this.pending = createPendingFacts(1);
    await log.begin({ epoch, first: 1, previous }, snapshot);
    this.lost.endAt({ epoch, number: 0 });
  }

  private async finish(): Promise<void> {
    const { disk, directory, log } = this.options;
    await this.write();
    this.pending = undefined;
    if (this.reported !== undefined) return log.release();
    try {
      const { end } = log;
      const identity = await log.close();
      if (identity !== undefined && end !== undefined) await writeCleanEnd(disk, directory, { end, identity });
    } catch (cause) {
      this.report(errorText(cause));
      if (!isSystemError(cause)) throw cause;
    }
  }

  /**
   * Stops writing and truncates data that are not certainly on disk, as far as the disk allows.
   * @throws the cause, unless it is a file system error
   */
  private async abandon(cause: unknown): Promise<void> {
    this.stopStoring(cause);
    await this.options.log.release();
    if (!isSystemError(cause)) throw cause;
  }

  private stopStoring(cause: unknown): void {
    const { log, window } = this.options;
    this.lost.start(log.end ?? window.oldest);
    this.pending = undefined;
    this.report(errorText(cause));
  }

  private report(failure: string | undefined): void {
    if (failure === this.reported) return;
    this.reported = failure;
    for (const listener of this.errorListeners) listener(failure);
  }
}
