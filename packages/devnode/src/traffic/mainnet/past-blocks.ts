import type { CourseTarget } from '../../lightning/lightning-course.ts';
import type { NodeState } from '../../state/node-state.ts';
import type { Keyring } from '../keyring.ts';
import type { RandomSource } from '../random-source.ts';
import { ReplaceableTxs } from '../replaceable-txs.ts';
import { maxBlockWeight } from '../simulation.ts';
import type { SpendableUtxos } from '../spendable-utxos.ts';
import { weightsFor } from '../traffic.ts';
import { Inscriptions, type TrafficParts, trafficEvents } from '../traffic-events.ts';
import { TrafficWallet } from '../traffic-wallet.ts';
import { pastWeights } from './event-weights.ts';
import type { FeeDrift } from './fee-drift.ts';
import { PastMempool } from './past-mempool.ts';

/** The newest blocks of the past, which are full and as fast as the following ones. */
export const fullBlocks = 16;
/** Blocks of the last day, with fewer transactions than full ones. */
const dayBlocks = 144;

/** Options of past blocks. */
export interface PastBlocksOptions {
  node: NodeState;
  random: RandomSource;
  keyring: Keyring;
  utxos: SpendableUtxos;
  climate: FeeDrift;
  /** UTXOs at the end. */
  utxoTarget: number;
}

/** Blocks before the start of the simulation. */
export interface PastBlocks {
  /** Adds transactions to the next block. */
  readonly target: CourseTarget;
  /**
   * Makes and connects the next block.
   * @param age blocks after this one
   */
  connect(height: number, age: number, time: number): void;
}

/** Creates the source of past blocks. */
export function createPastBlocks(options: PastBlocksOptions): PastBlocks {
  const { node, random, keyring, utxos, climate, utxoTarget } = options;
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

  function addEvent(time: number): void {
    const event = random.weighted(weightsFor(pastWeights, utxos.count / utxoTarget, 1));
    past.addGroup(trafficEvents[event](parts, time).filter((entry) => entry !== undefined));
  }

  /** Splits large UTXOs into a number of outputs. */
  function addPayOut(outputs: number, time: number): void {
    const entry = wallet.pay(2, outputs, climate.feeRate(), time, 'large');
    if (entry !== undefined) past.addGroup([entry]);
  }

  function fill(time: number): void {
    const target = maxBlockWeight - random.between(500, 9_000);
    // the last events must fit: a batch or a large consolidation may not
    while (past.weight < target - 400_000) addEvent(time);
    while (past.weight < target) {
      const entry = wallet.pay(random.chance(0.6) ? 1 : 2, 1, climate.feeRate(), time);
      if (entry === undefined) break;
      past.addGroup([entry]);
    }
  }

  return {
    target: { wallet, feeRate: () => climate.feeRate(), add: (entries) => past.addGroup(entries) },
    connect(height, age, time) {
      climate.moveTo(time);
      if (age < fullBlocks) fill(time);
      else if (age < dayBlocks) {
        addPayOut(Math.ceil(utxoTarget / (dayBlocks - fullBlocks)), time);
        for (let left = random.between(20, 60); left > 0; left--) addEvent(time);
      } else if (height > 20 && random.chance(0.3)) {
        addEvent(time);
      }
      const content = past.takeAll();
      node.connect(node.makeBlock(content, time, random, keyring), content.txs);
    },
  };
}
