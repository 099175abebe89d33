import type { MempoolBlock } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { startInfo } from './liquid-live.ts';

const block = (blockVSize: number): MempoolBlock => ({
  blockSize: 16_157,
  blockVSize,
  nTx: 3,
  totalFees: 180,
  medianFee: 0.1,
  feeRange: [0.1],
});

test('the size of the mempool has no discount, as that of the node', () => {
  const stats = { count: 4, vsize: 1_063, total_fee: 240, fee_histogram: [] };
  expect(startInfo(stats, [block(4_788.5), block(1_850)])).toMatchObject({ size: 4, bytes: 6_639 });
});
