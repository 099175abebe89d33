import { displayHash, readWholeTransaction, toHex } from '@glassblock/primitives';
import type { Faults, WrongKind } from './faults.ts';
import type { NodeState } from './state/node-state.ts';
import type { Keyring } from './traffic/keyring.ts';
import { createNamedTxs, type TxBuilder, type TxSpec, txBuilder } from './traffic/named-tx.ts';
import type { RandomSource } from './traffic/random-source.ts';
import type { Simulation } from './traffic/simulation.ts';
import { type Draft, serialise, setValue } from './traffic/tx-maker.ts';

/** Options of a simulated reorg. */
export interface ReorgOptions {
  /** Blocks of the new branch; default: one more than are disconnected. */
  length?: number;
  /**
   * `invalidate`: each block returns its transactions as it is disconnected (`D A A D A C C C`), as after
   * invalidateblock. `overtake`: all blocks are disconnected, then the transactions return, then the new blocks are
   * connected (`D D A A C C C`).
   */
  manner?: 'invalidate' | 'overtake';
  /** Share of the returned transactions that stay unconfirmed; default 0.2. */
  leaveOut?: number;
}

/** Commands of the simulated node. Each takes effect immediately, with events in the order of a real node. */
export interface Commands {
  /**
   * Mines `count` blocks (default 1).
   * @returns their hashes
   * @param what `txs`: exactly these mempool transactions (names or txids, parents first); `empty`: none; `hidden`:
   * this many that were never in the mempool
   */
  mine(count?: number, what?: { txs?: readonly string[]; empty?: boolean; hidden?: number }): string[];
  /**
   * Adds a block like the initial ones, with the transactions between this chain and its side chain.
   * @throws {Error} with the course `mainnet`
   */
  continuePast(): void;
  /**
   * Disconnects `depth` blocks and connects a longer branch.
   * @returns hashes of the new branch
   */
  reorg(depth: number, options?: ReorgOptions): string[];
  /** Disconnects blocks without a replacement, like invalidateblock. */
  disconnect(depth?: number): void;
  /** Starts the description of a transaction. */
  tx(name?: string): TxBuilder;
  /** @returns the txid @throws {Error} with the node's reason */
  addTx(spec?: TxSpec): string;
  /** Returns the txid of a name. */
  txid(name: string): string;
  /**
   * Replaces a mempool transaction by one that pays `feeRate`; its names now refer to the new one.
   * @returns the new txid
   */
  replace(nameOrTxid: string, feeRate: number): string;
  /**
   * Removes a transaction and its descendants, as expiry or a full mempool does.
   * @returns the number removed
   */
  evict(nameOrTxid: string): number;
  /**
   * Mines a block with an unseen transaction that spends the first input of this one.
   * @returns the block hash
   */
  conflict(nameOrTxid: string): string;
  /**
   * Generates `count` random mempool events.
   * @returns the txids added
   */
  emitTraffic(count?: number): string[];
  /** Leaves requests unanswered until `resume`; connections are accepted. */
  stall(): void;
  resume(): void;
  /** Delays each answer by this much; 0 stops it. */
  slow(ms: number): void;
  /** Answers wrongly in this way; `undefined` stops it. */
  wrongAnswers(kind?: WrongKind): void;
  /** Makes the node lack this RPC method, or this REST call (`rest/spenttxouts`). `present` restores it. */
  missing(method: string): void;
  present(method: string): void;
  warmingUp(on: boolean): void;
  initialDownload(on: boolean): void;
  /** Closes both servers and reopens them on the same ports; all counters restart. */
  restart(): Promise<void>;
  /** Stops the clock at this time (seconds); undefined starts it again. */
  setTime(seconds?: number): void;
}

/** Parts that the commands act on. */
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

/** Creates the commands of a simulated node. */
export function createCommands(parts: CommandParts): Commands {
  const { node, simulation, random, keyring, faults, now } = parts;
  const named = createNamedTxs({ node, keyring, random, simulation, network: node.network });

  function entryOf(nameOrTxid: string) {
    const entry = node.mempool.entries.get(named.idOf(nameOrTxid));
    if (entry === undefined) throw new Error(`${nameOrTxid} is not in the mempool`);
    return entry;
  }

  /** Connects blocks which leave some transactions unconfirmed, so that the branches differ. */
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
    continuePast() {
      if (simulation.continuePast === undefined) throw new Error('the past of this course has an end');
      simulation.continuePast(now());
    },
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
        throw new Error('its first prevout is unconfirmed: use its oldest ancestor');
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
