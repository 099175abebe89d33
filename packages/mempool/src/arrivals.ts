import { createIncomingRate } from './blocks/incoming-rate.ts';
import { createInflowMeter, type Inflow } from './forecast/inflow-meter.ts';
import { none } from './graph/tx-graph.ts';

/** Number of newest transactions in a frame. */
const newestCount = 10;

/** Measures arrivals in the mempool: vB per second, inflow by fee rate, and the newest ids. Times are seconds. */
export class Arrivals {
  private readonly incoming = createIncomingRate();
  private readonly inflow = createInflowMeter();
  /** Ids, oldest first; more than a frame contains, because some of them leave the mempool. */
  private newest: string[] = [];

  /**
   * Counts a new transaction. Those of the initial load (`isSynced` false) do not count as vB per second.
   * @param txid display hex
   * @param figures sats and WU
   */
  add(txid: string, { fee, weight }: { fee: number; weight: number }, time: number, isSynced: boolean): void {
    if (isSynced) this.incoming.add(time, weight / 4);
    this.inflow.add(time, fee / (weight / 4), weight);
    this.newest.push(txid);
  }

  /** Removes the oldest ids; to be called after a batch of additions. */
  trim(): void {
    this.newest = this.newest.slice(-4 * newestCount);
  }

  /** Subtracts a replaced transaction from the inflow; `rate` is its effective fee rate, sat/vB. */
  subtract({ rate, weight }: { rate: number; weight: number }, time: number): void {
    this.inflow.add(time, rate, -weight);
  }

  /** Starts measuring: the mempool is in sync. */
  resume(time: number): void {
    this.incoming.resume(time);
    this.inflow.resume(time);
  }

  /** Stops measuring: the mempool is behind the node. */
  pause(time: number): void {
    this.incoming.pause();
    this.inflow.pause(time);
  }

  /** Returns the mean vB per second of the last minutes. */
  vBytesPerSecond(time: number): number {
    return this.incoming.at(time);
  }

  /** Returns the inflow by fee rate. */
  inflowAt(time: number): Inflow {
    return this.inflow.state(time);
  }

  /** Returns the slots of the newest transactions that are still in the mempool, newest first. */
  newestSlots(find: (txid: string) => number): number[] {
    return this.newest
      .map(find)
      .filter((slot) => slot !== none)
      .slice(-newestCount)
      .reverse();
  }
}
