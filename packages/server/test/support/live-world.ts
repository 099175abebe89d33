import { EventEmitter } from 'node:events';
import type { ServerFrame } from '@glassblock/contract';
import { createMemoryJournal, type Fact, type RemovalReason } from '@glassblock/journal';
import type { MempoolEntry, MempoolFrame, MempoolSample, MempoolView, RbfTree } from '@glassblock/mempool';
import {
  ByteWriter,
  displayHash,
  hashFromDisplay,
  networks,
  readWholeTransaction,
  type Sats,
  scriptHash,
  sha256,
  type Txid,
  toHex,
  type UnixSeconds,
  type Weight,
} from '@glassblock/primitives';
import type { MempoolHistory } from '../../src/live/feeds.ts';
import { createLiveHub, type LiveHub } from '../../src/live/hub.ts';
import type { LiveSocket } from '../../src/live/sending/session.ts';
import type { TextFrame } from '../../src/live/sending/text-frame.ts';
import { textOfFrame } from '../../src/live/testing/text-of-frame.ts';
import { emptyFrame } from '../../src/network/empty-frame.ts';
import type { NetworkContext } from '../../src/network/network-context.ts';
import { noPrices } from '../../src/sources/prices/price-book.ts';

/** A hub over a scripted mempool and journal, and sockets that record sent frames. No chain. */
export interface LiveWorld {
  readonly hub: LiveHub;
  readonly mempool: ScriptedMempool;
  readonly faults: unknown[];
  /** A client. */
  connect(): FakeSocket;
  /** A client whose message was handled. */
  following(message: object): Promise<FakeSocket>;
  /** Frames that a client gets for an event, once all was sent. */
  received(socket: FakeSocket, happen: () => void): Promise<ServerFrame[]>;
  append(...facts: Fact[]): void;
  /** Adds transactions to the mempool and publishes them together. */
  add(...entries: MempoolEntry[]): void;
  /** Removes a transaction from the mempool and publishes the reason. */
  remove(txid: string, reason: RemovalReason, by?: string): void;
  /** Publishes a projection: its number grows by one by default. */
  project(frame?: Partial<MempoolFrame>): void;
  /** Resolves when everything so far has been sent, except frames for more than 200 sockets at a time. */
  published(): Promise<void>;
  setNow(ms: number): void;
}

/** Answers of the mempool, and call counts. */
export interface ScriptedMempool {
  entries: Map<string, MempoolEntry>;
  replacedBy: Map<string, string>;
  /** The latest replacements. */
  trees: RbfTree[];
  asked: Map<keyof MempoolView, number>;
  watched: readonly number[];
  /** Entries are sent with the facts that add them. */
  attached: boolean;
  /** When set, entry lists wait for it. */
  hold: Promise<void> | undefined;
  /** When set, entry lists are rejected with it. */
  refusal: Error | undefined;
}

const network = networks.regtest;

/** Returns a script unique to a word. */
export const scriptOf = (word: string): Uint8Array =>
  new Uint8Array([0, 20, ...sha256(Buffer.from(word)).subarray(0, 20)]);
/** Returns the script hash of a word. */
export const hashOf = (word: string): string => toHex(scriptHash(scriptOf(word)));

const emptySample: MempoolSample = {
  added: 0,
  count: 0,
  vBytesPerSecond: 0,
  weight: 0,
  totalFee: 0,
  minFee: 1,
  vsizes: [],
};

let serial = 1;

/**
 * A mempool transaction.
 * @param spends default: a new outpoint
 * @param pays words for scripts
 */
export function mempoolTx(options: {
  spends?: readonly { txid: string; vout: number; script?: string }[];
  pays?: readonly string[];
  rate?: number;
}): MempoolEntry {
  const { spends = [{ txid: toHex(sha256(Buffer.from(`utxo ${serial++}`))), vout: 0 }], pays = ['unused'] } = options;
  const writer = new ByteWriter().u32(2).compactSize(spends.length);
  for (const { txid, vout } of spends) writer.bytes(hashFromDisplay(txid)).u32(vout).compactSize(0).u32(0xfffffffd);
  writer.compactSize(pays.length);
  for (const word of pays) writer.u64(1_000).lengthPrefixed(scriptOf(word));
  const raw = writer.u32(0).finish();
  const tx = readWholeTransaction(raw);
  return {
    txid: displayHash(tx.txid),
    raw,
    prevouts: spends.map(({ script = 'any' }) => ({ value: 2_000 as Sats, script: scriptOf(script) })),
    fee: 1_000,
    weight: tx.weight,
    sigops: 0,
    adjustedWeight: tx.weight,
    effectiveRate: options.rate ?? 5,
    flags: 0,
    accelerated: false,
    firstSeen: 1_700_000_000,
    position: { block: 0, vsize: 100 },
    ancestors: [],
    descendants: [],
  };
}

const emptyMempool = (): ScriptedMempool => ({
  entries: new Map(),
  replacedBy: new Map(),
  trees: [],
  asked: new Map(),
  watched: [],
  attached: false,
  hold: undefined,
  refusal: undefined,
});

/** Creates the world. */
export function createLiveWorld(
  options: { maxTrackedScripts?: number; cacheBytes?: number; pulseMs?: number; past?: MempoolHistory } = {},
): LiveWorld {
  const journal = createMemoryJournal({ epoch: 1, maxEvents: 2_000 });
  const faults: unknown[] = [];
  const frames = new Set<(frame: MempoolFrame) => void>();
  const entryListeners = new Set<(entries: readonly MempoolEntry[]) => void>();
  const samples = new Set<(sample: MempoolSample) => void>();
  const mempool = emptyMempool();
  let nowMs = 0;
  let frame: MempoolFrame = { ...emptyFrame, sequence: 1, synced: true, percent: 100 };
  const quiet = () => () => undefined;
  const context = {
    network,
    journal,
    mempool: viewOf(mempool, () => frame),
    backend: { backend: 'esplora', gitCommit: '' },
    index: () => undefined,
    progress: () => ({ height: 5, nodeHeight: 5, synced: true }),
    nodeState: () => ({ name: 'ready' }),
    frame: () => frame,
    onFrame(listener: (frame: MempoolFrame) => void) {
      frames.add(listener);
      return () => frames.delete(listener);
    },
    onEntries(listener: (entries: readonly MempoolEntry[]) => void) {
      entryListeners.add(listener);
      return () => entryListeners.delete(listener);
    },
    onState: quiet,
    onHeadBlock: quiet,
    onSample(listener: (sample: MempoolSample) => void) {
      samples.add(listener);
      return () => samples.delete(listener);
    },
    prices: noPrices,
    accelerations: undefined,
    audits: { score: () => undefined, settled: async () => undefined },
    journalAwait: async () => undefined,
    now: () => 1_700_000_000,
  } as unknown as NetworkContext;
  const hub = createLiveHub({
    context,
    onUnexpectedError: (error) => faults.push(error),
    nowMs: () => nowMs,
    maxTrackedScripts: options.maxTrackedScripts ?? 100,
    cacheBytes: options.cacheBytes ?? 32e6,
    ...(options.pulseMs === undefined ? {} : { pulseMs: options.pulseMs }),
    ...(options.past === undefined ? {} : { past: options.past }),
  });
  const connect = () => {
    const socket = new FakeSocket();
    hub.accept(socket);
    return socket;
  };
  const witness = connect();
  witness.say({ action: 'want', data: ['live-2h-chart'] });
  const published = async () => {
    witness.take();
    for (const listener of samples) listener(emptySample);
    await witness.next((sent) => sent['live-2h-chart'] !== undefined);
  };
  const project = (next: Partial<MempoolFrame> = {}) => {
    const { sequence, ...rest } = frame;
    frame = { ...rest, sequence: sequence + 1, watched: [], rbfChanges: undefined, ...next };
    for (const listener of frames) listener(frame);
  };
  return {
    hub,
    mempool,
    faults,
    connect,
    append: (...facts) => void journal.append(facts),
    add(...entries) {
      for (const entry of entries) mempool.entries.set(entry.txid, entry);
      if (mempool.attached) for (const listener of entryListeners) listener(entries);
      journal.append(entries.map(additionOf));
    },
    remove(txid, reason, by) {
      mempool.entries.delete(txid);
      journal.append([removalOf(txid, reason, by)]);
    },
    project,
    published,
    async following(message) {
      const socket = connect();
      await socket.ask(message);
      return socket;
    },
    async received(socket, happen) {
      socket.take();
      happen();
      await published();
      return socket.take();
    },
    setNow: (ms) => void (nowMs = ms),
  };
}

/** Returns the addition fact of an entry. */
export const additionOf = ({ txid, fee, weight, firstSeen }: MempoolEntry): Fact => ({
  type: 'tx-added',
  txid: hashFromDisplay(txid) as Txid,
  fee: fee as Sats,
  weight: weight as Weight,
  time: firstSeen as UnixSeconds,
});

/** Returns a removal fact. */
export const removalOf = (txid: string, reason: RemovalReason, by?: string): Fact => ({
  type: 'tx-removed',
  txid: hashFromDisplay(txid) as Txid,
  reason,
  certain: true,
  time: 1_700_000_000 as UnixSeconds,
  ...(by === undefined ? {} : { by: hashFromDisplay(by) as Txid }),
});

function viewOf(mempool: ScriptedMempool, frame: () => MempoolFrame): MempoolView {
  const asked = (method: keyof MempoolView) => void mempool.asked.set(method, (mempool.asked.get(method) ?? 0) + 1);
  const view: Partial<MempoolView> = {
    async entries(txids) {
      asked('entries');
      if (mempool.refusal !== undefined) throw mempool.refusal;
      if (txids.length > 500) throw new Error('too many ids at once');
      const found = txids.map((txid) => mempool.entries.get(txid));
      await mempool.hold;
      return found;
    },
    async has(txids) {
      asked('has');
      return txids.map((txid) => mempool.entries.has(txid));
    },
    async script(hash, { limit }) {
      asked('script');
      const touching = [...mempool.entries.values()].filter(({ raw, prevouts }) =>
        [...prevouts, ...readWholeTransaction(raw).outputs()].some(({ script }) => toHex(scriptHash(script)) === hash),
      );
      const txids = touching.map(({ txid }) => txid).reverse();
      return {
        txCount: txids.length,
        fundedCount: 0,
        fundedSum: 0,
        spentCount: 0,
        spentSum: 0,
        txids: txids.slice(0, limit),
      };
    },
    async cluster() {
      asked('cluster');
      return undefined;
    },
    async replacement(txid) {
      asked('replacement');
      const by = mempool.replacedBy.get(txid);
      return { tree: by === undefined ? undefined : treeOf(by), replaces: undefined };
    },
    async replacements() {
      asked('replacements');
      return mempool.trees;
    },
    async projectedBlock() {
      asked('projectedBlock');
      return { sequence: frame().sequence, txs: [] };
    },
    async watchBlocks(indexes) {
      asked('watchBlocks');
      mempool.watched = [...indexes].sort();
    },
    async attachEntries(isOn) {
      asked('attachEntries');
      mempool.attached = isOn;
    },
  };
  return view as MempoolView;
}

/** A replacement tree with this root. */
export const treeOf = (txid: string, ...replaces: RbfTree[]): RbfTree => ({
  tx: { txid, fee: 1, vsize: 1, value: 1, rate: 1, rbf: true },
  time: 1,
  fullRbf: false,
  replaces,
});

/** The server side of a socket without a client. */
export class FakeSocket extends EventEmitter implements LiveSocket {
  readonly OPEN = 1;
  readyState: 0 | 1 | 2 | 3 = 1;
  bufferedAmount = 0;
  /** Sent frames, as passed. */
  readonly sent: TextFrame[] = [];
  pings = 0;
  /** How it was closed. */
  ended: 'closed' | 'terminated' | undefined;

  get frames(): ServerFrame[] {
    return this.sent.map((frame) => JSON.parse(textOfFrame(frame)) as ServerFrame);
  }

  /** Keys of all sent frames, in order. */
  get keys(): string[] {
    return this.frames.flatMap((frame) => Object.keys(frame));
  }

  send(frames: readonly TextFrame[]): void {
    this.sent.push(...frames);
    this.emit('sent');
  }

  close(): void {
    this.end('closed');
  }

  terminate(): void {
    this.end('terminated');
  }

  ping(): void {
    this.pings++;
    this.emit('pinged');
  }

  private end(how: 'closed' | 'terminated'): void {
    if (this.ended === 'terminated' || this.ended === how) return;
    this.ended = how;
    this.readyState = 3;
    this.emit('close');
  }

  /** Sends a client message. */
  say(message: unknown): void {
    this.emit('message', Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false);
  }

  /** Sends a client message and waits until it was handled. */
  async ask(message: object): Promise<void> {
    this.say(message);
    this.say({ action: 'ping' });
    await this.next((frame) => frame.pong === true);
    const at = this.frames.findIndex((frame) => frame.pong === true);
    this.sent.splice(at, 1);
  }

  /** The first frame that satisfies the test, now or later. */
  async next(test: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    for (;;) {
      const found = this.frames.find(test);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.once('sent', resolve));
    }
  }

  /** Frames since the last call. */
  take(): ServerFrame[] {
    const { frames } = this;
    this.sent.length = 0;
    return frames;
  }
}
