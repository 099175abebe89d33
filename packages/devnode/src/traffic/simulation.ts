import { readWholeTransaction } from '@glassblock/primitives';
import type { CourseTarget } from '../lightning/lightning-course.ts';
import type { StoredBlock } from '../state/chain-state.ts';
import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { selectForBlock } from '../state/template.ts';
import type { Keyring } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import { SpendableUtxos } from './spendable-utxos.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { TrafficWallet } from './traffic-wallet.ts';

/** Options of the simulation. */
export interface SimulationOptions {
  node: NodeState;
  random: RandomSource;
  keyring: Keyring;
  /** Blocks at the start, without the genesis block. */
  blocks: number;
  /** Mean time between the initial blocks; default 600. */
  pastBlockSeconds?: number | undefined;
  /** Transactions in the mempool at the start and on average. */
  mempoolSize: number;
  meanBlockSeconds: number;
  txPerSecond: number;
  /** Minimum relay fee rate, sat/vB. */
  floorRate: number;
  /** A side chain; undefined: none. */
  sideChain?: SideChain | undefined;
}

/** A chain that is pegged to this one. */
export interface SideChain {
  /** Adds transactions to the next block. */
  step(target: CourseTarget, height: number, time: number, isLive: boolean): void;
  /** Follows a block of the past. */
  stepPast(time: number): void;
}

/** Options of a simulated block. */
export interface MineOptions {
  /** Maximum weight of the transactions. */
  maxWeight?: number;
  /** These mempool transactions, parents first, instead of the best paying ones. */
  txids?: readonly string[];
  /** Left out of the block, with their descendants. */
  skip?: (entry: MempoolEntry) => boolean;
  /** Number of transactions that were never in the mempool. */
  hidden?: number;
}

/** The simulated course of events: initial chain and mempool, then step by step. Time is an argument of every step. */
export interface Simulation {
  readonly traffic: Traffic;
  readonly utxos: SpendableUtxos;
  /** Creates the initial chain, which ends about `now` (seconds). */
  begin(now: number): void;
  /** Adds a block as the initial ones; undefined where these have a course of their own. */
  continuePast?(time: number): void;
  /** Runs one mempool event. */
  stepMempool(now: number): void;
  /** Mines a block of random size. */
  stepBlock(now: number): StoredBlock;
  mine(now: number, options?: MineOptions): StoredBlock;
  /** Seconds until the next mempool event. */
  untilMempool(): number;
  untilBlock(): number;
}

/** Maximum weight of the transactions of a block. */
export const maxBlockWeight = 3_992_000;
/** Fee rate of transactions of the side chain, sat/vB. */
const sideChainFeeRate = 20;

/** Creates a simulation. */
export function createSimulation(options: SimulationOptions): Simulation {
  const { node, random, keyring, blocks, mempoolSize, sideChain, pastBlockSeconds: spacing = 600 } = options;
  const utxos = new SpendableUtxos(node, keyring);
  const utxoTarget = Math.max(200, mempoolSize * 9);
  const traffic = createTraffic({ ...options, utxos, utxoTarget });

  const mine = createMiner(node, traffic, random, keyring);
  const wallet = new TrafficWallet({ node, utxos, keyring, random });
  const target = { wallet, feeRate: () => sideChainFeeRate, add: () => undefined };

  /** Contents of the initial blocks: first the UTXOs are split, then random traffic; four blocks are full. */
  function pastBlock(height: number, time: number): void {
    const room = Math.max(4, Math.round(mempoolSize / 75));
    if (height <= 3) return void mine(time);
    const fullOnes = [0.3, 0.55, 0.75, 0.95].map((part) => Math.round(blocks * part));
    if (fullOnes.includes(height) || height === 4) {
      const outputs = Math.min(28_000, Math.ceil(utxoTarget / 3.2));
      for (let left = height === 4 ? 300 : outputs; left > 0; left -= 2000) {
        traffic.payOut(time, Math.min(left, 2000), 6 + 10 * random.unit());
      }
      const heavy = height > 4 && mempoolSize >= 1000 ? 85 : 0;
      for (let left = heavy; left > 0; left--) traffic.emitTraffic(time, 'largeInscription');
      return void mine(time);
    }
    for (let left = random.between(room >> 1, room * 2); left > 0; left--)
      traffic.emitTraffic(time - random.between(0, 500));
    if (random.chance(0.04)) mine(time, { maxWeight: 0 });
    else mine(time, random.chance(0.25) ? { maxWeight: 200_000 } : {});
  }

  /** Adds a block, and follows it on the side chain. */
  function stepPast(height: number, time: number): void {
    sideChain?.step(target, height, time, false);
    pastBlock(height, time);
    sideChain?.stepPast(time);
  }

  return {
    traffic,
    utxos,
    mine,
    continuePast: (time) => stepPast(node.chain.height + 1, time),
    begin(now) {
      const gaps = Array.from({ length: blocks }, () => Math.max(20, random.exponential(spacing)));
      const total = gaps.reduce((sum, gap) => sum + gap, 0);
      let time = now - blocks * spacing;
      for (let height = 1; height <= blocks; height++) {
        time += (gaps[height - 1]! / total) * (blocks * spacing - 45);
        stepPast(height, Math.floor(time));
      }
      traffic.heaviness = 6;
      for (let tries = 0; node.mempool.entries.size < mempoolSize && tries < mempoolSize * 3; tries++) {
        traffic.emitTraffic(Math.floor(now - 5400 * (1 - node.mempool.entries.size / mempoolSize)));
      }
    },
    stepMempool(now) {
      if (random.chance(0.002)) {
        const oldest = node.mempool.entries.values().next().value;
        if (oldest !== undefined) node.mempool.remove(oldest.txid);
      }
      traffic.emitTraffic(now);
    },
    stepBlock(now) {
      sideChain?.step(target, node.chain.height + 1, now, true);
      const { size } = node.mempool.entries;
      const kind = random.weighted({ empty: 5, full: size > mempoolSize * 0.7 ? 30 : 5, part: 60 });
      const hidden = random.chance(0.3) ? random.between(1, 4) : 0;
      if (kind === 'empty') return mine(now, { maxWeight: 0 });
      if (kind === 'full') return mine(now, { hidden });
      return mine(now, { maxWeight: random.between(400_000, 2_200_000), hidden });
    },
    untilMempool() {
      const missing = (mempoolSize - node.mempool.entries.size) / Math.max(mempoolSize, 1);
      return random.exponential(1 / (options.txPerSecond * Math.min(4, Math.max(0.4, 1 + 4 * missing))));
    },
    untilBlock: () => random.exponential(options.meanBlockSeconds),
  };
}

/** Returns a function that mines a block: the best paying transactions unless options say otherwise. */
export function createMiner(
  node: NodeState,
  traffic: Traffic,
  random: RandomSource,
  keyring: Keyring,
): Simulation['mine'] {
  return function mine(now, { maxWeight = maxBlockWeight, txids, skip, hidden = 0 } = {}) {
    const chosen =
      txids === undefined
        ? selectForBlock(node.mempool, maxWeight, skip)
        : txids.map((txid) => node.mempool.entries.get(txid)!);
    const txs = chosen.map((entry) => entry.tx);
    let fees = chosen.reduce((total, entry) => total + entry.fee, 0);
    for (let i = 0; i < hidden; i++) {
      const bytes = traffic.hidden();
      if (bytes === undefined) break;
      const tx = readWholeTransaction(bytes);
      txs.push(tx);
      fees += node.feeOf(tx) ?? 0;
    }
    return node.connect(node.makeBlock({ txs, fees }, now, random, keyring), txs);
  };
}
