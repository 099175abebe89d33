import {
  type ClientCommand,
  type Feed,
  parseClientFrame,
  type ServerFrame,
  socketLimits,
  type TxExt,
} from '@glassblock/contract';
import type { WebSocket } from 'ws';

/** What one socket wants to hear. */
export interface Session {
  readonly wants: ReadonlySet<Feed>;
  readonly txid: string | undefined;
  /** The tracked transaction has not been seen yet and is waited for. */
  readonly isAwaited: boolean;
  readonly address: TrackedAddress | undefined;
  readonly mempoolBlock: number | undefined;
  send(frame: ServerFrame): void;
  sendText(text: Buffer): void;
}

export interface TrackedAddress {
  text: string;
  scriptHash: string;
  /** Pool transactions told or known so far, so that a removal can still be shown. */
  pending: Map<string, TxExt>;
}

/** The state of a session as its hub changes it. */
export interface MutableSession extends Session {
  wants: Set<Feed>;
  txid: string | undefined;
  isAwaited: boolean;
  address: TrackedAddress | undefined;
  mempoolBlock: number | undefined;
  /** Which trees of replacements it wants. */
  rbf: 'all' | 'fullRbf' | undefined;
  wantsRbfSummary: boolean;
  /** Sequence of the list that the client holds; absent until the whole list was sent. */
  listSequence: number | undefined;
}

export interface SessionOptions {
  socket: WebSocket;
  onCommands(session: MutableSession, commands: readonly ClientCommand[]): Promise<void>;
  onClose(session: MutableSession): void;
  onFault(error: unknown): void;
  nowMs(): number;
}

/** Frames of one client that may wait for their turn. */
const mostQueued = socketLimits.inboundFrames;

/**
 * One client: counts what it sends, answers its frames one after the other, drops it when it reads too slowly.
 * Source: websocket 2
 */
export function openSession(options: SessionOptions): MutableSession {
  const { socket } = options;
  const arrivals: number[] = [];
  let queued = 0;
  let work = Promise.resolve();

  const sendText = (text: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > socketLimits.outboundBytes) socket.terminate();
    else socket.send(text, { binary: false });
  };
  const session: MutableSession = {
    wants: new Set(),
    txid: undefined,
    isAwaited: false,
    address: undefined,
    mempoolBlock: undefined,
    rbf: undefined,
    wantsRbfSummary: false,
    listSequence: undefined,
    sendText,
    send(frame) {
      if (Object.keys(frame).length > 0) sendText(Buffer.from(JSON.stringify(frame)));
    },
  };

  socket.on('message', (data, isBinary) => {
    const now = options.nowMs();
    arrivals.push(now);
    while (arrivals[0]! <= now - socketLimits.inboundWindowMs) arrivals.shift();
    const commands = isBinary ? undefined : parseClientFrame(String(data));
    if (arrivals.length > socketLimits.inboundFrames || commands === undefined || queued >= mostQueued) {
      socket.close();
      return;
    }
    queued++;
    work = work
      .then(() => options.onCommands(session, commands))
      .catch((error: unknown) => {
        options.onFault(error);
        socket.close();
      })
      .finally(() => queued--);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => options.onClose(session));
  return session;
}
