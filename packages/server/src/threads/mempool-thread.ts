import { randomInt } from 'node:crypto';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Fact } from '@glassblock/journal';
import {
  type MempoolEntry,
  type MempoolFrame,
  type MempoolView,
  Presence,
  type PresenceMemory,
  presencePlaces,
  presentOnlyView,
} from '@glassblock/mempool';
import type { NodeAddress } from '@glassblock/node';
import type { NetworkName } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { emptyFrame } from '../network/empty-frame.ts';
import type { FromMempoolWorker, MempoolBlock, MempoolWorkerData } from './messages.ts';
import { type NetworkThreads, post } from './network-threads.ts';
import { callerOf } from './port-calls.ts';
import { errorOfThread } from './thread-error.ts';

/** The mempool thread of a network, and access to its mempool. */
export interface MempoolThread {
  readonly view: MempoolView;
  /** Returns the newest frame. */
  frame(): MempoolFrame;
  /** Polls the node now. */
  wake(): void;
  /** See `MempoolRunner.blockSent`. */
  blockSent(id: string): void;
  /** Stores its data in the directory of the network, which this process has locked. */
  storeIn(directory: string, contentBytes: number): void;
  /** Sets all fee deltas of accelerations, sats by display id. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void;
  /** Passes on which of the unresolved display ids are in the chain. */
  noteMined(txids: readonly string[]): void;
  /** Returns the data by which another thread calls it; its port is transferred to that thread. */
  reader(): MempoolReaderData;
  stop(): void;
}

/** Data by which a thread calls the mempool thread. */
export interface MempoolReaderData {
  viewPort: MessagePort;
  presence: PresenceMemory;
}

/** Options of the mempool thread. */
export interface MempoolThreadOptions {
  network: NetworkName;
  node: NodeAddress;
  threads: NetworkThreads;
  log: Logger;
  /** Called with the latency of calls, in seconds. */
  onLatency(seconds: number): void;
  /** @param entries of added transactions, see `MempoolView.attachEntries` */
  onFacts(facts: readonly Fact[], entries: readonly MempoolEntry[]): void;
  onFrame(frame: MempoolFrame): void;
  /** Called when the mempool connected a block. */
  onBlock(block: MempoolBlock): void;
  /** Called with display ids in replacement trees that may have been mined since the last run. */
  onUnresolved(txids: readonly string[]): void;
  /** Called with a store and a description of the lost data, when a file is damaged. */
  onDamaged(store: string, loss: string): void;
  /** Called when the node may be away. */
  onNodeError(): void;
  /** Called on an unexpected error; the thread does not go on. */
  onFatal(error: unknown): void;
}

/** Methods of a `MempoolView`. */
export const viewMethods = [
  'frame',
  'entries',
  'has',
  'script',
  'scriptTxs',
  'scriptOutputs',
  'addressKeys',
  'spenders',
  'txids',
  'totals',
  'projectedBlock',
  'sample',
  'forecastInputs',
  'rawOf',
  'cluster',
  'replacement',
  'replacements',
  'replacedTx',
  'watchBlocks',
  'attachEntries',
] as const satisfies (keyof MempoolView)[];

/** Returns the mempool as another thread than its own reads it. @param onLatency called with the latency of calls, in seconds */
export function mempoolViewOf(
  { viewPort, presence }: MempoolReaderData,
  onLatency?: (seconds: number) => void,
): MempoolView {
  const view = callerOf<MempoolView>(viewPort, viewMethods, onLatency === undefined ? {} : { onLatency });
  return presentOnlyView(view, new Presence(presence));
}

/** Starts the mempool thread. */
export function startMempoolThread(options: MempoolThreadOptions): MempoolThread {
  const { network, node, threads, log } = options;
  const channel = new MessageChannel();
  const presence = { counts: new SharedArrayBuffer(presencePlaces), seed: randomInt(2 ** 32) };
  const data: MempoolWorkerData = { network, node, viewPort: channel.port2, presence };
  const worker = threads.start<FromMempoolWorker>({ file: 'mempool-worker.ts', data }, [channel.port2]);
  let frame = emptyFrame;
  worker.on('message', (message) => {
    switch (message.type) {
      case 'facts':
        options.onFacts(message.facts, message.entries);
        break;
      case 'frame':
        frame = message.frame;
        options.onFrame(frame);
        break;
      case 'block':
        options.onBlock(message.block);
        break;
      case 'unresolved':
        options.onUnresolved(message.txids);
        break;
      case 'storage-damaged':
        options.onDamaged(message.store, message.loss);
        break;
      case 'trouble':
        log.warn({ event: 'mempool-trouble', code: message.code }, message.message);
        if (message.expected) options.onNodeError();
        break;
      case 'failed':
        options.onFatal(errorOfThread(message.error));
        break;
    }
  });
  return {
    view: mempoolViewOf({ viewPort: channel.port1, presence }, options.onLatency),
    frame: () => frame,
    wake: () => post(worker, { type: 'wake' }),
    blockSent: (id) => post(worker, { type: 'block-sent', id }),
    storeIn: (directory, contentBytes) => post(worker, { type: 'keep', directory, contentBytes }),
    setFeeDeltas: (sats) => post(worker, { type: 'fee-deltas', sats }),
    noteMined: (txids) => post(worker, { type: 'mined', txids }),
    reader() {
      const { port1, port2 } = new MessageChannel();
      post(worker, { type: 'reader', viewPort: port2 }, [port2]);
      return { viewPort: port1, presence };
    },
    stop: () => post(worker, { type: 'stop' }),
  };
}
