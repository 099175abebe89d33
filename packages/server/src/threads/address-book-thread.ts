import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { NodeAddress } from '@glassblock/node';
import type { Logger } from 'pino';
import {
  type AddressSearch,
  type AddressSearchProgress,
  standstillSentence,
} from '../network/addresses/address-book-progress.ts';
import type { AddressWorkerData, FromAddressWorker, ToAddressWorker } from './messages.ts';
import type { NetworkThreads } from './network-threads.ts';
import { callerOf } from './port-calls.ts';

/** Directory of the address book below a network's. */
export const addressesPart = 'addresses';
/** Maximum write buffer: more only makes its batches rarer. */
const bookBufferBytes = 16e6;

interface BookOptions extends Pick<AddressWorkerData, 'network' | 'cacheBytes' | 'writeBufferBytes'> {
  node: NodeAddress;
  /** Of the network; undefined: in memory. */
  directory: string | undefined;
  threads: NetworkThreads;
  /** Called when its progress or error changed. */
  onState(): void;
  log: Logger;
}

/** The thread of the address book. */
export interface AddressBookThread {
  readonly search: AddressSearch;
  /** The index has another tip. */
  moved(): void;
  /** Lets the book catch up if the index has moved since the last call. */
  wake(): void;
  stop(): void;
}

/** Starts the address book thread. */
export function startAddressBook(options: BookOptions): AddressBookThread {
  const { network, node, directory, cacheBytes, writeBufferBytes, onState, log } = options;
  const calls = new MessageChannel();
  const data = {
    network,
    node,
    directory: directory === undefined ? undefined : join(directory, addressesPart),
    cacheBytes,
    writeBufferBytes: Math.min(bookBufferBytes, writeBufferBytes),
    callsPort: calls.port2,
  };
  const worker = options.threads.start<FromAddressWorker>({ file: 'address-worker.ts', data }, [calls.port2]);
  const post = (message: ToAddressWorker) => worker.postMessage(message);
  let isBehind = true;
  let at: AddressSearchProgress = { height: null, failure: undefined };
  worker.on('message', (message) => {
    if (message.type === 'progress') at = { height: message.height, failure: undefined };
    else {
      log.warn({ event: 'address-search', code: message.code }, message.message);
      at = { ...at, failure: standstillSentence(message) };
    }
    onState();
  });
  const { keys } = callerOf<Pick<AddressSearch, 'keys'>>(calls.port1, ['keys']);
  return {
    search: { keys, progress: () => at },
    moved() {
      isBehind = true;
    },
    wake() {
      if (!isBehind) return;
      isBehind = false;
      post({ type: 'wake' });
    },
    stop: () => post({ type: 'stop' }),
  };
}
