const infoEveryMs = 2_000;
const minPollMs = 1_000;
const maxPollMs = 300_000;
/** A poll may use a tenth of the time, here and on the node. */
const restShare = 10;
/** With a feed the whole list is still compared at this interval. */
export const auditEveryMs = 120_000;

/** Returns the pause after a comparison that took `costMs`; without events of a feed the mempool is polled by comparisons. */
export function pauseAfterComparison(costMs: number, { isPolled }: { isPolled: boolean }): number {
  return isPolled ? Math.min(maxPollMs, Math.max(minPollMs, costMs * restShare)) : auditEveryMs;
}

/** When the runner's steps are due: the node's figures, comparisons, projections. Times are ms of one clock. */
export class RunnerSchedule {
  private readonly projectEveryMs: number;
  private nextInfo = 0;
  private nextComparison = 0;
  private lastProjection = Number.NEGATIVE_INFINITY;
  private changed = true;
  private changedByBlock = false;

  /** @param projectEveryMs minimum interval of projections */
  constructor(projectEveryMs: number) {
    this.projectEveryMs = projectEveryMs;
  }

  /** True when a projection would follow a connected or disconnected block. */
  get isAfterBlock(): boolean {
    return this.changedByBlock;
  }

  isInfoDue(now: number): boolean {
    return now >= this.nextInfo;
  }

  /** Records that a request for the node's figures started. */
  infoStarted(now: number): void {
    this.nextInfo = now + infoEveryMs;
  }

  /** Records that the node's figures were read. */
  infoRead(): void {
    this.changed = true;
  }

  /** Makes the node's figures due now. */
  requestInfo(): void {
    this.nextInfo = 0;
  }

  isComparisonDue(now: number): boolean {
    return now >= this.nextComparison;
  }

  /** Makes a comparison due now. */
  requestComparison(): void {
    this.nextComparison = 0;
  }

  /** Records that a comparison started: only a request makes the next one due. */
  comparisonStarted(): void {
    this.nextComparison = Number.POSITIVE_INFINITY;
  }

  /** Returns true when a comparison was requested since the last one started. */
  get isComparisonRequested(): boolean {
    return this.nextComparison === 0;
  }

  /** Sets the time of the next comparison. */
  compareAt(time: number): void {
    this.nextComparison = time;
  }

  /** Records a change of the mempool; `byBlock`: blocks were connected or disconnected. */
  mempoolChanged({ byBlock }: { byBlock: boolean }): void {
    this.changed = true;
    this.changedByBlock ||= byBlock;
  }

  /** Returns true when a projection is due: at once after a block, else at the minimum interval. */
  isProjectionDue(now: number): boolean {
    return this.changed && now >= this.projectionTime(now);
  }

  /** Records a projection. */
  projected(now: number): void {
    this.lastProjection = now;
    this.changed = false;
    this.changedByBlock = false;
  }

  /** Returns milliseconds until the next step without an event. */
  msToNextStep(now: number): number {
    const next = Math.min(this.nextInfo, this.nextComparison);
    return Math.max(0, (this.changed ? Math.min(next, this.projectionTime(now)) : next) - now);
  }

  private projectionTime(now: number): number {
    return this.changedByBlock ? now : this.lastProjection + this.projectEveryMs;
  }
}
