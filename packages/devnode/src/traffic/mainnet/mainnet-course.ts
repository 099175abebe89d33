import type { CourseTarget, LightningCourse } from '../../lightning/lightning-course.ts';
import type { StoredBlock } from '../../state/chain-state.ts';
import type { NodeState } from '../../state/node-state.ts';
import type { Keyring } from '../keyring.ts';
import type { RandomSource } from '../random-source.ts';
import { createMiner, maxBlockWeight, type SideChain, type Simulation } from '../simulation.ts';
import { SpendableUtxos } from '../spendable-utxos.ts';
import { createTraffic } from '../traffic.ts';
import { TrafficWallet } from '../traffic-wallet.ts';
import { createChannelTraffic } from './channel-traffic.ts';
import { mainnetWeights } from './event-weights.ts';
import { FeeDrift } from './fee-drift.ts';
import { createPastBlocks, fullBlocks } from './past-blocks.ts';

/** Options of the mainnet-like course. */
export interface MainnetCourseOptions {
  node: NodeState;
  random: RandomSource;
  keyring: Keyring;
  /** Transactions in the mempool at the start and on average. */
  mempoolSize: number;
  meanBlockSeconds: number;
  /** Minimum relay fee rate, sat/vB. */
  floorRate: number;
  /** Opens and closes channels on the way to so many open ones; undefined: none. */
  lightning?: { course: LightningCourse; channelCount: number } | undefined;
  /** A side chain; undefined: none. */
  sideChain?: SideChain | undefined;
}

/** Past blocks at least: two difficulty adjustments and a part of the third epoch. */
const minBlocks = 2_700;
const daySeconds = 86_400;
const spacing = 600;
const utxoTarget = 45_000;
/** Mean weight of a simulated transaction, WU, and transactions of an event; both measured. */
const meanTxWeight = 1_300;
const txsPerEvent = 1.17;
/** Share of the first mempool with fee rates of the backlog, which earlier blocks would have left. */
const backlogShare = 0.72;
/** Fee rate of transactions of the side chain, as a factor of the median: they are in the next block. */
const sideChainFeeFactor = 4;

/**
 * Creates a simulation that looks like mainnet: thousands of ten-minute blocks with difficulty adjustments, of which the
 * newest are full and as fast as those to come, then full blocks every `meanBlockSeconds` (half as much more or less), and a fee rate that drifts.
 */
export function createMainnetCourse(options: MainnetCourseOptions): Simulation {
  const { node, random, keyring, mempoolSize, meanBlockSeconds } = options;
  const utxos = new SpendableUtxos(node, keyring);
  const climate = new FeeDrift(random, options.floorRate);
  const traffic = createTraffic({ ...options, utxos, utxoTarget, feeRates: climate, weights: mainnetWeights });
  const mine = createMiner(node, traffic, random, keyring);
  const past = createPastBlocks({ node, random, keyring, utxos, climate, utxoTarget });
  const liveTarget: CourseTarget = {
    wallet: new TrafficWallet({ node, utxos, keyring, random }),
    feeRate: () => climate.feeRate(),
    add: () => undefined,
  };
  const sideChainTarget = { ...liveTarget, feeRate: () => sideChainFeeFactor * climate.median };
  const channels =
    options.lightning && createChannelTraffic({ ...options.lightning, random, past: past.target, live: liveTarget });

  return {
    traffic,
    utxos,
    mine,
    begin(now) {
      // a whole first day: charts show sums of days
      const start = Math.floor((now - minBlocks * spacing) / daySeconds) * daySeconds;
      const blocks = Math.round((now - start) / spacing);
      const slow = blocks - fullBlocks;
      const end = now - 20 - fullBlocks * meanBlockSeconds;
      const gaps = Array.from({ length: slow }, () => Math.max(20, random.exponential(spacing)));
      const total = gaps.reduce((sum, gap) => sum + gap, 0);
      let time = start;
      for (let height = 1; height <= blocks; height++) {
        time += height <= slow ? (gaps[height - 1]! / total) * (end - start) : meanBlockSeconds;
        channels?.stepPast(height, height / blocks, Math.floor(time));
        options.sideChain?.step(past.target, height, Math.floor(time), false);
        past.connect(height, blocks - height, Math.floor(time));
        options.sideChain?.stepPast(Math.floor(time));
      }
      for (let tries = 0; node.mempool.entries.size < mempoolSize && tries < mempoolSize * 3; tries++) {
        const share = node.mempool.entries.size / mempoolSize;
        climate.isBacklog = share < backlogShare;
        traffic.emitTraffic(Math.floor(now - 5400 * (1 - share)));
      }
      climate.isBacklog = false;
    },
    stepMempool(now) {
      climate.moveTo(now);
      traffic.emitTraffic(now);
      channels?.step(now);
    },
    stepBlock(now): StoredBlock {
      options.lightning?.course.runDue(liveTarget, node.chain.height + 1, now);
      options.sideChain?.step(sideChainTarget, node.chain.height + 1, now, true);
      const kind = random.weighted({ best: 388, accelerated: 6, omitting: 4, empty: 1 });
      if (kind === 'empty') return mine(now, { maxWeight: 0 });
      if (kind === 'accelerated')
        return mine(now, { maxWeight: maxBlockWeight - 40_000, hidden: random.between(3, 20) });
      if (kind === 'omitting') return mine(now, { skip: () => random.chance(0.03) });
      return mine(now);
    },
    untilMempool() {
      const missing = (mempoolSize - node.mempool.entries.size) / mempoolSize;
      const perBlock = maxBlockWeight / meanTxWeight / txsPerEvent;
      return random.exponential(meanBlockSeconds / perBlock / Math.min(2.5, Math.max(0.25, 1 + 2 * missing)));
    },
    untilBlock: () => meanBlockSeconds * (0.67 + 0.66 * random.unit()),
  };
}
