import type { MempoolEntry } from '../state/mempool-state.ts';
import type { FeeRates } from './fee-climate.ts';
import { dataScript, type Keyring } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import type { ReplaceableTxs } from './replaceable-txs.ts';
import type { TrafficWallet } from './traffic-wallet.ts';
import type { Draft } from './tx-maker.ts';

const notes = [
  'hello from the simulated node',
  'the demo chain has no value',
  'every block a page',
  'proof of existence 7b2e',
  'order 10-4471 paid',
  'gm',
];
const maxInscriptionBytes = 90_000;
const inscriptionText =
  'Glassblock demo inscription, repeated to a random length between a hundred bytes and ninety kilobytes. ';

/** Relative frequencies of simulated traffic. */
export const eventWeights = {
  payment: 100,
  smallBatch: 14,
  batch: 6,
  consolidation: 9,
  largeConsolidation: 4,
  chain: 8,
  childPaysForParent: 5,
  replacement: 7,
  note: 5,
  inscription: 5,
  largeInscription: 2,
  anchorPair: 3,
};
/** Kinds of simulated traffic. */
export type TrafficEvent = keyof typeof eventWeights;

/** Parts that traffic events use. */
export interface TrafficParts {
  wallet: TrafficWallet;
  climate: FeeRates;
  replaceable: ReplaceableTxs;
  inscriptions: Inscriptions;
  keyring: Keyring;
  random: RandomSource;
}

type Entries = (MempoolEntry | undefined)[];

/** Generates the transactions of an event, Unix time; undefined for those that were not accepted. */
export const trafficEvents: Record<TrafficEvent, (parts: TrafficParts, time: number) => Entries> = {
  payment: ({ wallet, climate, random }, time) => {
    const inputs = random.weighted({ 1: 6, 2: 3, 3: 1 }) === '1' ? 1 : random.between(2, 3);
    return [wallet.pay(inputs, random.chance(0.85) ? 1 : 2, climate.feeRate(), time)];
  },
  smallBatch: ({ wallet, climate, random }, time) => [
    wallet.pay(random.between(1, 3), random.between(4, 25), climate.feeRate(), time),
  ],
  batch: ({ wallet, climate, random }, time) => [
    wallet.pay(2, random.between(60, 900), climate.feeRate(), time, 'large'),
  ],
  consolidation: ({ wallet, climate, random }, time) => [
    wallet.pay(random.between(6, 40), 0, climate.feeRate() * 0.7, time),
  ],
  largeConsolidation: ({ wallet, climate, random }, time) => [
    wallet.pay(random.between(60, 260), 0, climate.feeRate() * 0.5, time),
  ],
  chain: ({ wallet, climate, random }, time) => {
    const links = [wallet.pay(1, 1, climate.feeRate(), time)];
    for (let i = random.between(1, 6); i > 0; i--) links.push(wallet.child(links.at(-1), climate.feeRate(), time));
    return links;
  },
  childPaysForParent: ({ wallet, climate, random }, time) => {
    const parent = wallet.pay(random.between(1, 4), 1, climate.lowFeeRate(1.05), time);
    return [parent, wallet.child(parent, climate.feeRate() * 4 + 3, time)];
  },
  replacement: ({ wallet, replaceable, random }, time) => {
    const old = replaceable.pick(random);
    if (old === undefined) return [];
    const oldRate = old.fee / old.vsize;
    return [wallet.replace(old, Math.max(oldRate * (1.2 + random.unit()), oldRate + 1.5), time)];
  },
  note: ({ wallet, climate, random }, time) => {
    const taken = wallet.take(1, 'small');
    const note = { value: 0, script: dataScript(new TextEncoder().encode(random.pick(notes))) };
    const inputs = wallet.inputsOf(taken);
    const outputs = [note, { value: 0, script: wallet.someLock().script }];
    return [wallet.submit(taken, { inputs, outputs }, climate.feeRate(), time)];
  },
  inscription: (parts, time) => inscribe(parts, parts.random.between(60, 900), time),
  largeInscription: (parts, time) => inscribe(parts, parts.random.between(8_000, maxInscriptionBytes), time),
  anchorPair,
};

/** Contents of inscriptions, each with its number. */
export class Inscriptions {
  private readonly text = new TextEncoder().encode(
    inscriptionText.repeat(Math.ceil(maxInscriptionBytes / inscriptionText.length)),
  );
  private count = 0;

  /** Returns the next content and its number. */
  next(contentBytes: number): { content: Uint8Array; number: number } {
    const number = this.count++;
    const content = this.text.slice(0, contentBytes);
    content.set(new TextEncoder().encode(`#${number} `).subarray(0, contentBytes));
    return { content, number };
  }
}

/** A commit transaction and the reveal transaction of its script. */
function inscribe(
  { wallet, climate, inscriptions, keyring, random }: TrafficParts,
  contentBytes: number,
  time: number,
): Entries {
  const { content, number } = inscriptions.next(contentBytes);
  const lock = keyring.inscription(number % 50, 'text/plain;charset=utf-8', content);
  const taken = wallet.take(1, 'large');
  if (taken.length === 0) return [];
  const feeRate = climate.feeRate();
  const reserve = Math.ceil((contentBytes / 4 + 400) * feeRate) + 20_000;
  const draft: Draft = {
    inputs: wallet.inputsOf(taken),
    outputs: [
      { value: reserve, script: lock.script },
      { value: 0, script: wallet.someLock().script },
    ],
  };
  const commit = wallet.submit(taken, draft, feeRate, time);
  if (commit === undefined) return [];
  const reveal = [{ outpoint: { txid: commit.txid, vout: 0 }, value: reserve, lock }];
  const keeper = keyring.lock('p2tr', random.between(0, 400)).script;
  const inputs = wallet.inputsOf(reveal);
  return [commit, wallet.submit(reveal, { inputs, outputs: [{ value: 0, script: keeper }] }, feeRate, time)];
}

/** A parent at the minimum fee rate with an anchor output, and the child that spends it and pays for both (version 3). */
function anchorPair({ wallet, climate, keyring }: TrafficParts, time: number): Entries {
  const taken = wallet.take(1, 'small');
  const own = wallet.someLock().script;
  const draft: Draft = {
    version: 3,
    inputs: wallet.inputsOf(taken),
    outputs: [
      { value: 240, script: keyring.anchor.script },
      { value: 0, script: own },
    ],
  };
  const parent = wallet.submit(taken, draft, climate.lowFeeRate(1.02), time);
  if (parent === undefined) return [];
  const mine = wallet.utxoOf(parent, 1);
  if (mine === undefined) return [parent];
  const both = [{ outpoint: { txid: parent.txid, vout: 0 }, value: 240, lock: keyring.anchor }, mine];
  const inputs = wallet.inputsOf(both);
  const childDraft = { version: 3, inputs, outputs: [{ value: 0, script: wallet.someLock().script }] };
  return [parent, wallet.submit(both, childDraft, climate.feeRate() * 2.5, time)];
}
