import { fromHex, type NetworkRow, parseAddress } from '@glassblock/primitives';
import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { dataScript, type Keyring, type LockKind } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import type { Simulation } from './simulation.ts';
import { type Draft, type OutPoint, serialise, setValue } from './tx-maker.ts';

/** Destination of an output: a script type (a key is chosen), an address, or hex with the prefix `hex:`. */
export type PayTo = Exclude<LockKind, 'inscription'> | (string & {});

/** Description of a transaction to create. */
export interface TxSpec {
  /** A name for later reference; it refers to the newest replacement. */
  name?: string;
  /** Outputs of named transactions or txids; default: a UTXO of the simulation. */
  spends?: readonly { tx: string; vout: number }[];
  /** Outputs; without `sats` an output gets a share of the rest. Default: one p2wpkh output. */
  pays?: readonly { to: PayTo; sats?: number }[];
  /** Text for an OP_RETURN output. */
  note?: string;
  /** sat/vB; default 10. */
  feeRate?: number;
  version?: number;
  locktime?: number;
  sequence?: number;
}

/** `tx('child').spends('parent', 0).pays('p2tr', 5000).feeRate(20).add()` */
export interface TxBuilder {
  spends(tx: string, vout: number): TxBuilder;
  pays(to: PayTo, sats?: number): TxBuilder;
  note(text: string): TxBuilder;
  feeRate(satsPerVByte: number): TxBuilder;
  sequence(value: number): TxBuilder;
  version(value: number): TxBuilder;
  /** Returns the hex of the transaction without sending it. */
  hex(): string;
  /**
   * Adds it to the mempool.
   * @returns its txid
   * @throws {Error} with the node's reason when it is rejected
   */
  add(): string;
}

/** Named transactions of a test. */
export interface NamedTxs {
  build(spec: TxSpec): Uint8Array;
  add(spec: TxSpec, time: number): MempoolEntry;
  /** Returns the txid of a name; a txid refers to itself. */
  idOf(nameOrTxid: string): string;
  rename(name: string, txid: string): void;
  /** Returns the names of this txid. */
  namesOf(txid: string): string[];
}

/** Creates the registry of named transactions. */
export function createNamedTxs(parts: {
  node: NodeState;
  keyring: Keyring;
  random: RandomSource;
  simulation: Simulation;
  network: NetworkRow;
}): NamedTxs {
  const { node, keyring, random, simulation, network } = parts;
  const ids = new Map<string, string>();

  const idOf = (name: string) => ids.get(name) ?? name;

  function scriptFor(to: PayTo): Uint8Array {
    if (to === 'anchor') return keyring.anchor.script;
    if (to.startsWith('hex:')) return fromHex(to.slice(4));
    if (kinds.includes(to))
      return keyring.lock(to as Exclude<LockKind, 'inscription' | 'anchor'>, random.between(600, 640)).script;
    return parseAddress(to, network).script;
  }

  function inputs(spec: TxSpec): { outpoint: OutPoint; value: number; script: Uint8Array }[] {
    if (spec.spends === undefined || spec.spends.length === 0) {
      const [utxo] = simulation.utxos.take(random, 'large', 1);
      if (utxo === undefined) throw new Error('no UTXO left to spend');
      return [{ outpoint: utxo.outpoint, value: utxo.value, script: utxo.lock.script }];
    }
    return spec.spends.map(({ tx, vout }) => {
      const outpoint = { txid: idOf(tx), vout };
      const utxo = node.mempool.utxo(outpoint);
      if (utxo === undefined) throw new Error(`no UTXO ${tx}:${vout}`);
      return { outpoint, value: Number(utxo.value), script: utxo.script };
    });
  }

  function build(spec: TxSpec): Uint8Array {
    const spent = inputs(spec);
    const pays = spec.pays === undefined || spec.pays.length === 0 ? [{ to: 'p2wpkh' }] : spec.pays;
    const outputs: Draft['outputs'] = pays.map((pay) => ({
      value: 'sats' in pay && pay.sats !== undefined ? pay.sats : 0,
      script: scriptFor(pay.to),
    }));
    const open = pays.flatMap((pay, index) => ('sats' in pay && pay.sats !== undefined ? [] : [index]));
    if (spec.note !== undefined) outputs.push({ value: 0, script: dataScript(new TextEncoder().encode(spec.note)) });
    const made = serialise({
      version: spec.version ?? 2,
      locktime: spec.locktime ?? 0,
      inputs: spent.map(({ outpoint, script }) => ({
        outpoint,
        sequence: spec.sequence ?? 0xfffffffd,
        ...(keyring.lockOf(script)?.unlock(random) ?? { scriptSig: new Uint8Array(0), witness: [] }),
      })),
      outputs,
    });
    const fee = Math.ceil(((spec.feeRate ?? 10) * made.weight) / 4);
    const paid = outputs.reduce((sum, output) => sum + output.value, 0);
    const left = spent.reduce((sum, utxo) => sum + utxo.value, 0) - paid - fee;
    if (open.length > 0) {
      if (left < 0) throw new Error('the inputs do not cover outputs and fee');
      open.forEach((output, at) => {
        const share = Math.floor(left / open.length);
        setValue(made, output, at === 0 ? left - share * (open.length - 1) : share);
      });
    }
    return made.bytes;
  }

  return {
    build,
    idOf,
    add(spec, time) {
      const answer = node.mempool.accept(build(spec), time);
      if ('rejection' in answer) throw new Error(answer.rejection.reason);
      if (spec.name !== undefined) ids.set(spec.name, answer.txid);
      return answer;
    },
    rename: (name, txid) => void ids.set(name, txid),
    namesOf: (txid) => [...ids].filter(([, id]) => id === txid).map(([name]) => name),
  };
}

const kinds: readonly string[] = [
  'p2pk',
  'p2pkh',
  'p2sh',
  'p2sh-p2wpkh',
  'p2wpkh',
  'p2wsh',
  'p2tr',
  'p2tr-script',
  'multisig',
];

/** Creates a builder for a transaction spec. */
export function txBuilder(
  named: NamedTxs,
  spec: TxSpec,
  hex: (spec: TxSpec) => string,
  add: (spec: TxSpec) => string,
): TxBuilder {
  const next = (more: TxSpec) => txBuilder(named, { ...spec, ...more }, hex, add);
  return {
    spends: (tx, vout) => next({ spends: [...(spec.spends ?? []), { tx, vout }] }),
    pays: (to, sats) => next({ pays: [...(spec.pays ?? []), sats === undefined ? { to } : { to, sats }] }),
    note: (text) => next({ note: text }),
    feeRate: (feeRate) => next({ feeRate }),
    sequence: (sequence) => next({ sequence }),
    version: (version) => next({ version }),
    hex: () => hex(spec),
    add: () => add(spec),
  };
}
