import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createMempoolEngine, type MempoolRunner, Presence, startMempoolRunner } from '@glassblock/mempool';
import { createBlockSource, createNodeClient, openSequenceFeed } from '@glassblock/node';
import { displayHash, isCoded, networks } from '@glassblock/primitives';
import { contentsInMemory, type MempoolStorage, openMempoolStorage } from '../mempool-storage.ts';
import type { FromMempoolWorker, MempoolWorkerData, ToMempoolWorker } from '../messages.ts';
import { awaitNodeFacts, zmqAddressOf } from '../node-facts.ts';
import { mempoolSourceOf } from '../node-sources.ts';
import { answerCalls } from '../port-calls.ts';
import { reportUncaught, threadFailure } from '../thread-error.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';

const contentsInMemoryBytes = 16e6;
const saveEveryMs = 60_000;
/** Between two trims of this thread's heap. */
const trimIntervalMs = 60_000;
/** From this version on nodes order their mempool by weight; before, by virtual sizes rounded up. */
const firstVersionByWeight = 310_000;

const data = workerData as MempoolWorkerData;
const parent = parentPort!;
const report = (message: FromMempoolWorker) => parent.postMessage(message);

reportUncaught(parent);
const client = createNodeClient({ ...data.node, connections: 4 });
const source = mempoolSourceOf(client, createBlockSource(client, true), networks[data.network]);
let keeping: MempoolStorage | undefined;
/** Resolves when the data of an earlier run is loaded. */
let stored: Promise<void> = Promise.resolve();
const recent = contentsInMemory(contentsInMemoryBytes);
const engine = createMempoolEngine({
  source,
  presence: new Presence(data.presence),
  contents: {
    put: (txid, raw) => (keeping?.contents ?? recent).put(txid, raw),
    async get(txid) {
      await stored;
      // some may have arrived before the storage was open
      return (await keeping?.contents.get(txid)) ?? recent.get(txid);
    },
  },
  onUnresolved: (txids) => report({ type: 'unresolved', txids }),
  now: () => Math.floor(Date.now() / 1000),
  onFacts: (facts, entries) => report({ type: 'facts', facts, entries }),
  onFrame: (frame) => report({ type: 'frame', frame }),
  onBlock: (block) => report({ type: 'block', block }),
});
answerCalls(data.viewPort, engine.view);
/** Ports of further threads. */
const readerPorts = new Set<MessagePort>();

let runner: MempoolRunner | undefined;
const stopping = new AbortController();

const fail = (error: unknown) => report(threadFailure(error));

function reportError(code: string, message: string): void {
  report({ type: 'trouble', code, message, expected: false });
}

function onError(error: unknown, expected: boolean): void {
  if (!expected && !isCoded(error)) throw error;
  const message = error instanceof Error ? error.message : String(error);
  report({ type: 'trouble', code: isCoded(error) ? error.code : 'internal', message, expected });
}

async function main(): Promise<void> {
  const facts = await awaitNodeFacts(client, stopping.signal, (error) =>
    onError(error, isCoded(error) && error.code.startsWith('node.')),
  );
  if (facts === undefined || stopping.signal.aborted) return;
  engine.setRounding(facts.version < firstVersionByWeight);
  const zmq = zmqAddressOf(data.node, facts);
  runner = startMempoolRunner({
    engine,
    source,
    ...(zmq === undefined ? {} : { openFeed: (handlers) => openSequenceFeed(zmq, handlers) }),
    idOf: displayHash,
    nowMs: () => performance.now(),
    onError,
  });
}

trimHeapWhenIdle({ minIntervalMs: trimIntervalMs });
const started = main().catch(fail);

let saving: NodeJS.Timeout | undefined;
/** Stored trees that cannot be read must not be replaced. */
let isLoaded = false;

/** Loads the data of an earlier run, and saves it from now on. */
async function keep(directory: string, contentBytes: number): Promise<void> {
  keeping = await openMempoolStorage(
    directory,
    contentBytes,
    (sentence) => reportError('journal.disk', sentence),
    (loss) => report({ type: 'storage-damaged', store: 'contents', loss }),
    (error) => onError(error, false),
  );
  const bytes = await keeping.loadReplacements();
  try {
    if (bytes !== undefined) engine.restoreReplacements(bytes);
  } catch (error) {
    if (!isCoded(error, 'mempool.bad-replacements')) throw error;
    const loss = `the replacement trees of the last run are lost (${error.message})`;
    report({ type: 'storage-damaged', store: 'replacements', loss });
  }
  isLoaded = true;
  saving = setInterval(() => void saveReplacements(), saveEveryMs);
}

/** Failures are retried a minute later. */
async function saveReplacements(): Promise<void> {
  if (!isLoaded) return;
  try {
    await keeping?.saveReplacements(engine.saveReplacements());
  } catch (error) {
    reportError('journal.disk', `the replacement trees are not saved: ${String(error)}`);
  }
}

function addReader(port: MessagePort): void {
  readerPorts.add(port);
  port.once('close', () => readerPorts.delete(port));
  answerCalls(port, engine.view);
}

async function end(): Promise<void> {
  stopping.abort();
  await started;
  await runner?.stop();
  // the last one to set the timer
  await stored;
  clearInterval(saving);
  await saveReplacements();
  await keeping?.close();
  await client.close();
  data.viewPort.close();
  for (const port of readerPorts) port.close();
  parent.close();
}

parent.on('message', (message: ToMempoolWorker) => {
  switch (message.type) {
    case 'wake':
      runner?.wake();
      break;
    case 'block-sent':
      runner?.blockSent(message.id);
      break;
    case 'reader':
      addReader(message.viewPort);
      break;
    case 'keep':
      stored = keep(message.directory, message.contentBytes).catch(fail);
      break;
    case 'fee-deltas':
      engine.setFeeDeltas(message.sats);
      break;
    case 'mined':
      for (const txid of message.txids) engine.replacementMined(txid);
      break;
    case 'stop':
      void end();
  }
});
