import { displayHash, readWholeTransaction, toHex } from '@glassblock/primitives';
import type { Faults, WrongKind } from './faults.ts';
import type { Keyring } from './keyring.ts';
import { createNamedTxs, type TxBuilder, type TxSpec, txBuilder } from './named-tx.ts';
import type { NodeState } from './node-state.ts';
import type { RandomSource } from './random-source.ts';
import type { Simulation } from './simulation.ts';
import { type Draft, serialise, setValue } from './tx-maker.ts';

export interface ReorgOptions {
  /** Blocks of the new branch; one more than those taken back unless told. */
  length?: number;
  /** `invalidate`: each block gives its transactions back as it goes (`D A A D A C C C`), as after invalidateblock.
   *  `overtake`: all blocks go, then the transactions come back, then the new blocks are told (`D D A A C C C`). */
  manner?: 'invalidate' | 'overtake';
  /** Share of the returned transactions that the new blocks leave in the pool; 0.2 unless told. */
  leaveOut?: number;
}

/** What one can make the simulated node do. Each takes effect at once, and its events are told in the order of a real node. */
export interface Commands {
  /** Finds `count` blocks (one). @returns their hashes
   *  @param what  `txs`: exactly these of the pool (names or txids, parents first); `empty`: none; `hidden`: so many that
   *  the pool never saw */
  mine(count?: number, what?: { txs?: readonly string[]; empty?: boolean; hidden?: number }): string[];
  /** Takes `depth` blocks back and puts a longer branch in their place. @returns hashes of the new branch */
  reorg(depth: number, options?: ReorgOptions): string[];
  /** Takes blocks back and leaves it at that, like invalidateblock. */
  disconnect(depth?: number): void;
  /** Begins a sentence about a transaction. */
  tx(name?: string): TxBuilder;
  /** @returns the txid @throws {Error} with the node's reason */
  addTx(spec?: TxSpec): string;
  /** The txid behind a name. */
  txid(name: string): string;
  /** Replaces a transaction of the pool by one that pays `feeRate`; its names now mean the new one. @returns the new txid */
  replace(nameOrTxid: string, feeRate: number): string;
  /** Lets the pool forget a transaction and its descendants, as expiry or a full pool does. @returns how many went */
  evict(nameOrTxid: string): number;
  /** Mines a block with a transaction, never seen before, that spends the first coin of this one. @returns the block's hash */
  conflict(nameOrTxid: string): string;
  /** Lets `count` ordinary things happen in the pool. @returns the txids that entered */
  emitTraffic(count?: number): string[];
  /** No request is answered until `resume`; connections are accepted. */
  stall(): void;
  resume(): void;
  /** Each answer comes so much later; 0 ends it. */
  slow(ms: number): void;
  /** Answers are wrong in this way until `undefined` is given. */
  wrongAnswers(kind?: WrongKind): void;
  /** The node does not know this RPC method, or this REST call (`rest/spenttxouts`). `present` ends it. */
  missing(method: string): void;
  present(method: string): void;
  warmingUp(on: boolean): void;
  initialDownload(on: boolean): void;
  /** Closes both servers and opens them again on their ports; all counters begin anew. */
  restart(): Promise<void>;
  /** Sets the clock (seconds), which stands still from then on; undefined lets it run again. */
  setTime(seconds?: number): void;
}

export interface CommandParts {
  node: NodeState;
  simulation: Simulation;
  random: RandomSource;
  keyring: Keyring;
  faults: Faults;
  now(): number;
  setTime(seconds: number | undefined): void;
  restart(): Promise<void>;
}

export function createCommands(parts: CommandParts): Commands {
  const { node, simulation, random, keyring, faults, now } = parts;
  const named = createNamedTxs({ node, keyring, random, simulation, network: node.network });

  function entryOf(nameOrTxid: string) {
    const entry = node.mempool.entries.get(named.idOf(nameOrTxid));
    if (entry === undefined) throw new Error(`${nameOrTxid} is not in the pool`);
    return entry;
  }

  /** Blocks on the tip which leave some transactions in the pool, so that the branches differ. */
  function branch(length: number, leaveOut: number): string[] {
    const left = new Set([...node.mempool.entries.keys()].filter(() => random.chance(leaveOut)));
    return Array.from({ length }, () => simulation.mine(now(), { skip: (entry) => left.has(entry.txid) }).hash);
  }

  function mine(count = 1, what: { txs?: readonly string[]; empty?: boolean; hidden?: number } = {}): string[] {
    return Array.from({ length: count }, (_, index) => {
      const { txs, empty = false, hidden = 0 } = what;
      const txids = txs === undefined ? {} : { txids: index > 0 ? [] : txs.map((name) => entryOf(name).txid) };
      return simulation.mine(now(), { ...txids, ...(empty ? { maxWeight: 0 } : {}), hidden }).hash;
    });
  }

  return {
    mine,
    reorg(depth, { length = depth + 1, manner = 'invalidate', leaveOut = 0.2 } = {}) {
      const blocks = Array.from({ length: depth }, () => node.disconnect(now(), manner === 'invalidate'));
      if (manner === 'overtake') for (const block of blocks.toReversed()) node.giveBack(block, now());
      node.mempool.removeOrphaned();
      return branch(length, leaveOut);
    },
    disconnect(depth = 1) {
      for (let i = 0; i < depth; i++) node.disconnect(now());
      node.mempool.removeOrphaned();
    },
    tx: (name) =>
      txBuilder(
        named,
        name === undefined ? {} : { name },
        (spec) => toHex(named.build(spec)),
        (spec) => named.add(spec, now()).txid,
      ),
    addTx: (spec = {}) => named.add(spec, now()).txid,
    txid: named.idOf,
    replace(nameOrTxid, feeRate) {
      const old = entryOf(nameOrTxid);
      const names = named.namesOf(old.txid);
      const entry = simulation.traffic.replace(old, feeRate, now());
      if (entry === undefined) throw new Error(`${nameOrTxid} cannot be replaced at ${feeRate} sat/vB`);
      for (const name of names) named.rename(name, entry.txid);
      return entry.txid;
    },
    evict: (nameOrTxid) => node.mempool.remove(entryOf(nameOrTxid).txid).length,
    conflict(nameOrTxid) {
      const victim = entryOf(nameOrTxid);
      const outpoint = victim.inputs[0]!;
      const value = Number(victim.spent[0]!.value);
      if (node.chain.utxo(outpoint.txid, outpoint.vout) === undefined) {
        throw new Error('its first coin is not in the chain: take its oldest ancestor');
      }
      const unlocking = keyring.lockOf(victim.spent[0]!.script)?.unlock(random) ?? {
        scriptSig: new Uint8Array(0),
        witness: [],
      };
      const draft: Draft = {
        inputs: [{ outpoint, sequence: 0xffffffff, ...unlocking }],
        outputs: [{ value: 0, script: keyring.lock('p2wpkh', 7).script }],
      };
      const made = serialise(draft);
      const fee = Math.min(value, Math.ceil(made.weight * 2));
      setValue(made, 0, value - fee);
      const content = { txs: [readWholeTransaction(made.bytes)], fees: fee };
      return node.connect(node.makeBlock(content, now(), random, keyring)).hash;
    },
    emitTraffic: (count = 1) =>
      Array.from({ length: count }, () =>
        simulation.traffic.emitTraffic(now()).map((entry) => displayHash(entry.tx.txid)),
      ).flat(),
    stall: () => faults.stall(),
    resume: () => faults.resume(),
    slow: (ms) => void (faults.delayMs = Math.max(0, Math.min(ms, 600_000))),
    wrongAnswers: (kind) => void (faults.wrong = kind),
    missing: (method) => void faults.missing.add(method),
    present: (method) => void faults.missing.delete(method),
    warmingUp: (on) => void (faults.warmingUp = on),
    initialDownload: (on) => void (faults.initialDownload = on),
    restart: parts.restart,
    setTime: (seconds) => parts.setTime(seconds),
  };
}
