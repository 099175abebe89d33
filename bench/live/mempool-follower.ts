import { once } from 'node:events';
import type { CompressedTx, MempoolTxidsDelta, ServerFrame } from '@glassblock/contract';
import WebSocket from 'ws';

/** A client that maintains the mempool and the first projected block from socket messages after the initial lists. */
export interface MempoolFollower {
  /** Txids of the mempool; undefined until the list is loaded. */
  readonly mempool: ReadonlySet<string> | undefined;
  /** The first projected block: fee rate by txid. */
  readonly block: ReadonlyMap<string, number> | undefined;
  /** Number of gaps after which the list was loaded again. */
  readonly gaps: number;
  close(): void;
}

/** Connects a follower to the server at `url`. */
export function followMempool(url: string): MempoolFollower {
  let mempool: Set<string> | undefined;
  let block: Map<string, number> | undefined;
  let gaps = 0;
  let loads = 0;
  let mempoolSequence: number | undefined;
  let blockSequence = 0;
  let waiting: MempoolTxidsDelta[] = [];
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/ws`);
  const send = (command: object) => socket.send(JSON.stringify(command));

  /** Loads the list and applies deltas that arrive meanwhile. A later call supersedes an earlier one. */
  async function load(): Promise<void> {
    const own = ++loads;
    mempool = undefined;
    waiting = [];
    try {
      const list = (await (await fetch(`${url}/api/mempool/txids`)).json()) as string[];
      if (own !== loads) return;
      mempool = new Set(list);
      for (const delta of waiting) apply(mempool, delta);
    } catch {
      // The server is stopped, and this socket closed.
    }
  }

  function onDelta(delta: MempoolTxidsDelta): void {
    const isFirst = mempoolSequence === undefined;
    const isGap = !isFirst && delta.sequence !== mempoolSequence! + 1;
    mempoolSequence = delta.sequence;
    if (isGap) gaps++;
    if (isFirst || isGap) void load();
    if (mempool === undefined) waiting.push(delta);
    else apply(mempool, delta);
  }

  function onBlock(news: NonNullable<ServerFrame['projected-block-transactions']>): void {
    if ('blockTransactions' in news) block = new Map(news.blockTransactions.map(rated));
    else if (block === undefined || news.sequence !== blockSequence + 1) {
      gaps++;
      block = undefined;
      send({ 'track-mempool-block': 0 });
    } else {
      const { added, removed, changed } = news.delta;
      for (const txid of removed) block.delete(txid);
      for (const tx of added) block.set(...rated(tx));
      for (const [txid, rate] of changed) block.set(txid, rate);
    }
    blockSequence = news.sequence;
  }

  socket.on('error', () => socket.terminate());
  socket.on('open', () => {
    send({ action: 'want', data: ['blocks', 'stats', 'mempool-blocks'], 'track-mempool-txids': true });
    send({ 'track-mempool-block': 0 });
  });
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    const { 'mempool-txids': delta, 'projected-block-transactions': news } = frame;
    if (delta !== undefined) onDelta(delta);
    if (news !== undefined) onBlock(news);
  });
  return {
    get mempool() {
      return mempool;
    },
    get block() {
      return block;
    },
    get gaps() {
      return gaps;
    },
    close: () => socket.terminate(),
  };
}

const rated = ([txid, , , , rate]: CompressedTx) => [txid, rate] as const;

function apply(mempool: Set<string>, { added, removed, mined }: MempoolTxidsDelta): void {
  for (const txid of added) mempool.add(txid);
  for (const txid of [...removed, ...mined]) mempool.delete(txid);
}

/** Returns the current first projected block. */
export async function wholeBlock(url: string): Promise<Map<string, number>> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/ws`);
  await once(socket, 'open');
  try {
    const answer = new Promise<Map<string, number>>((resolve, reject) => {
      socket.on('close', () => reject(new Error('the socket was ended')));
      socket.on('message', (data) => {
        const { 'projected-block-transactions': news } = JSON.parse(String(data)) as ServerFrame;
        if (news !== undefined && 'blockTransactions' in news) resolve(new Map(news.blockTransactions.map(rated)));
      });
    });
    socket.send(JSON.stringify({ 'track-mempool-block': 0 }));
    return await answer;
  } finally {
    socket.terminate();
  }
}
