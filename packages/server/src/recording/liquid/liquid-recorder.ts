import type { ElementsView } from '@glassblock/index/elements';
import {
  createIncomingRate,
  type IncomingRate,
  type MempoolSample,
  type Replacements,
  type ReplacementTx,
  type Samples,
  type Summaries,
} from '@glassblock/mempool';
import { fieldsOf, type NodeClient } from '@glassblock/node';
import { displayHash, hashFromDisplay, type UnixSeconds } from '@glassblock/primitives';
import { type ElementsTransaction, elementsFee } from '@glassblock/primitives/elements';
import type { LRUCache } from 'lru-cache';
import {
  explicitSum,
  type LiquidMempool,
  type LiquidMempoolState,
  type LiquidMempoolTx,
} from '../../network/liquid/liquid-mempool.ts';
import type { LiquidNode } from '../../network/liquid/liquid-node.ts';
import { projectionOf } from '../../network/liquid/liquid-projection.ts';
import { mempoolInfoOf } from '../../threads/node-sources.ts';
import type { JournalWriter } from '../journal/journal-writer.ts';
import { type Departure, departuresOf, minedInView } from './departures.ts';
import { sampleOf } from './liquid-sample.ts';
import { addedFact, firstSeen, removedFact } from './mempool-facts.ts';
import { type RepeatedSteps, repeatSteps } from './repeated-steps.ts';

/** Options of the recorder. */
export interface LiquidRecorderOptions {
  mempool: LiquidMempool;
  client: NodeClient;
  node: LiquidNode;
  /** The pegged asset, internal order. */
  nativeAsset(): Uint8Array;
  /** Runs work on one view of the index. */
  withView<T>(work: (view: ElementsView) => Promise<T>): Promise<T>;
  /** The index has all blocks of the node. */
  isSynced(): boolean;
  journal: Pick<JournalWriter, 'mempool' | 'appendMissedRemovals'>;
  replacements: Replacements;
  /** Ends the mirror of standby, and returns the mempool that it has reported; absent: nothing was reported. */
  endMirror?: (() => Promise<ReadonlyMap<string, LiquidMempoolTx>>) | undefined;
  /** Transactions that others replaced, as they were in the mempool, by txid. */
  replaced: LRUCache<string, LiquidMempoolTx>;
  samples: Samples;
  summaries: Summaries;
  nowMs(): number;
  onSample(sample: MempoolSample): void;
  /** Called for the first of several expected errors of the node, the index and the disk: the next step tries again. */
  onFailure(error: unknown): void;
  onFatal(error: unknown): void;
}

/** Records the mempool of a Liquid node: changes in the journal, replacements, and a sample each minute. */
export interface LiquidRecorder extends RepeatedSteps {
  /** Mean over the last minutes, with discount. */
  vBytesPerSecond(): number;
}

/** State of a recorder. */
interface Recording {
  known: ReadonlyMap<string, LiquidMempoolTx>;
  readonly incoming: IncomingRate;
  /** The mempool has been read once. */
  isLoaded: boolean;
  sampledMinute: number;
}

/** Starts the recorder. */
export function startLiquidRecorder(options: LiquidRecorderOptions): LiquidRecorder {
  const state: Recording = { known: new Map(), incoming: createIncomingRate(), isLoaded: false, sampledMinute: 0 };
  const steps = repeatSteps({ ...options, step: () => step(options, state) });
  return { ...steps, vBytesPerSecond: () => state.incoming.at(options.nowMs() / 1_000) };
}

async function step(options: LiquidRecorderOptions, recording: Recording): Promise<void> {
  const nowSeconds = options.nowMs() / 1_000;
  if (!options.isSynced()) {
    recording.incoming.pause();
    return;
  }
  if (!recording.isLoaded && options.endMirror !== undefined) {
    recording.known = await options.endMirror();
    // what it has reported must not be newer than the mempool
    options.mempool.expire();
  }
  const state = await options.mempool.current();
  const best = await options.client.rpc('getbestblockhash');
  const height = await options.withView(async (view) => {
    // transactions that a block mined have left the mempool, and are not in this view yet
    if (view.tip === undefined || displayHash(view.tip.hash) !== best) return undefined;
    await record(options, recording, state, view, nowSeconds);
    return view.tip.height;
  });
  if (height !== undefined) await sample(options, recording, { state, height, nowSeconds });
}

async function record(
  options: LiquidRecorderOptions,
  recording: Recording,
  state: LiquidMempoolState,
  view: ElementsView,
  nowSeconds: number,
): Promise<void> {
  const { known, incoming, isLoaded } = recording;
  const added = [...state.txs.values()].filter(({ txid }) => !known.has(txid)).reverse();
  const gone = [...known.values()].filter(({ txid }) => !state.txs.has(txid));
  const departures = await departuresOf(minedInView(view), gone, state);
  const times = await firstSeen(options.client, added, nowSeconds);
  await noteReplacements(options, departures, { state, view, timeOf: (txid) => times.get(txid) });
  const time = Math.floor(nowSeconds) as UnixSeconds;
  options.journal.mempool([
    ...added.map((entry) => addedFact(entry, times.get(entry.txid)!)),
    ...departures.map((departure) => removedFact(departure, time)),
  ]);
  if (isLoaded) for (const { discountVsize } of added) incoming.add(nowSeconds, discountVsize);
  incoming.resume(nowSeconds);
  recording.known = state.txs;
  if (isLoaded) return;
  recording.isLoaded = true;
  for (const txid of options.replacements.reconcile((id) => state.txs.has(id))) {
    if ((await view.locate(hashFromDisplay(txid))).length > 0) options.replacements.mined(txid);
  }
  await options.journal.appendMissedRemovals((txids) =>
    Promise.all(txids.map(async (txid) => (await view.locate(txid)).length > 0)),
  );
}

/** Input of `noteReplacements`. */
interface Scene {
  readonly state: LiquidMempoolState;
  readonly view: ElementsView;
  timeOf(txid: string): number | undefined;
}

async function noteReplacements(
  options: LiquidRecorderOptions,
  departures: readonly Departure[],
  scene: Scene,
): Promise<void> {
  const { replacements, replaced } = options;
  for (const txid of scene.state.txs.keys()) if (replacements.has(txid)) replacements.returned(txid);
  const groups = new Map<string, Departure[]>();
  for (const departure of departures) {
    const { entry, reason, by, isDirect } = departure;
    if (by === undefined) {
      if (reason === 'mined') replacements.mined(entry.txid);
      else replacements.removed(entry.txid);
      continue;
    }
    replaced.set(entry.txid, entry);
    if (isDirect) groups.set(by, [...(groups.get(by) ?? []), departure]);
  }
  for (const [by, group] of groups) {
    const oldTxs = group.map(({ entry }) => replacementTx(entry, scene.timeOf(entry.txid)));
    const entry = scene.state.txs.get(by);
    if (entry !== undefined) {
      replacements.replaced({ newTx: replacementTx(entry, scene.timeOf(by)), oldTxs, certain: false });
      continue;
    }
    const tx = await minedTx(options, scene.view, by);
    if (tx === undefined) continue;
    const fee = elementsFee(tx, options.nativeAsset());
    const newTx = replacementTx({ txid: by, tx, fee, discountVsize: tx.discountVsize }, undefined);
    replacements.minedInstead({ newTx, victims: oldTxs });
  }
  replacements.sweep();
}

async function minedTx(
  { node }: LiquidRecorderOptions,
  view: ElementsView,
  txid: string,
): Promise<ElementsTransaction | undefined> {
  const [number] = await view.locate(hashFromDisplay(txid));
  return number === undefined ? undefined : (await node.confirmed(view, [number]))[0];
}

function replacementTx(
  { txid, tx, fee, discountVsize }: Pick<LiquidMempoolTx, 'txid' | 'tx' | 'fee' | 'discountVsize'>,
  time: number | undefined,
): ReplacementTx {
  return {
    txid,
    fee,
    vsize: discountVsize,
    value: explicitSum(tx),
    rate: fee / discountVsize,
    ...(time === undefined ? {} : { time }),
    rbf: tx.inputs().some(({ sequence }) => sequence < 0xfffffffe),
  };
}

/** Takes a sample and a summary once a minute. */
async function sample(
  { client, samples, summaries, onSample }: LiquidRecorderOptions,
  recording: Recording,
  { state, height, nowSeconds }: { state: LiquidMempoolState; height: number; nowSeconds: number },
): Promise<void> {
  const minute = Math.floor(nowSeconds / 60);
  if (minute === recording.sampledMinute) return;
  const info = mempoolInfoOf(fieldsOf(await client.rpc('getmempoolinfo'), 'getmempoolinfo'));
  recording.sampledMinute = minute;
  const taken = sampleOf(state, {
    added: Math.floor(nowSeconds),
    vBytesPerSecond: recording.incoming.at(nowSeconds),
    // BTC/kvB to sat/vB: whole sats first, as 0.000001 * 1e5 is not 0.1
    minFee: Math.round(info.mempoolminfee * 1e8) / 1_000,
  });
  if (await samples.add(taken)) onSample(taken);
  const { added: time, vBytesPerSecond, vsizes } = taken;
  await summaries.add({ time, height, info, blocks: [...projectionOf(state).blocks], vBytesPerSecond, vsizes });
}
