import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { FeeClimate, type FeeRates } from './fee-climate.ts';
import { ReplaceableTxs } from './replaceable-txs.ts';
import { eventWeights, Inscriptions, type TrafficEvent, type TrafficParts, trafficEvents } from './traffic-events.ts';
import { TrafficWallet, type TrafficWalletOptions } from './traffic-wallet.ts';

/** Parts that the traffic generator uses. */
export interface TrafficOptions extends TrafficWalletOptions {
  node: NodeState;
  /** Target number of UTXOs: with fewer, transactions have more outputs; with more, UTXOs are consolidated. */
  utxoTarget: number;
  /** Minimum relay fee rate, sat/vB. */
  floorRate: number;
  /** Default: a load that changes at random. */
  feeRates?: FeeRates;
  /** Relative frequencies of events; default `eventWeights`. */
  weights?: typeof eventWeights;
}

/** Generates transactions and adds them to the mempool. */
export interface Traffic {
  /** Factor of large inscriptions: fills the mempool without using many UTXOs. */
  heaviness: number;
  /**
   * Generates a random event.
   * @returns the entries added, possibly none
   */
  emitTraffic(time: number, what?: TrafficEvent): MempoolEntry[];
  /** Pays from a few large UTXOs to thousands of outputs: fills a block. */
  payOut(time: number, outputs: number, rate: number): MempoolEntry | undefined;
  /** Returns a transaction that is not added to the mempool. */
  hidden(): Uint8Array | undefined;
  /** Returns a replacement with the same inputs that pays `rate`; undefined when its last output cannot pay for it. */
  replace(entry: MempoolEntry, rate: number, time: number): MempoolEntry | undefined;
}

/** Creates a traffic generator. */
export function createTraffic(options: TrafficOptions): Traffic {
  const { node, utxos, keyring, random, utxoTarget, floorRate, weights = eventWeights } = options;
  const wallet = new TrafficWallet(options);
  const climate = options.feeRates ?? new FeeClimate(random, floorRate);
  const replaceable = new ReplaceableTxs(node.mempool);
  const parts: TrafficParts = { wallet, climate, replaceable, inscriptions: new Inscriptions(), keyring, random };
  return {
    heaviness: 1,
    emitTraffic(time, what) {
      const chosen = what ?? random.weighted(weightsFor(weights, utxos.count / utxoTarget, this.heaviness));
      const made = trafficEvents[chosen](parts, time).filter((entry) => entry !== undefined);
      for (const entry of made) {
        if (chosen === 'replacement' || random.chance(0.1)) replaceable.add(entry.txid);
      }
      replaceable.trim();
      return made;
    },
    payOut: (time, outputs, feeRate) => wallet.pay(3, outputs, feeRate, time, 'large'),
    hidden: () => wallet.unsentPayment(() => climate.feeRate()),
    replace: (entry, feeRate, time) => wallet.replace(entry, feeRate, time),
  };
}

/**
 * Returns the frequencies of events.
 * @param stock UTXOs as a share of their target number
 */
export function weightsFor(weights: typeof eventWeights, stock: number, heaviness: number): typeof eventWeights {
  return {
    ...weights,
    largeInscription: weights.largeInscription * heaviness,
    batch: weights.batch * (stock < 0.8 ? 3 : stock > 1.3 ? 0.3 : 1),
    consolidation: weights.consolidation * (stock > 1.3 ? 2 : stock < 0.5 ? 0.1 : 1),
    largeConsolidation: weights.largeConsolidation * (stock > 1.3 ? 2 : stock < 0.5 ? 0 : 1),
  };
}
