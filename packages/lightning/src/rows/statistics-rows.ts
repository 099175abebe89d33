import { f64, record, u32, type ValueOf } from '@glassblock/primitives/records';

/** Statistics of the graph in an hour or a day. */
export const statisticsRow = record({
  /** Unix seconds of the last computation in this period. */
  time: u32,
  nodeCount: u32,
  channelCount: u32,
  totalCapacitySats: f64,
  torNodes: u32,
  clearnetNodes: u32,
  bothNodes: u32,
  unannouncedNodes: u32,
  meanCapacitySats: f64,
  medianCapacitySats: f64,
  meanFeeRatePpm: f64,
  medianFeeRatePpm: f64,
  meanBaseFeeMsat: f64,
  medianBaseFeeMsat: f64,
});
/** Statistics of the graph in an hour or a day. */
export type StatisticsRow = ValueOf<typeof statisticsRow>;

/** Statistics of a node on a day on which they changed. */
export const nodeDayRow = record({ capacitySats: f64, channelCount: u32 });
