import type { BlockExt, ClientCommand, RbfTree, ServerFrame, TxExt } from '@glassblock/contract';
import type { EventId, Fact } from '@glassblock/journal';
import type { PoolFrame } from '@glassblock/mempool';
import {
  displayHash,
  fromHex,
  isCoded,
  parseAddress,
  publicKeyScript,
  scriptHash,
  toHex,
} from '@glassblock/primitives';
import type { WebSocket } from 'ws';
import { loadingIndicators, type NetworkContext } from '../network-context.ts';
import { extendedBlock, extendedBlocks } from '../query/blocks.ts';
import { blocksKept, initData, newestStripped, runningAdjustment } from '../query/general.ts';
import { presentMinedTxExt, presentPoolTxExt, presentTx } from '../query/present-tx.ts';
import { presentSample } from '../query/statistics.ts';
import { type MutableSession, openSession } from './session.ts';

/** The live feed of one network: a reader of the journal, of the pool's frames and of `PoolView`, nothing else. */
export interface LiveHub {
  accept(socket: WebSocket): void;
  readonly connections: number;
  close(): void;
}

export interface HubOptions {
  context: NetworkContext;
  onFault(error: unknown): void;
  nowMs(): number;
}

const mostPending = 500;
const newestEveryMs = 100;

export function createLiveHub({ context, onFault, nowMs }: HubOptions): LiveHub {
  const sessions = new Set<MutableSession>();
  const sockets = new Set<WebSocket>();
  let position: EventId = context.journal.position;
  let isDraining = false;
  let newestTimer: NodeJS.Timeout | undefined;
  let newestIds: string[] = [];

  /** Runs work whose failure must not reach an event source: node trouble is a state, the rest is our fault. */
  const run = (work: Promise<void>) => {
    work.catch((error: unknown) => {
      if (!isCoded(error)) onFault(error);
      else if (!error.code.startsWith('node.') && !error.code.startsWith('server.')) onFault(error);
    });
  };

  /** One frame for all who share what it is made from: made once, encoded once. */
  function broadcast(frameFor: (session: MutableSession) => string, make: (key: string) => ServerFrame): void {
    const frames = new Map<string, Buffer | undefined>();
    for (const session of sessions) {
      const key = frameFor(session);
      if (key === '') continue;
      if (!frames.has(key)) {
        const frame = make(key);
        frames.set(key, Object.keys(frame).length === 0 ? undefined : Buffer.from(JSON.stringify(frame)));
      }
      const text = frames.get(key);
      if (text !== undefined) session.sendText(text);
    }
  }

  const wantsOf = (...feeds: ('blocks' | 'mempool-blocks' | 'stats')[]) => {
    return (session: MutableSession) => feeds.filter((feed) => session.wants.has(feed)).join(' ');
  };

  // ---- commands of a client

  async function onCommands(session: MutableSession, commands: readonly ClientCommand[]): Promise<void> {
    const reply: ServerFrame = {};
    for (const command of commands) {
      if (command.type === 'init') {
        const start = await initData(context);
        if (start.blocks === undefined) return;
        session.send(start);
        continue;
      }
      Object.assign(reply, await replyTo(session, command));
    }
    session.send(reply);
  }

  async function replyTo(session: MutableSession, command: ClientCommand): Promise<ServerFrame> {
    switch (command.type) {
      case 'want': {
        const fresh = command.feeds.filter((feed) => !session.wants.has(feed));
        session.wants = new Set(command.feeds);
        return {
          ...(fresh.includes('blocks') ? await newestBlocks() : {}),
          ...(fresh.includes('mempool-blocks') ? { 'mempool-blocks': context.frame().blocks } : {}),
          ...(fresh.includes('stats') ? await stats(false) : {}),
        };
      }
      case 'refresh-blocks':
        return newestBlocks();
      case 'track-tx':
        return trackTx(session, command.txid, command.watchMempool);
      case 'track-address':
        await trackAddress(session, command.address);
        return {};
      case 'track-mempool-block': {
        session.mempoolBlock = command.index;
        session.listSequence = undefined;
        await updateWatched();
        if (command.index === undefined) return {};
        const { sequence, txs } = await context.pool.projectedBlock(command.index);
        session.listSequence = sequence;
        session.send({ 'projected-block-transactions': { index: command.index, sequence, blockTransactions: txs } });
        return {};
      }
      case 'track-rbf':
        session.rbf = command.mode;
        return command.mode === undefined ? {} : { rbfLatest: await latestTrees(command.mode) };
      case 'track-rbf-summary':
        session.wantsRbfSummary = command.on;
        return command.on ? { rbfLatestSummary: context.frame().rbfSummary } : {};
      case 'ping':
        return { pong: true };
      case 'init':
        return {};
    }
  }

  const latestTrees = (mode: 'all' | 'fullRbf') => context.pool.replacements({ fullOnly: mode === 'fullRbf' });

  async function newestBlocks(): Promise<ServerFrame> {
    const blocks = await extendedBlocks(context, undefined, blocksKept);
    return blocks.length === 0 ? {} : { blocks: blocks.reverse() };
  }

  async function stats(withTransactions: boolean): Promise<ServerFrame> {
    const frame = context.frame();
    const da = await runningAdjustment(context);
    return {
      ...(frame.info === undefined ? {} : { mempoolInfo: frame.info }),
      vBytesPerSecond: frame.vBytesPerSecond,
      ...(withTransactions ? { transactions: newestStripped(context, 6) } : {}),
      ...(frame.fees === undefined ? {} : { fees: frame.fees.precise }),
      ...(da === undefined ? {} : { da }),
    };
  }

  async function trackTx(session: MutableSession, txid: string | undefined, watch: boolean): Promise<ServerFrame> {
    session.txid = txid;
    session.isAwaited = false;
    if (txid === undefined) return {};
    const [entry] = await context.pool.entries([txid]);
    if (entry === undefined) {
      const { tree } = watch ? await context.pool.replacement(txid) : { tree: undefined };
      if (tree !== undefined && tree.tx.txid !== txid) {
        session.txid = undefined;
        return { txReplaced: { txid: tree.tx.txid } };
      }
      session.isAwaited = watch;
      return {};
    }
    return {
      ...(entry.position === undefined ? {} : { txPosition: { txid, position: entry.position } }),
      ...(watch ? { tx: presentPoolTxExt(entry, context.network) } : {}),
    };
  }

  async function trackAddress(session: MutableSession, text: string | undefined): Promise<void> {
    session.address = undefined;
    const script = text === undefined ? undefined : scriptOfText(text);
    if (text === undefined || script === undefined) return;
    const hash = toHex(scriptHash(script));
    const tracked = { text, scriptHash: hash, pending: new Map<string, TxExt>() };
    session.address = tracked;
    const { txids } = await context.pool.script(hash, { limit: mostPending });
    for (const entry of await context.pool.entries(txids)) {
      if (entry !== undefined) tracked.pending.set(entry.txid, presentPoolTxExt(entry, context.network));
    }
  }

  function scriptOfText(text: string): Uint8Array | undefined {
    try {
      return /^(04|02|03)[0-9a-fA-F]+$/.test(text) && (text.length === 66 || text.length === 130)
        ? publicKeyScript(text.toLowerCase())
        : parseAddress(text, context.network).script;
    } catch (error) {
      if (isCoded(error)) return undefined;
      throw error;
    }
  }

  function updateWatched(): Promise<void> {
    const indexes = new Set<number>();
    for (const { mempoolBlock } of sessions) if (mempoolBlock !== undefined) indexes.add(mempoolBlock);
    return context.pool.watchBlocks([...indexes]);
  }

  // ---- the journal

  function drain(): void {
    if (isDraining) return;
    isDraining = true;
    readOn()
      .catch((error: unknown) => {
        if (!isCoded(error)) onFault(error);
      })
      .finally(() => {
        isDraining = false;
        if (position !== context.journal.position) drain();
      });
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const reading = context.journal.read(position, 500);
      if (reading.gap) {
        position = context.journal.position;
        const blocks = await newestBlocks();
        broadcast(wantsOf('blocks'), () => blocks);
        return;
      }
      position = reading.position;
      await tell(reading.events.map(({ fact }) => fact));
      if (!reading.more) return;
    }
  }

  async function tell(facts: readonly Fact[]): Promise<void> {
    if (sessions.size === 0) return;
    let added: string[] = [];
    let reorganised = false;
    for (const fact of facts) {
      if (fact.type === 'tx-added') {
        added.push(displayHash(fact.txid));
        continue;
      }
      await tellAdded(added);
      added = [];
      if (fact.type === 'tx-removed') tellRemoved(fact);
      else if (fact.type === 'block-connected') await tellBlock(displayHash(fact.hash));
      else reorganised = true;
    }
    await tellAdded(added);
    if (!reorganised) return;
    const blocks = await newestBlocks();
    const da = await runningAdjustment(context);
    broadcast(wantsOf('blocks', 'stats'), (key) => ({
      ...(key.includes('blocks') ? blocks : {}),
      ...(key.includes('stats') && da !== undefined ? { da } : {}),
    }));
  }

  async function tellAdded(txids: readonly string[]): Promise<void> {
    if (txids.length === 0) return;
    newestIds = [...[...txids].reverse(), ...newestIds].slice(0, 6);
    newestTimer ??= setTimeout(() => run(tellNewest()), newestEveryMs);
    const trackers = [...sessions].filter((session) => session.txid !== undefined || session.address !== undefined);
    if (trackers.length === 0) return;
    for (let i = 0; i < txids.length; i += 200) {
      const entries = await context.pool.entries(txids.slice(i, i + 200));
      const txs = entries
        .filter((entry) => entry !== undefined)
        .map((entry) => presentPoolTxExt(entry, context.network));
      for (const session of trackers) session.send(newsForTracker(session, txs));
    }
  }

  function newsForTracker(session: MutableSession, txs: readonly TxExt[]): ServerFrame {
    const frame: ServerFrame = {};
    const { txid, address } = session;
    if (txid !== undefined) {
      const spent: Record<string, { vin: number; txid: string }> = {};
      for (const tx of txs) {
        if (tx.txid === txid && session.isAwaited) {
          session.isAwaited = false;
          frame.tx = tx;
        }
        for (const [vin, input] of tx.vin.entries()) {
          if (input.txid === txid) spent[input.vout] = { vin, txid: tx.txid };
        }
      }
      if (Object.keys(spent).length > 0) frame.utxoSpent = spent;
    }
    if (address !== undefined) {
      const mine = txs.filter((tx) => touches(tx, address.scriptHash));
      for (const tx of mine) if (address.pending.size < mostPending) address.pending.set(tx.txid, tx);
      if (mine.length > 0) frame['address-transactions'] = mine;
    }
    return frame;
  }

  async function tellNewest(): Promise<void> {
    newestTimer = undefined;
    const entries = await context.pool.entries(newestIds);
    const transactions = entries
      .filter((entry) => entry !== undefined)
      .map((entry) => {
        const { vout } = presentPoolTxExt(entry, context.network);
        const value = vout.reduce((sum, output) => sum + output.value, 0);
        return {
          txid: entry.txid,
          fee: entry.fee,
          vsize: entry.weight / 4,
          value,
          rate: entry.effectiveRate,
          time: entry.firstSeen,
        };
      });
    if (transactions.length > 0) broadcast(wantsOf('stats'), () => ({ transactions }));
  }

  function tellRemoved(fact: Extract<Fact, { type: 'tx-removed' }>): void {
    const txid = displayHash(fact.txid);
    newestIds = newestIds.filter((id) => id !== txid);
    for (const session of sessions) {
      const frame: ServerFrame = {};
      if (session.txid === txid && fact.reason === 'replaced' && fact.by !== undefined) {
        frame.rbfTransaction = { txid: displayHash(fact.by) };
      }
      const gone = session.address?.pending.get(txid);
      if (gone !== undefined) {
        session.address?.pending.delete(txid);
        if (fact.reason !== 'mined') frame['address-removed-transactions'] = [gone];
      }
      session.send(frame);
    }
  }

  async function tellBlock(id: string): Promise<void> {
    const block: BlockExt = await extendedBlock(context, id);
    const isTracked = [...sessions].some((session) => session.txid !== undefined || session.address !== undefined);
    const mined = isTracked ? await minedTxs(id, block) : undefined;
    const news = await stats(false);
    const shared = wantsOf('blocks', 'stats');
    const common = (key: string): ServerFrame => ({
      ...(key.includes('blocks') ? { block } : {}),
      ...(key.includes('stats') ? news : {}),
    });
    broadcast(
      (session) => (session.txid === undefined && session.address === undefined ? shared(session) : ''),
      common,
    );
    if (mined === undefined) return;
    for (const session of sessions) {
      const { txid, address } = session;
      if (txid === undefined && address === undefined) continue;
      const frame: ServerFrame = common(shared(session));
      if (txid !== undefined && mined.txids.has(txid)) frame.txConfirmed = txid;
      if (address !== undefined) {
        const mine = mined.matching(address.scriptHash);
        for (const tx of mine) address.pending.delete(tx.txid);
        if (mine.length > 0) frame['block-transactions'] = mine;
      }
      session.send(frame);
    }
  }

  /** The transactions of a block, presented only where somebody tracks one of their scripts. */
  async function minedTxs(id: string, block: BlockExt) {
    const body = await context.bodies.body(fromHex(id).reverse());
    const status = { confirmed: true, block_height: block.height, block_hash: id, block_time: block.timestamp };
    const txs = Array.from({ length: body.txCount }, (_, i) => body.tx(i));
    const hashes = txs.map((tx, i) => {
      const outputs = [...body.prevouts(i), ...tx.outputs()];
      return new Set(outputs.map(({ script }) => toHex(scriptHash(script))));
    });
    return {
      txids: new Set(txs.map(({ txid }) => displayHash(txid))),
      matching: (hash: string): TxExt[] =>
        txs.flatMap((tx, i) =>
          hashes[i]!.has(hash) ? [presentMinedTxExt(presentTx(tx, body.prevouts(i), status, context.network))] : [],
        ),
    };
  }

  // ---- frames of the pool

  async function onPoolFrame(frame: PoolFrame): Promise<void> {
    if (sessions.size === 0) return;
    const news = await stats(true);
    await tellReplacements(frame);
    broadcast(
      (session) =>
        session.txid === undefined && session.mempoolBlock === undefined
          ? wantsOf('mempool-blocks', 'stats')(session)
          : '',
      (key) => poolKeys(key, frame, news),
    );
    const tracked = [...new Set([...sessions].map(({ txid }) => txid).filter((txid) => txid !== undefined))];
    const positions = new Map<string, { block: number; vsize: number }>();
    for (let i = 0; i < tracked.length; i += 200) {
      for (const entry of await context.pool.entries(tracked.slice(i, i + 200))) {
        if (entry?.position !== undefined) positions.set(entry.txid, entry.position);
      }
    }
    for (const session of sessions) {
      const { txid, mempoolBlock } = session;
      if (txid === undefined && mempoolBlock === undefined) continue;
      const personal: ServerFrame = poolKeys(wantsOf('mempool-blocks', 'stats')(session), frame, news);
      const place = txid === undefined ? undefined : positions.get(txid);
      if (txid !== undefined && place !== undefined) personal.txPosition = { txid, position: place };
      const item = frame.watched.find(({ index }) => index === mempoolBlock);
      // a projection made while the whole list was on its way is in that list already
      if (item !== undefined && session.listSequence !== undefined && frame.sequence > session.listSequence) {
        session.listSequence = frame.sequence;
        const head = { index: item.index, sequence: frame.sequence };
        personal['projected-block-transactions'] =
          'full' in item ? { ...head, blockTransactions: item.full } : { ...head, delta: item.delta };
      }
      session.send(personal);
    }
  }

  /** The feeds of replacements, and trees for those who track one of their versions. */
  async function tellReplacements({ rbfChanges, rbfSummary }: PoolFrame): Promise<void> {
    if (rbfChanges === undefined) return;
    const modes = new Set([...sessions].map(({ rbf }) => rbf));
    const all = modes.has('all') ? await latestTrees('all') : [];
    const full = modes.has('fullRbf') ? await latestTrees('fullRbf') : [];
    broadcast(
      ({ rbf, wantsRbfSummary }) => `${rbf ?? ''}${wantsRbfSummary ? ' summary' : ''}`,
      (key) => ({
        ...(key.startsWith('all') ? { rbfLatest: all } : key.startsWith('fullRbf') ? { rbfLatest: full } : {}),
        ...(key.endsWith('summary') ? { rbfLatestSummary: rbfSummary } : {}),
      }),
    );
    const trees = new Map(rbfChanges.trees.flatMap((tree) => versionIds(tree).map((id) => [id, tree] as const)));
    for (const session of sessions) {
      const tree = session.txid === undefined ? undefined : trees.get(session.txid);
      if (tree !== undefined) session.send({ rbfInfo: tree });
    }
  }

  function poolKeys(key: string, frame: PoolFrame, news: ServerFrame): ServerFrame {
    return {
      ...(key.includes('stats') ? news : {}),
      ...(key.includes('mempool-blocks') ? { 'mempool-blocks': frame.blocks } : {}),
    };
  }

  /** The index is far behind and tells of no blocks: whoever wants them gets the node's newest. */
  async function tellHead(): Promise<void> {
    if (sessions.size === 0) return;
    const blocks = await newestBlocks();
    broadcast(wantsOf('blocks'), () => blocks);
  }

  let indicators = '';
  function onState(): void {
    const loading = loadingIndicators(context);
    const text = JSON.stringify(loading);
    if (text === indicators) return;
    indicators = text;
    broadcast(
      () => 'all',
      () => ({ loadingIndicators: loading }),
    );
  }

  const leave = [
    context.journal.onAppend(drain),
    context.onFrame((frame) => {
      onState();
      run(onPoolFrame(frame));
    }),
    context.onState(onState),
    context.onHeadBlock(() => run(tellHead())),
    context.onSample((sample) => {
      const row = presentSample(sample);
      broadcast(
        (session) => (session.wants.has('live-2h-chart') ? 'row' : ''),
        () => ({ 'live-2h-chart': row }),
      );
    }),
  ];

  return {
    get connections() {
      return sessions.size;
    },
    accept(socket) {
      sockets.add(socket);
      const session = openSession({
        socket,
        onCommands,
        onFault,
        nowMs,
        onClose(closed) {
          sessions.delete(closed);
          sockets.delete(socket);
          if (closed.mempoolBlock !== undefined) run(updateWatched());
        },
      });
      sessions.add(session);
    },
    close() {
      for (const end of leave) end();
      clearTimeout(newestTimer);
      for (const socket of sockets) socket.terminate();
    },
  };
}

const versionIds = (tree: RbfTree): string[] => [tree.tx.txid, ...tree.replaces.flatMap(versionIds)];

function touches(tx: TxExt, hash: string): boolean {
  const scripts = [...tx.vout, ...tx.vin.map(({ prevout }) => prevout)];
  return scripts.some((output) => output !== null && toHex(scriptHash(fromHex(output.scriptpubkey))) === hash);
}
