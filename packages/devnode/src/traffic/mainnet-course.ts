import type { CourseTarget, LightningCourse } from '../lightning/lightning-course.ts';
import type { StoredBlock } from '../state/chain-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { FeeDrift } from './fee-drift.ts';
import type { Keyring } from './keyring.ts';
import { PastMempool } from './past-mempool.ts';
import type { RandomSource } from './random-source.ts';
import { ReplaceableTxs } from './replaceable-txs.ts';
import { createMiner, maxBlockWeight, type SideChain, type Simulation } from './simulation.ts';
import { SpendableUtxos } from './spendable-utxos.ts';
import { createTraffic, weightsFor } from './traffic.ts';
import { type eventWeights, Inscriptions, type TrafficParts, trafficEvents } from './traffic-events.ts';
import { TrafficWallet } from './traffic-wallet.ts';

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
/** The newest blocks of the past, which are full and as fast as the following ones. */
export const fullBlocks = 16;
/** Blocks of the last day, with fewer transactions than full ones. */
const dayBlocks = 144;
const spacing = 600;
const utxoTarget = 45_000;
/** Mean weight of a simulated transaction, WU, and transactions of an event; both measured. */
const meanTxWeight = 1_300;
const txsPerEvent = 1.17;

/** Blocks before the first channels, so that there is something to pay with. */
const firstChannelHeight = 30;
/** Closed channels for each open one. */
const closedShare = 0.17;
/** Outputs of Lightning nodes that the next channels can be paid from. */
const minOwned = 60;
/** Mempool events for each opening of channels; half as many channels are closed. */
const eventsPerOpening = 1_300;

/** Events as on mainnet: mostly payments. With the target number of UTXOs their number stays about the same. */
const mainnetWeights: typeof eventWeights = {
  payment: 100,
  smallBatch: 4,
  batch: 0.08,
  consolidation: 2,
  largeConsolidation: 0.2,
  chain: 3,
  childPaysForParent: 1.5,
  replacement: 2,
  note: 3,
  inscription: 6,
  largeInscription: 0.12,
  anchorPair: 0.5,
};

/** In past blocks with fewer inscriptions: each needs a point multiplication, about a millisecond. */
const pastWeights: typeof eventWeights = { ...mainnetWeights, inscription: 0.7, largeInscription: 0.1 };

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
  const past = new PastMempool(node.chain);
  const wallet = new TrafficWallet({ node: { chain: node.chain, mempool: past }, utxos, keyring, random });
  const parts: TrafficParts = {
    wallet,
    climate,
    replaceable: new ReplaceableTxs(node.mempool),
    inscriptions: new Inscriptions(),
    keyring,
    random,
  };

  function addPastEvent(time: number): void {
    const event = random.weighted(weightsFor(pastWeights, utxos.count / utxoTarget, 1));
    past.addGroup(trafficEvents[event](parts, time).filter((entry) => entry !== undefined));
  }

  /** Splits large UTXOs into so many outputs. */
  function addPayOut(outputs: number, time: number): void {
    const entry = wallet.pay(2, outputs, climate.feeRate(), time, 'large');
    if (entry !== undefined) past.addGroup([entry]);
  }

  const pastTarget: CourseTarget = {
    wallet,
    feeRate: () => climate.feeRate(),
    add: (entries) => past.addGroup(entries),
  };
  const liveTarget: CourseTarget = {
    wallet: new TrafficWallet({ node, utxos, keyring, random }),
    feeRate: () => climate.feeRate(),
    add: () => undefined,
  };

  /** @param progress share of the past that is over, from 0 to 1 */
  function addPastChannels(height: number, progress: number, time: number): void {
    if (options.lightning === undefined || height < firstChannelHeight) return;
    const { course, channelCount } = options.lightning;
    course.runDue(pastTarget, height, time);
    const target = channelCount * progress ** 0.8;
    const owned = course.ownedCount;
    for (let missing = minOwned - owned; missing > 0; missing -= 20) course.deposit(pastTarget, 20, time);
    for (let tries = 0; tries < 40 && course.openCount < target; tries++) course.open(pastTarget, time);
    for (let tries = 0; tries < 20 && course.closingCount < target * closedShare; tries++) {
      course.closeSome(pastTarget, time);
    }
  }

  function stepChannels(now: number): void {
    if (options.lightning === undefined) return;
    const { course } = options.lightning;
    if (random.chance(1 / eventsPerOpening)) {
      if (course.ownedCount < minOwned) course.deposit(liveTarget, 20, now);
      course.open(liveTarget, now);
    }
    if (random.chance(1 / (2 * eventsPerOpening))) course.closeSome(liveTarget, now);
  }

  function connectPast(time: number): void {
    node.connect(node.makeBlock(past.takeAll(), time, random, keyring));
  }

  /** @param age blocks after this one */
  function pastBlock(height: number, age: number, time: number): void {
    climate.moveTo(time);
    if (age < fullBlocks) {
      const target = maxBlockWeight - random.between(500, 9_000);
      // the last events must fit: a batch or a large consolidation may not
      while (past.weight < target - 400_000) addPastEvent(time);
      while (past.weight < target) {
        const entry = wallet.pay(random.chance(0.6) ? 1 : 2, 1, climate.feeRate(), time);
        if (entry === undefined) break;
        past.addGroup([entry]);
      }
    } else if (age < dayBlocks) {
      addPayOut(Math.ceil((utxoTarget * 1.0) / (dayBlocks - fullBlocks)), time);
      for (let left = random.between(20, 60); left > 0; left--) addPastEvent(time);
    } else if (height > 20 && random.chance(0.3)) {
      addPastEvent(time);
    }
    connectPast(time);
  }

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
        addPastChannels(height, height / blocks, Math.floor(time));
        options.sideChain?.step(pastTarget, height, Math.floor(time), false);
        pastBlock(height, blocks - height, Math.floor(time));
        options.sideChain?.stepPast(Math.floor(time));
      }
      for (let tries = 0; node.mempool.entries.size < mempoolSize && tries < mempoolSize * 3; tries++) {
        const time = Math.floor(now - 5400 * (1 - node.mempool.entries.size / mempoolSize));
        traffic.emitTraffic(time);
      }
    },
    stepMempool(now) {
      climate.moveTo(now);
      traffic.emitTraffic(now);
      stepChannels(now);
    },
    stepBlock(now): StoredBlock {
      options.lightning?.course.runDue(liveTarget, node.chain.height + 1, now);
      options.sideChain?.step(liveTarget, node.chain.height + 1, now, true);
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
