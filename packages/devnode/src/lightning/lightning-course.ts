import type { Block } from '@glassblock/primitives';
import { idOf } from '../state/ids.ts';
import type { MempoolEntry } from '../state/mempool-state.ts';
import type { NodeState } from '../state/node-state.ts';
import type { Keyring, Lock } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { SpendableUtxo } from '../traffic/spendable-utxos.ts';
import type { TrafficWallet } from '../traffic/traffic-wallet.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';
import { fundingScript, type WitnessScript } from './channel-scripts.ts';
import { type CloseKind, closeKinds, closingDraft, sweepDrafts } from './closings.ts';
import type { LightningNode } from './lightning-nodes.ts';

/** Position of a channel's funding output in the best chain. */
export interface ChannelPlace {
  height: number;
  position: number;
  vout: number;
}

/** A simulated channel. */
export interface SimulatedChannel {
  /** Both nodes: the one that funds it, and its peer. */
  readonly nodes: readonly [number, number];
  readonly valueSats: number;
  readonly funding: WitnessScript;
  /** The keys of its scripts. */
  readonly keys: readonly [Uint8Array, Uint8Array];
  outpoint: OutPoint | undefined;
  /** Undefined until it is confirmed. */
  place: ChannelPlace | undefined;
  /** Unix seconds of its block. */
  openedAt: number;
  isClosing: boolean;
  isClosed: boolean;
}

/** Events of channels in blocks. */
export interface ChannelListener {
  opened(channel: SimulatedChannel): void;
  closed(channel: SimulatedChannel, height: number): void;
}

/** Options of the course. */
export interface LightningCourseOptions {
  nodes: readonly LightningNode[];
  node: NodeState;
  keyring: Keyring;
  random: RandomSource;
}

/** Receiver of the transactions: the past or the mempool. */
export interface CourseTarget {
  wallet: TrafficWallet;
  feeRate(): number;
  /** Adds accepted transactions, parents first. */
  add(entries: MempoolEntry[]): void;
}

type Step = (target: CourseTarget, time: number) => void;

const keyCount = 300;
/** Keys of the outputs that nodes own, which the traffic does not spend. */
const ownKeys = { first: 420, count: 180 };
const minChannelSats = 20_000;
/** Left for the fee and the change of a funding transaction. */
const reserveSats = 30_000;
const maxDepositSats = 400_000_000;
const maxChannelSats = 200_000_000;

/**
 * Opens and closes channels in blocks. Nodes pay with outputs that the traffic paid to them, with the change of earlier
 * fundings, and with outputs of closed channels. Follow-up transactions are made some blocks later.
 */
export class LightningCourse {
  readonly channels: SimulatedChannel[] = [];
  private readonly options: LightningCourseOptions;
  private readonly listeners: ChannelListener[] = [];
  /** Steps by the height of the block that they go into. */
  private readonly due = new Map<number, Step[]>();
  /** Confirmed outputs that nodes own. */
  private readonly owned: { node: number; utxo: SpendableUtxo }[] = [];
  /** Callbacks for confirmed transactions. */
  private readonly pending = new Map<string, ((height: number, position: number) => void)[]>();
  /** Nodes without a channel. */
  private readonly lonely: number[];
  private readonly cumulative: number[] = [];
  private openings = 0;
  private closings = 0;

  constructor(options: LightningCourseOptions) {
    this.options = options;
    this.lonely = options.nodes.map((_, index) => index);
    let sum = 0;
    for (const { weight } of options.nodes) this.cumulative.push((sum += weight));
    options.node.listen((event) => {
      if (event.kind === 'connected') this.connect(event.block, event.stored.height);
    });
  }

  /** Channels that are open, or will be once their funding transaction is confirmed. */
  get openCount(): number {
    return this.openings - this.closings;
  }

  /** Channels that are closed, or will be. */
  get closingCount(): number {
    return this.closings;
  }

  /** Outputs that channels can be paid from. */
  get ownedCount(): number {
    return this.owned.length;
  }

  listen(listener: ChannelListener): void {
    this.listeners.push(listener);
  }

  /** Runs the follow-up steps that are due in the next block. */
  runDue(target: CourseTarget, height: number, time: number): void {
    for (const [at, steps] of this.due) {
      if (at > height) continue;
      this.due.delete(at);
      for (const step of steps) step(target, time);
    }
  }

  /** Pays from the traffic to a number of nodes. */
  deposit(target: CourseTarget, count: number, time: number): void {
    const { random } = this.options;
    const taken = target.wallet.take(1, 'large');
    const total = taken.reduce((sum, { value }) => sum + value, 0);
    const owners: number[] = [];
    const outputs: { value: number; script: Uint8Array }[] = [];
    let left = total - 100_000;
    while (outputs.length < count) {
      const value = Math.min(maxDepositSats, minChannelSats * 2 + Math.floor(random.around(3_200_000, 1.1)));
      if ((left -= value) < 0) break;
      const owner = this.lonely.length > 0 && random.chance(0.2) ? this.lonely.pop()! : this.someNode();
      owners.push(owner);
      outputs.push({ value, script: this.lockOf(owner).script });
    }
    const draft = {
      inputs: target.wallet.inputsOf(taken),
      outputs: [...outputs, { value: 0, script: target.wallet.someLock().script }],
    };
    const entry = target.wallet.submit(taken, draft, target.feeRate(), time);
    if (entry === undefined) return;
    this.onConfirmed(entry.txid, () => this.receive(entry, owners));
    target.add([entry]);
  }

  /** Opens one or several channels of a node by one transaction, from an output that it owns. */
  open(target: CourseTarget, time: number): void {
    const { random } = this.options;
    const { owned } = this;
    if (owned.length === 0) return;
    const at = random.between(0, owned.length - 1);
    const { node: funder, utxo } = owned[at]!;
    owned[at] = owned.at(-1)!;
    owned.pop();
    let left = utxo.value - reserveSats;
    if (left < minChannelSats) return;
    const channels: SimulatedChannel[] = [];
    const count = Number(random.weighted({ 1: 60, 2: 20, 4: 14, 8: 6 }));
    while (channels.length < count && left >= minChannelSats) {
      const valueSats = count === 1 && random.chance(0.4) ? left : Math.min(left, this.someSats());
      const peer = this.lonely.length > 0 && random.chance(0.3) ? this.lonely.pop()! : this.someNode();
      if (peer === funder) continue;
      left -= valueSats;
      channels.push(this.createChannel(funder, peer, valueSats));
    }
    const draft = {
      inputs: target.wallet.inputsOf([utxo]),
      outputs: [
        ...channels.map(({ valueSats, funding }) => ({ value: valueSats, script: funding.output })),
        { value: 0, script: this.lockOf(funder).script },
      ],
    };
    const entry = target.wallet.submit([utxo], draft, target.feeRate(), time);
    if (entry === undefined) return;
    for (const [vout, channel] of channels.entries()) this.expectOpening(channel, entry, vout, time);
    this.onConfirmed(entry.txid, () => this.receive(entry, [...channels.map(() => undefined), funder]));
    target.add([entry]);
  }

  /** Closes an open channel; splices open another one of the same nodes. */
  close(target: CourseTarget, channel: SimulatedChannel, kind: CloseKind, time: number): void {
    const { random, keyring } = this.options;
    const { outpoint, place, valueSats } = channel;
    if (outpoint === undefined || place === undefined || channel.isClosing) return;
    const spliced = kind === 'splice' ? this.createChannel(...channel.nodes, Math.floor(valueSats * 0.7)) : undefined;
    const closing = closingDraft({
      kind,
      channel,
      owners: channel.nodes.map((node) => this.lockOf(node).script) as [Uint8Array, Uint8Array],
      spliced: spliced?.funding.output,
      splicedSats: spliced?.valueSats ?? 0,
      height: this.options.node.chain.height,
      random,
      keyring,
    });
    const spent = [{ outpoint, value: valueSats, lock: keyring.anchor }];
    const entry = target.wallet.submit(spent, closing.draft, target.feeRate(), time);
    if (entry === undefined) return;
    channel.isClosing = true;
    this.closings++;
    this.onConfirmed(entry.txid, (height) => {
      channel.isClosed = true;
      for (const listener of this.listeners) listener.closed(channel, height);
      this.receive(entry, closing.ownedBy);
      for (const { after, draft, spends, owner } of sweepDrafts(closing, entry.tx, random)) {
        this.later(height + after, (next, nextTime) => {
          const script = this.lockOf(owner).script;
          const outputs = [{ value: 0, script }];
          const taken = spends.map((vout) => ({
            outpoint: { txid: entry.txid, vout },
            value: Number(entry.tx.output(vout).value),
            lock: keyring.anchor,
          }));
          const inputs = draft.inputs.map((input, at) => ({ ...input, outpoint: taken[at]!.outpoint }));
          const sweep = next.wallet.submit(taken, { ...draft, inputs, outputs }, next.feeRate(), nextTime);
          if (sweep === undefined) return;
          this.onConfirmed(sweep.txid, () => this.receive(sweep, [owner]));
          next.add([sweep]);
        });
      }
    });
    if (spliced !== undefined) this.expectOpening(spliced, entry, closing.fundingVout, time);
    target.add([entry]);
  }

  /** Closes a random channel in a random way. */
  closeSome(target: CourseTarget, time: number): void {
    const { random } = this.options;
    for (let tries = 0; tries < 20; tries++) {
      const channel = this.channels.length === 0 ? undefined : random.pick(this.channels);
      if (channel?.place === undefined || channel.isClosing) continue;
      this.close(target, channel, random.weighted(closeKinds), time);
      return;
    }
  }

  private createChannel(funder: number, peer: number, valueSats: number): SimulatedChannel {
    const { random, keyring } = this.options;
    const key = () => keyring.key(random.between(0, keyCount));
    const keys = [key(), key()] as const;
    return {
      nodes: [funder, peer],
      valueSats,
      keys,
      funding: fundingScript(...keys),
      outpoint: undefined,
      place: undefined,
      openedAt: 0,
      isClosing: false,
      isClosed: false,
    };
  }

  /** A channel is open once its funding transaction is confirmed. */
  private expectOpening(channel: SimulatedChannel, { txid }: MempoolEntry, vout: number, time: number): void {
    this.openings++;
    this.onConfirmed(txid, (height, position) => {
      channel.outpoint = { txid, vout };
      channel.place = { height, position, vout };
      channel.openedAt = time;
      this.channels.push(channel);
      for (const listener of this.listeners) listener.opened(channel);
    });
  }

  private someNode(): number {
    const at = this.options.random.unit() * this.cumulative.at(-1)!;
    let low = 0;
    let high = this.cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cumulative[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private someSats(): number {
    const { random } = this.options;
    const sats = Math.min(maxChannelSats, Math.max(minChannelSats, Math.floor(random.around(1_200_000, 1.1))));
    return random.chance(0.6) ? Math.max(minChannelSats, Math.round(sats / 100_000) * 100_000) : sats;
  }

  /** The lock of a node's own outputs. */
  private lockOf(node: number): Lock {
    const { keyring } = this.options;
    return keyring.separateLock(ownKeys.first + (node % ownKeys.count));
  }

  /** @param owners nodes by output; undefined: an output that a later step spends */
  private receive({ txid, tx }: MempoolEntry, owners: readonly (number | undefined)[]): void {
    for (const [vout, owner] of owners.entries()) {
      if (owner === undefined) continue;
      const value = Number(tx.output(vout).value);
      this.owned.push({ node: owner, utxo: { outpoint: { txid, vout }, value, lock: this.lockOf(owner) } });
    }
  }

  private later(height: number, step: Step): void {
    const steps = this.due.get(height) ?? [];
    steps.push(step);
    this.due.set(height, steps);
  }

  private onConfirmed(txid: string, run: (height: number, position: number) => void): void {
    const known = this.pending.get(txid) ?? [];
    known.push(run);
    this.pending.set(txid, known);
  }

  private connect({ txs }: Block, height: number): void {
    if (this.pending.size === 0) return;
    for (const [position, tx] of txs.entries()) {
      const txid = idOf(tx.txid);
      const runs = this.pending.get(txid);
      if (runs === undefined) continue;
      this.pending.delete(txid);
      for (const run of runs) run(height, position);
    }
  }
}
