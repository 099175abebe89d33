import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import type { Keyring, Lock, LockKind } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import type { SpendableUtxo, SpendableUtxos } from './spendable-utxos.ts';
import { type Draft, type OutPoint, serialise, setValue } from './tx-maker.ts';

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

/** What is known of a transaction when it is made. */
export interface MadeTx {
  readonly inputs: readonly OutPoint[];
  readonly fee: number;
}

/** The parts of a node that the wallet uses. */
export interface WalletNode {
  readonly chain: Pick<NodeState['chain'], 'height'>;
  readonly mempool: Pick<NodeState['mempool'], 'spender'> & {
    /** Adds a transaction to the mempool. @param made the same as its bytes have: a mempool may read them instead */
    accept(raw: Uint8Array, time: number, policy: true, made: MadeTx): ReturnType<NodeState['mempool']['accept']>;
  };
}

/** Parts that the wallet uses. */
export interface TrafficWalletOptions {
  node: WalletNode;
  utxos: SpendableUtxos;
  keyring: Keyring;
  random: RandomSource;
}

/** Makes transactions from its UTXOs and adds them to the mempool. All fee rates are sat/vB. */
export class TrafficWallet {
  private readonly node: WalletNode;
  private readonly utxos: SpendableUtxos;
  private readonly keyring: Keyring;
  private readonly random: RandomSource;

  constructor({ node, utxos, keyring, random }: TrafficWalletOptions) {
    this.node = node;
    this.utxos = utxos;
    this.keyring = keyring;
    this.random = random;
  }

  /** Returns a random lock. Addresses are reused: a few often, most rarely. */
  someLock(): Lock {
    const { random, keyring } = this;
    const hot = random.chance(0.12);
    const index = hot ? random.between(0, 5) : random.between(20, 320);
    const kind = hot ? random.pick(['p2wpkh', 'p2pkh', 'p2tr'] as const) : random.weighted(kinds);
    return keyring.lock(kind, kind === 'p2tr-script' ? index % 64 : index);
  }

  /** Takes UTXOs to be spent; fewer, when there are fewer. */
  take(count: number, size: 'small' | 'large'): SpendableUtxo[] {
    return this.utxos.take(this.random, size, count);
  }

  /** Puts UTXOs back that were taken and not spent. */
  returnUtxos(taken: readonly SpendableUtxo[]): undefined {
    for (const utxo of taken) this.utxos.offer(utxo.outpoint);
    return undefined;
  }

  /** Returns signed inputs that spend UTXOs. */
  inputsOf(taken: readonly SpendableUtxo[]): Draft['inputs'] {
    return taken.map(({ outpoint, lock }) => ({ outpoint, sequence: 0xfffffffd, ...lock.unlock(this.random) }));
  }

  /** Adds a transaction to the mempool; undefined, with the UTXOs put back, when it is not accepted. */
  submit(taken: readonly SpendableUtxo[], draft: Draft, feeRate: number, time: number): MempoolEntry | undefined {
    if (taken.length === 0) return undefined;
    const settled = settle(taken, draft, feeRate);
    if (settled === undefined) return this.returnUtxos(taken);
    const answer = this.accept(settled, draft, time);
    return 'rejection' in answer ? this.returnUtxos(taken) : answer;
  }

  /** Pays random amounts to different recipients from `taken`, the rest as change. */
  spread(taken: readonly SpendableUtxo[], count: number): Draft {
    const { random, node } = this;
    const total = taken.reduce((sum, utxo) => sum + utxo.value, 0);
    const share = (total * 0.8) / Math.max(count, 1);
    const outputs = Array.from({ length: count }, () => ({
      value: Math.max(1000, Math.floor(Math.min(share, random.around(share / 3, 0.8)))),
      script: this.someLock().script,
    }));
    const changeLock = () => (taken[0] && random.chance(0.4) ? taken[0].lock : this.someLock());
    return {
      inputs: this.inputsOf(taken),
      outputs: [...outputs, { value: 0, script: changeLock().script }],
      locktime: random.chance(0.3) ? node.chain.height : 0,
    };
  }

  /** Adds a payment with so many inputs and outputs besides the change. */
  pay(
    inputs: number,
    outputs: number,
    feeRate: number,
    time: number,
    size: 'small' | 'large' = 'small',
  ): MempoolEntry | undefined {
    const taken = this.take(inputs, size);
    return this.submit(taken, this.spread(taken, outputs), feeRate, time);
  }

  /** Adds a transaction that spends the last output of another one. */
  child(parent: MempoolEntry | undefined, feeRate: number, time: number): MempoolEntry | undefined {
    if (parent === undefined) return undefined;
    const utxo = this.utxoOf(parent, parent.tx.outputCount - 1);
    if (utxo === undefined) return undefined;
    return this.submit([utxo], this.spread([utxo], this.random.between(0, 1)), feeRate, time);
  }

  /** Returns an unspent output of a mempool transaction; undefined when it is spent, small or not of this wallet. */
  utxoOf(entry: MempoolEntry, vout: number): SpendableUtxo | undefined {
    const outpoint = { txid: entry.txid, vout };
    if (vout >= entry.tx.outputCount || this.node.mempool.spender(outpoint) !== undefined) return undefined;
    const { value, script } = entry.tx.output(vout);
    const lock = this.keyring.lockOf(script);
    return lock === undefined || typeof value !== 'number' || value < 5000 ? undefined : { outpoint, value, lock };
  }

  /** Returns a payment that is not added to the mempool. */
  unsentPayment(feeRate: () => number): Uint8Array | undefined {
    const taken = this.take(1, 'small');
    const settled = taken.length === 0 ? undefined : settle(taken, this.spread(taken, 1), feeRate());
    return settled?.bytes ?? this.returnUtxos(taken);
  }

  /** Adds a replacement with the same inputs; undefined when its last output cannot pay for it. */
  replace(entry: MempoolEntry, feeRate: number, time: number): MempoolEntry | undefined {
    const taken: SpendableUtxo[] = [];
    for (const [index, outpoint] of entry.inputs.entries()) {
      const utxo = entry.spent[index]!;
      const lock = this.keyring.lockOf(utxo.script);
      if (lock === undefined) return undefined;
      taken.push({ outpoint, value: Number(utxo.value), lock });
    }
    const outputs = entry.tx.outputs().map(({ value, script }) => ({ value: Number(value), script }));
    const { version, locktime } = entry.tx;
    const draft = { version, locktime, inputs: this.inputsOf(taken), outputs };
    const settled = settle(taken, draft, feeRate);
    if (settled === undefined) return undefined;
    const answer = this.accept(settled, draft, time);
    return 'rejection' in answer ? undefined : answer;
  }

  private accept({ bytes, fee }: Settled, draft: Draft, time: number): ReturnType<WalletNode['mempool']['accept']> {
    const inputs = draft.inputs.map(({ outpoint }) => outpoint);
    return this.node.mempool.accept(bytes, time, true, { inputs, fee });
  }
}

interface Settled {
  readonly bytes: Uint8Array;
  readonly fee: number;
}

/** Serializes a draft whose last output receives the rest after the fee; undefined when too little is left. */
function settle(taken: readonly SpendableUtxo[], draft: Draft, feeRate: number): Settled | undefined {
  const made = serialise(draft);
  const fee = Math.ceil((feeRate * made.weight) / 4);
  const last = draft.outputs.length - 1;
  const spent = taken.reduce((total, utxo) => total + utxo.value, 0);
  const paid = draft.outputs.reduce((total, output, index) => total + (index === last ? 0 : output.value), 0);
  const left = spent - paid - fee;
  if (left < 1000) return undefined;
  setValue(made, last, left);
  return { bytes: made.bytes, fee };
}
