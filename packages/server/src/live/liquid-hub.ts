import type { ClientCommand, Feed } from '@glassblock/contract';
import type { LiquidFrame } from '@glassblock/contract/liquid';
import type { ElementsView } from '@glassblock/index/elements';
import type { Fact } from '@glassblock/journal';
import { fieldsOf } from '@glassblock/node';
import { fromHex, hashFromDisplay, isCoded } from '@glassblock/primitives';
import { newestLiquidBlocks } from '../api/liquid/block-handlers.ts';
import { confirmedTxs, unconfirmedTxs } from '../api/liquid/liquid-lists.ts';
import { recommendedLiquidFees } from '../api/liquid/mempool-handlers.ts';
import { liquidAddressHash } from '../api/liquid/script-handlers.ts';
import { type LiquidContext, withLiquidIndex } from '../network/liquid/liquid-context.ts';
import { mempoolInfoOf } from '../threads/node-sources.ts';
import { createClients } from './clients.ts';
import type { LiveHub } from './hub.ts';
import type { Session } from './session.ts';

/** Options of the hub. */
export interface LiquidHubOptions {
  context: LiquidContext;
  onUnexpectedError(error: unknown): void;
  nowMs(): number;
}

/** What a session has subscribed to. */
interface Subscriptions {
  feeds: ReadonlySet<Feed>;
  txid: string | undefined;
  /** Script hash (hex) of the tracked address. */
  script: string | undefined;
}

/** Blocks of the start object, and sent after a reorg. */
const newestCount = 8;
/** Transactions of one address in one frame. */
const maxTxs = 50;
const mempoolEveryMs = 2_000;

const frameOf = (frame: LiquidFrame): Buffer => Buffer.from(JSON.stringify(frame));

/**
 * Creates the live feed of a Liquid network: blocks, figures of the mempool, a tracked transaction and a tracked
 * address. The other commands of the protocol have no effect.
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
    [...sessions.values()].some(({ feeds, script }) => feeds.has('stats') || script !== undefined);
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
  return {
    get connections() {
      return clients.count;
    },
    accept: clients.accept,
    close() {
      clearInterval(timer);
      leave();
      clients.close();
    },
  };
}

type Sessions = Map<Session, Subscriptions>;

async function runCommands(
  context: LiquidContext,
  sessions: Sessions,
  session: Session,
  commands: readonly ClientCommand[],
): Promise<void> {
  const own = sessions.get(session) ?? { feeds: new Set<Feed>(), txid: undefined, script: undefined };
  let answer: LiquidFrame = {};
  let start: LiquidFrame | undefined;
  for (const command of commands) {
    switch (command.type) {
      case 'want': {
        const fresh = command.feeds.filter((feed) => !own.feeds.has(feed));
        own.feeds = new Set(command.feeds);
        if (fresh.includes('blocks')) answer = { ...answer, ...(await newestBlocks(context)) };
        if (fresh.includes('stats')) answer = { ...answer, ...(await statsOf(context)) };
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
      case 'init':
        start = { ...(await newestBlocks(context)), ...(await statsOf(context)) };
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

/** Runs work for an answer; what the index or the node cannot say now is left out. */
async function ifKnown(work: () => Promise<LiquidFrame>): Promise<LiquidFrame> {
  try {
    return await work();
  } catch (error) {
    if (isCoded(error)) return {};
    throw error;
  }
}

const newestBlocks = (context: LiquidContext): Promise<LiquidFrame> =>
  ifKnown(() =>
    withLiquidIndex(context, async (view) => ({ blocks: (await newestLiquidBlocks(view, newestCount)).reverse() })),
  );

const statsOf = (context: LiquidContext): Promise<LiquidFrame> =>
  ifKnown(async () => {
    const info = fieldsOf(await context.client.rpc('getmempoolinfo'), 'getmempoolinfo');
    return { mempoolInfo: mempoolInfoOf(info), fees: await recommendedLiquidFees(context) };
  });

/** Sends figures and new transactions of addresses. @param known  ids of the last time */
async function publishMempool(context: LiquidContext, sessions: Sessions, known: ReadonlySet<string>): Promise<void> {
  const state = await context.mempool.current();
  const stats = await statsOf(context);
  for (const [session, { feeds, script }] of sessions) {
    const added = script === undefined ? [] : (state.byScript.get(script) ?? []).filter(({ txid }) => !known.has(txid));
    const frame: LiquidFrame = {
      ...(feeds.has('stats') ? stats : {}),
      ...(added.length === 0 ? {} : { 'address-transactions': unconfirmedTxs(context, added.slice(0, maxTxs)) }),
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
    const isOne = !isReorg && connected.length === 1;
    const blocks: LiquidFrame = isOne ? { block: newest[0]! } : { blocks: newest.toReversed() };
    for (const [session, own] of sessions) {
      const frame: LiquidFrame = {
        ...(own.feeds.has('blocks') ? blocks : {}),
        ...(await confirmationOf(view, own.txid, lowest)),
        ...(await blockTxsOf(context, view, own.script, lowest)),
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
  script: string | undefined,
  lowest: number,
): Promise<LiquidFrame> {
  if (script === undefined) return {};
  const history = await view.history(fromHex(script), { limit: maxTxs });
  const numbers = history.map(({ number }) => number).filter(({ height }) => height >= lowest);
  return numbers.length === 0 ? {} : { 'block-transactions': await confirmedTxs(context, view, numbers) };
}
