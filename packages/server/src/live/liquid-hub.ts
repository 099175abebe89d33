import type { ClientCommand, Feed } from '@glassblock/contract';
import type { LiquidFrame } from '@glassblock/contract/liquid';
import type { TxNumber } from '@glassblock/index';
import { assetEventsOf, type ElementsView } from '@glassblock/index/elements';
import type { Fact } from '@glassblock/journal';
import { displayHash, fromHex, hashFromDisplay, isCoded } from '@glassblock/primitives';
import type { ElementsNetworkRow, ElementsTransaction } from '@glassblock/primitives/elements';
import { newestLiquidBlocks } from '../api/liquid/block-handlers.ts';
import { confirmedTxs, unconfirmedTxs } from '../api/liquid/liquid-lists.ts';
import { liquidAddressHash } from '../api/liquid/script-handlers.ts';
import {
  ifKnown,
  liquidInitData,
  liquidStats,
  newestBlocksOf,
  newestCount,
  projectedLiquidBlocks,
} from '../api/liquid/start-data.ts';
import { presentSample } from '../api/mempool/statistics.ts';
import { type LiquidContext, withLiquidIndex } from '../network/liquid/liquid-context.ts';
import { createClients } from './clients.ts';
import type { LiveHub } from './hub.ts';
import type { Session } from './sending/session.ts';
import { type TextFrame, textFrame } from './sending/text-frame.ts';

/** Options of the hub. */
export interface LiquidHubOptions {
  context: LiquidContext;
  onUnexpectedError(error: unknown): void;
  nowMs(): number;
}

/** Subscriptions of a session. */
interface Subscriptions {
  feeds: ReadonlySet<Feed>;
  txid: string | undefined;
  /** Script hash (hex) of the tracked address. */
  script: string | undefined;
  /** Id of the tracked asset, display order. */
  asset: string | undefined;
}

/** Transactions of one address or asset in one frame. */
const maxTxs = 50;
const mempoolEveryMs = 2_000;

const frameOf = (frame: LiquidFrame): TextFrame => textFrame(JSON.stringify(frame));

/**
 * Creates the live feed of a Liquid network: blocks, figures and projected blocks of the mempool, a tracked
 * transaction, a tracked address and a tracked asset. The other commands of the protocol have no effect.
 */
export function createLiquidHub({ context, onUnexpectedError, nowMs }: LiquidHubOptions): LiveHub {
  const sessions = new Map<Session, Subscriptions>();
  /** Errors of node and index are states, which other routes report. */
  const onFailure = (error: unknown) => {
    if (!isCoded(error)) onUnexpectedError(error);
  };
  const clients = createClients({
    run: (session, commands) => runCommands(context, sessions, session, commands),
    onLeave: (session) => void sessions.delete(session),
    onFailure,
    nowMs,
  });
  const isFollowed = () =>
    [...sessions.values()].some(
      ({ feeds, script, asset }) =>
        feeds.has('stats') || feeds.has('mempool-blocks') || script !== undefined || asset !== undefined,
    );
  let work = Promise.resolve();
  const inTurn = (run: () => Promise<void>) => {
    work = work.then(run).catch(onFailure);
  };
  let known: ReadonlySet<string> = new Set();
  const timer = setInterval(() => {
    if (!isFollowed()) return;
    inTurn(async () => {
      const { txs } = await context.mempool.current();
      if (txs.size !== known.size || [...txs.keys()].some((txid) => !known.has(txid))) {
        await publishMempool(context, sessions, known);
      }
      known = new Set(txs.keys());
    });
  }, mempoolEveryMs);
  timer.unref();
  const leave = context.onBlocks((facts) => {
    if (sessions.size > 0) inTurn(() => publishBlocks(context, sessions, facts));
  });
  const leaveSamples = context.records.onSample((sample) => {
    const frame = frameOf({ 'live-2h-chart': presentSample(sample) });
    for (const [session, { feeds }] of sessions) if (feeds.has('live-2h-chart')) session.send(frame);
  });
  return {
    get connections() {
      return clients.count;
    },
    accept: clients.accept,
    leave: clients.leave,
    close() {
      clearInterval(timer);
      leave();
      leaveSamples();
      clients.close();
    },
  };
}

type Sessions = Map<Session, Subscriptions>;

const nothing = (): Subscriptions => ({ feeds: new Set(), txid: undefined, script: undefined, asset: undefined });

async function runCommands(
  context: LiquidContext,
  sessions: Sessions,
  session: Session,
  commands: readonly ClientCommand[],
): Promise<void> {
  const own = sessions.get(session) ?? nothing();
  let answer: LiquidFrame = {};
  let start: LiquidFrame | undefined;
  for (const command of commands) {
    switch (command.type) {
      case 'want': {
        const fresh = command.feeds.filter((feed) => !own.feeds.has(feed));
        own.feeds = new Set(command.feeds);
        if (fresh.includes('blocks')) answer = { ...answer, ...(await newestBlocks(context)) };
        if (fresh.includes('stats')) answer = { ...answer, ...(await statsOf(context)) };
        if (fresh.includes('mempool-blocks')) answer = { ...answer, ...(await projectedOf(context)) };
        break;
      }
      case 'refresh-blocks':
        answer = { ...answer, ...(await newestBlocks(context)) };
        break;
      case 'track-tx':
        own.txid = command.txid;
        break;
      case 'track-address':
        own.script = command.address === undefined ? undefined : scriptOf(context, command.address);
        break;
      case 'track-asset':
        own.asset = command.asset;
        break;
      case 'init':
        start = await liquidInitData(context);
        break;
      case 'ping':
        answer.pong = true;
    }
  }
  if (!session.isOpen) return;
  sessions.set(session, own);
  // without a block there is no start object, and no other reply
  if (start !== undefined && start.blocks === undefined) return;
  if (start !== undefined) session.send(frameOf(start));
  if (Object.keys(answer).length > 0) session.send(frameOf(answer));
}

function scriptOf(context: LiquidContext, address: string): string | undefined {
  try {
    return liquidAddressHash(context, address);
  } catch (error) {
    // a malformed value stops tracking
    if (isCoded(error)) return undefined;
    throw error;
  }
}

const newestBlocks = (context: LiquidContext): Promise<LiquidFrame> => ifKnown(() => newestBlocksOf(context));

const statsOf = (context: LiquidContext): Promise<LiquidFrame> => ifKnown(() => liquidStats(context));

const projectedOf = (context: LiquidContext): Promise<LiquidFrame> =>
  ifKnown(async () => ({ 'mempool-blocks': [...(await projectedLiquidBlocks(context))] }));

/** Sends figures, projected blocks, and new transactions of addresses and assets. @param known ids of the last time */
async function publishMempool(context: LiquidContext, sessions: Sessions, known: ReadonlySet<string>): Promise<void> {
  const state = await context.mempool.current();
  const [stats, projected] = await Promise.all([statsOf(context), projectedOf(context)]);
  const fresh = [...state.txs.values()].filter(({ txid }) => !known.has(txid));
  for (const [session, { feeds, script, asset }] of sessions) {
    const ofScript = script === undefined ? [] : (state.byScript.get(script) ?? []);
    const added = new Set(ofScript.filter(({ txid }) => !known.has(txid)));
    if (asset !== undefined) for (const one of fresh) if (concernsAsset(one.tx, asset, context.network)) added.add(one);
    const frame: LiquidFrame = {
      ...(feeds.has('stats') ? stats : {}),
      ...(feeds.has('mempool-blocks') ? projected : {}),
      ...(added.size === 0 ? {} : { 'address-transactions': unconfirmedTxs(context, [...added].slice(0, maxTxs)) }),
    };
    if (Object.keys(frame).length > 0) session.send(frameOf(frame));
  }
}

/** Sends connected blocks, and the newest ones after a reorg. */
async function publishBlocks(context: LiquidContext, sessions: Sessions, facts: readonly Fact[]): Promise<void> {
  const connected = facts.filter((fact) => fact.type === 'block-connected');
  const isReorg = connected.length !== facts.length;
  const lowest = Math.min(...connected.map(({ height }) => height));
  await withLiquidIndex(context, async (view) => {
    const newest = await newestLiquidBlocks(view, newestCount);
    // in a process that only serves, the view may have later blocks
    const isOne = !isReorg && connected.length === 1 && newest[0]?.height === lowest;
    const blocks: LiquidFrame = isOne ? { block: newest[0]! } : { blocks: newest.toReversed() };
    for (const [session, own] of sessions) {
      const frame: LiquidFrame = {
        ...(own.feeds.has('blocks') ? blocks : {}),
        ...(await confirmationOf(view, own.txid, lowest)),
        ...(await blockTxsOf(context, view, own, lowest)),
      };
      if (Object.keys(frame).length > 0) session.send(frameOf(frame));
    }
  });
}

async function confirmationOf(view: ElementsView, txid: string | undefined, lowest: number): Promise<LiquidFrame> {
  if (txid === undefined) return {};
  const [number] = await view.locate(hashFromDisplay(txid));
  return number !== undefined && number.height >= lowest ? { txConfirmed: txid } : {};
}

async function blockTxsOf(
  context: LiquidContext,
  view: ElementsView,
  { script, asset }: Subscriptions,
  lowest: number,
): Promise<LiquidFrame> {
  const history = script === undefined ? [] : await view.history(fromHex(script), { limit: maxTxs });
  const numbers = history.map(({ number }) => number).filter(({ height }) => height >= lowest);
  if (asset !== undefined) numbers.push(...(await assetTxsOf(context, view, asset, lowest)));
  const wanted = numbers.filter(
    ({ height, position }, i) => i === numbers.findIndex((one) => one.height === height && one.position === position),
  );
  return wanted.length === 0
    ? {}
    : { 'block-transactions': await confirmedTxs(context, view, wanted.slice(0, maxTxs)) };
}

/** Transactions of an asset in new blocks, newest block first: payments too, which are not in the asset's history. */
async function assetTxsOf(
  { node, network }: LiquidContext,
  view: ElementsView,
  asset: string,
  lowest: number,
): Promise<TxNumber[]> {
  const numbers: TxNumber[] = [];
  const { tip } = view;
  if (tip === undefined) return numbers;
  const from = Math.max(lowest, tip.height - newestCount + 1);
  for (let height = tip.height; height >= from && numbers.length < maxTxs; height--) {
    const [row] = await view.blocksAt([height]);
    const { txs } = await node.block(row!.header.hash);
    for (const [position, tx] of txs.entries()) {
      if (concernsAsset(tx, asset, network)) numbers.push({ height, position });
    }
  }
  return numbers.slice(0, maxTxs);
}

/** Pegs of the pegged asset; of others issuances, and outputs that show them. @param asset display order */
function concernsAsset(tx: ElementsTransaction, asset: string, network: ElementsNetworkRow): boolean {
  const events = assetEventsOf(tx, network).filter(({ assetId }) => displayHash(assetId) === asset);
  if (asset === displayHash(network.nativeAsset)) {
    return events.some(({ kind }) => kind === 'peg-in' || kind === 'peg-out');
  }
  return (
    events.some(({ kind }) => kind === 'issuance' || kind === 'reissuance') ||
    tx.outputs().some(({ assetId }) => assetId !== undefined && displayHash(assetId) === asset)
  );
}
