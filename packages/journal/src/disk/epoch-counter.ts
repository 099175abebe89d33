import { takeEpoch } from '../segments/epoch-files.ts';
import type { Disk } from './disk.ts';

/** Takes new epochs of a directory, each above all earlier ones. */
export class EpochCounter {
  private readonly disk: Disk;
  private readonly directory: string;
  private readonly nowMs: () => number;
  private highest: number;

  /**
   * @param nowMs Unix milliseconds
   * @param highest epoch taken so far, 0 for none
   */
  constructor(disk: Disk, directory: string, nowMs: () => number, highest: number) {
    this.disk = disk;
    this.directory = directory;
    this.nowMs = nowMs;
    this.highest = highest;
  }

  /** Stores the next epoch durably as taken and returns it. Rejects with system errors. */
  async next(): Promise<number> {
    const epoch = Math.max(Math.floor(this.nowMs()), this.highest + 1);
    await takeEpoch(this.disk, this.directory, epoch);
    this.highest = epoch;
    return epoch;
  }
}
