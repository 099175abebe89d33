import type { MempoolFrame } from '@glassblock/mempool';

/** The mempool frame before the engine has published one. */
export const emptyFrame: MempoolFrame = {
  sequence: 0,
  synced: false,
  percent: 0,
  count: 0,
  pollSeconds: undefined,
  info: undefined,
  blocks: [],
  fees: undefined,
  vBytesPerSecond: 0,
  newest: [],
  afterBlock: false,
  watched: [],
  rbfSummary: [],
  rbfChanges: undefined,
};
