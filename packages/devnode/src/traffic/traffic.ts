import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { dataScript, type Keyring, type Lock, type LockKind } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import type { SpendableUtxo, SpendableUtxos } from './spendable-utxos.ts';
import { type Draft, serialise, setValue } from './tx-maker.ts';

/** Load of the network: median fee rate, sat/vB. */
const climates = { calm: 1.6, normal: 4, busy: 11, burst: 45 } as const;

const kinds: Readonly<Record<Exclude<LockKind, 'inscription' | 'anchor'>, number>> = {
  p2wpkh: 42,
  p2tr: 20,
  p2pkh: 12,
  'p2sh-p2wpkh': 8,
  p2sh: 5,
  p2wsh: 6,
  'p2tr-script': 4,
  multisig: 1,
  p2pk: 1,
};

const trafficEvents = {
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
export type TrafficEvent = keyof typeof trafficEvents;

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

/** Parts that the traffic generator uses. */
export interface TrafficOptions {
  node: NodeState;
  utxos: SpendableUtxos;
  keyring: Keyring;
  random: RandomSource;
  /** Target number of UTXOs: with fewer, transactions have more outputs; with more, UTXOs are consolidated. */
  utxoTarget: number;
  /** Minimum relay fee rate, sat/vB. */
  floorRate: number;
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
  const { node, utxos, keyring, random } = options;
  let climate: keyof typeof climates = 'normal';
  let climateLeft = 0;
  let inscriptions = 0;
  const inscriptionBytes = new TextEncoder().encode(
    inscriptionText.repeat(Math.ceil(maxInscriptionBytes / inscriptionText.length)),
  );
  const replaceable: string[] = [];

  function rate(): number {
    if (climateLeft-- <= 0) {
      climate = random.weighted({ calm: 4, normal: 5, busy: 3, burst: 1 });
      climateLeft = random.between(150, 600);
    }
    return Math.max(options.floorRate * 1.02, random.around(climates[climate], 0.7));
  }

  /** Addresses are reused: a few often, most rarely. */
  function someLock(): Lock {
    const hot = random.chance(0.12);
    const index = hot ? random.between(0, 5) : random.between(20, 320);
    const kind = hot ? random.pick(['p2wpkh', 'p2pkh', 'p2tr'] as const) : random.weighted(kinds);
    return keyring.lock(kind, kind === 'p2tr-script' ? index % 64 : index);
  }

  const takeUtxos = (count: number, size: 'small' | 'large') => utxos.take(random, size, count);

  function giveUp(taken: readonly SpendableUtxo[]): undefined {
    for (const utxo of taken) utxos.offer(utxo.outpoint);
    return undefined;
  }

  function inputsOf(taken: readonly SpendableUtxo[]): Draft['inputs'] {
    return taken.map(({ outpoint, lock }) => ({ outpoint, sequence: 0xfffffffd, ...lock.unlock(random) }));
  }

  /** Serializes a draft whose last output receives the rest after the fee; undefined when too little is left. */
  function settle(taken: readonly SpendableUtxo[], draft: Draft, feeRate: number): Uint8Array | undefined {
    const made = serialise(draft);
    const fee = Math.ceil((feeRate * made.weight) / 4);
    const last = draft.outputs.length - 1;
    const spent = taken.reduce((total, utxo) => total + utxo.value, 0);
    const paid = draft.outputs.reduce((total, output, index) => total + (index === last ? 0 : output.value), 0);
    const left = spent - paid - fee;
    if (left < 1000) return undefined;
    setValue(made, last, left);
    return made.bytes;
  }

  function submit(
    taken: readonly SpendableUtxo[],
    draft: Draft,
    feeRate: number,
    time: number,
  ): MempoolEntry | undefined {
    if (taken.length === 0) return undefined;
    const bytes = settle(taken, draft, feeRate);
    if (bytes === undefined) return giveUp(taken);
    const answer = node.mempool.accept(bytes, time);
    return 'rejection' in answer ? giveUp(taken) : answer;
  }

  /** Pays random amounts to different recipients from `taken`, the rest as change. */
  function spread(taken: readonly SpendableUtxo[], count: number): Draft {
    const total = taken.reduce((sum, utxo) => sum + utxo.value, 0);
    const share = (total * 0.8) / Math.max(count, 1);
    const outputs = Array.from({ length: count }, () => ({
      value: Math.max(1000, Math.floor(Math.min(share, random.around(share / 3, 0.8)))),
      script: someLock().script,
    }));
    return {
      inputs: inputsOf(taken),
      outputs: [...outputs, { value: 0, script: (taken[0] && random.chance(0.4) ? taken[0].lock : someLock()).script }],
      locktime: random.chance(0.3) ? node.chain.height : 0,
    };
  }

  function pay(inputs: number, outputs: number, feeRate: number, time: number, size: 'small' | 'large' = 'small') {
    const taken = takeUtxos(inputs, size);
    return submit(taken, spread(taken, outputs), feeRate, time);
  }

  function utxoOf(entry: MempoolEntry, vout: number): SpendableUtxo | undefined {
    const outpoint = { txid: entry.txid, vout };
    if (vout >= entry.tx.outputCount || node.mempool.spender(outpoint) !== undefined) return undefined;
    const { value, script } = entry.tx.output(vout);
    const lock = keyring.lockOf(script);
    return lock === undefined || typeof value !== 'number' || value < 5000 ? undefined : { outpoint, value, lock };
  }

  function child(parent: MempoolEntry | undefined, feeRate: number, time: number): MempoolEntry | undefined {
    if (parent === undefined) return undefined;
    const utxo = utxoOf(parent, parent.tx.outputCount - 1);
    return utxo === undefined ? undefined : submit([utxo], spread([utxo], random.between(0, 1)), feeRate, time);
  }

  /** A commit transaction and the reveal transaction of its script. */
  function inscribe(contentBytes: number, time: number): MempoolEntry[] {
    const content = inscriptionBytes.slice(0, contentBytes);
    content.set(new TextEncoder().encode(`#${inscriptions} `).subarray(0, contentBytes));
    const lock = keyring.inscription(inscriptions++ % 50, 'text/plain;charset=utf-8', content);
    const taken = takeUtxos(1, 'large');
    if (taken.length === 0) return [];
    const feeRate = rate();
    const reserve = Math.ceil((contentBytes / 4 + 400) * feeRate) + 20_000;
    const commit = submit(
      taken,
      {
        inputs: inputsOf(taken),
        outputs: [
          { value: reserve, script: lock.script },
          { value: 0, script: someLock().script },
        ],
      },
      feeRate,
      time,
    );
    if (commit === undefined) return [];
    const reveal = [{ outpoint: { txid: commit.txid, vout: 0 }, value: reserve, lock }];
    const keeper = keyring.lock('p2tr', random.between(0, 400)).script;
    const entry = submit(reveal, { inputs: inputsOf(reveal), outputs: [{ value: 0, script: keeper }] }, feeRate, time);
    return entry === undefined ? [commit] : [commit, entry];
  }

  /**
   * A parent at the minimum fee rate with an anchor output, and the child that spends it and pays for both (version 3).
   */
  function anchorPair(time: number): MempoolEntry[] {
    const taken = takeUtxos(1, 'small');
    const own = someLock().script;
    const draft: Draft = {
      version: 3,
      inputs: inputsOf(taken),
      outputs: [
        { value: 240, script: keyring.anchor.script },
        { value: 0, script: own },
      ],
    };
    const parent = submit(taken, draft, options.floorRate * 1.02, time);
    if (parent === undefined) return [];
    const mine = utxoOf(parent, 1);
    if (mine === undefined) return [parent];
    const both = [{ outpoint: { txid: parent.txid, vout: 0 }, value: 240, lock: keyring.anchor }, mine];
    const draftOfChild = { version: 3, inputs: inputsOf(both), outputs: [{ value: 0, script: someLock().script }] };
    const spender = submit(both, draftOfChild, rate() * 2.5, time);
    return spender === undefined ? [parent] : [parent, spender];
  }

  /** A mempool transaction that pays for itself and has no descendants. */
  function replaceCandidate(): MempoolEntry | undefined {
    for (let tries = 0; tries < 6 && replaceable.length > 0; tries++) {
      const at = random.between(0, replaceable.length - 1);
      const entry = node.mempool.entries.get(replaceable[at]!);
      if (entry !== undefined && entry.children.size === 0) return entry;
      replaceable.splice(at, 1);
    }
    return undefined;
  }

  function replace(entry: MempoolEntry, feeRate: number, time: number): MempoolEntry | undefined {
    const taken: SpendableUtxo[] = [];
    for (const [index, outpoint] of entry.inputs.entries()) {
      const utxo = entry.spent[index]!;
      const lock = keyring.lockOf(utxo.script);
      if (lock === undefined) return undefined;
      taken.push({ outpoint, value: Number(utxo.value), lock });
    }
    const outputs = entry.tx.outputs().map(({ value, script }) => ({ value: Number(value), script }));
    const { version, locktime } = entry.tx;
    const bytes = settle(taken, { version, locktime, inputs: inputsOf(taken), outputs }, feeRate);
    if (bytes === undefined) return undefined;
    const answer = node.mempool.accept(bytes, time);
    return 'rejection' in answer ? undefined : answer;
  }

  function runTraffic(what: TrafficEvent, time: number): (MempoolEntry | undefined)[] {
    switch (what) {
      case 'payment':
        return [
          pay(
            random.weighted({ 1: 6, 2: 3, 3: 1 }) === '1' ? 1 : random.between(2, 3),
            random.chance(0.85) ? 1 : 2,
            rate(),
            time,
          ),
        ];
      case 'smallBatch':
        return [pay(random.between(1, 3), random.between(4, 25), rate(), time)];
      case 'batch':
        return [pay(2, random.between(60, 900), rate(), time, 'large')];
      case 'consolidation':
        return [pay(random.between(6, 40), 0, rate() * 0.7, time)];
      case 'largeConsolidation':
        return [pay(random.between(60, 260), 0, rate() * 0.5, time)];
      case 'chain': {
        const links = [pay(1, 1, rate(), time)];
        for (let i = random.between(1, 6); i > 0; i--) links.push(child(links.at(-1), rate(), time));
        return links;
      }
      case 'childPaysForParent': {
        const parent = pay(random.between(1, 4), 1, options.floorRate * 1.05, time);
        return [parent, child(parent, rate() * 4 + 3, time)];
      }
      case 'replacement': {
        const old = replaceCandidate();
        if (old === undefined) return [];
        const oldRate = old.fee / old.vsize;
        return [replace(old, Math.max(oldRate * (1.2 + random.unit()), oldRate + 1.5), time)];
      }
      case 'note': {
        const taken = takeUtxos(1, 'small');
        const note = { value: 0, script: dataScript(new TextEncoder().encode(random.pick(notes))) };
        return [
          submit(
            taken,
            { inputs: inputsOf(taken), outputs: [note, { value: 0, script: someLock().script }] },
            rate(),
            time,
          ),
        ];
      }
      case 'inscription':
        return inscribe(random.between(60, 900), time);
      case 'largeInscription':
        return inscribe(random.between(8_000, maxInscriptionBytes), time);
      case 'anchorPair':
        return anchorPair(time);
    }
  }

  return {
    heaviness: 1,
    emitTraffic(time, what) {
      const stock = utxos.count / options.utxoTarget;
      const chosen =
        what ??
        random.weighted({
          ...trafficEvents,
          largeInscription: trafficEvents.largeInscription * this.heaviness,
          batch: trafficEvents.batch * (stock < 0.8 ? 3 : stock > 1.3 ? 0.3 : 1),
          consolidation: trafficEvents.consolidation * (stock > 1.3 ? 2 : stock < 0.5 ? 0.1 : 1),
          largeConsolidation: trafficEvents.largeConsolidation * (stock > 1.3 ? 2 : stock < 0.5 ? 0 : 1),
        });
      const made = runTraffic(chosen, time).filter((entry) => entry !== undefined);
      for (const entry of made) {
        if (chosen === 'replacement' || random.chance(0.1)) replaceable.push(entry.txid);
      }
      if (replaceable.length > 2000) replaceable.splice(0, 1000);
      return made;
    },
    payOut: (time, outputs, feeRate) => pay(3, outputs, feeRate, time, 'large'),
    hidden() {
      const taken = takeUtxos(1, 'small');
      const bytes = taken.length === 0 ? undefined : settle(taken, spread(taken, 1), rate());
      return bytes ?? giveUp(taken);
    },
    replace,
  };
}
