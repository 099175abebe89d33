import type { CourseTarget, LightningCourse } from '../../lightning/lightning-course.ts';
import type { RandomSource } from '../random-source.ts';

/** Blocks before the first channels, so that outputs exist to fund them. */
const firstChannelHeight = 30;
/** Closed channels for each open one. */
const closedShare = 0.17;
/** Outputs of Lightning nodes that the next channels can be paid from. */
const minOwned = 60;
/** Mempool events for each opening of channels; half as many channels are closed. */
const eventsPerOpening = 1_300;

/** Opens and closes channels while the chain grows. */
export interface ChannelTraffic {
  /**
   * Adds the transactions of channels to the next block of the past.
   * @param progress share of the past that is over, from 0 to 1
   */
  stepPast(height: number, progress: number, time: number): void;
  /** Sometimes opens or closes a channel: called once for each event of the mempool. */
  step(now: number): void;
}

/** Parts of the simulation that channels use. */
export interface ChannelTrafficOptions {
  course: LightningCourse;
  /** Open channels at the end of the past. */
  channelCount: number;
  random: RandomSource;
  past: CourseTarget;
  live: CourseTarget;
}

/** Creates the traffic of channels. */
export function createChannelTraffic(options: ChannelTrafficOptions): ChannelTraffic {
  const { course, channelCount, random, past, live } = options;
  return {
    stepPast(height, progress, time) {
      if (height < firstChannelHeight) return;
      course.runDue(past, height, time);
      const target = channelCount * progress ** 0.8;
      const owned = course.ownedCount;
      for (let missing = minOwned - owned; missing > 0; missing -= 20) course.deposit(past, 20, time);
      for (let tries = 0; tries < 40 && course.openCount < target; tries++) course.open(past, time);
      for (let tries = 0; tries < 20 && course.closingCount < target * closedShare; tries++)
        course.closeSome(past, time);
    },
    step(now) {
      if (random.chance(1 / eventsPerOpening)) {
        if (course.ownedCount < minOwned) course.deposit(live, 20, now);
        course.open(live, now);
      }
      if (random.chance(1 / (2 * eventsPerOpening))) course.closeSome(live, now);
    },
  };
}
