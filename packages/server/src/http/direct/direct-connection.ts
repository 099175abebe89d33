import type { Socket } from 'node:net';
import { createReadHead, maxHeadBytes, type SimpleRequest } from './read-head.ts';
import { writeAnswer } from './write-answer.ts';

/** An answer that can be written. */
export interface WritableAnswer {
  readonly head: string;
  readonly body: string | Buffer | undefined;
}

/** A connection whose requests have all been answered without Node's HTTP server. */
export interface DirectConnection {
  /** Called once in each interval: hands over or closes a connection that is idle for too long. */
  tick(): void;
  /** Closes the connection, after a running answer. */
  end(): void;
  /** Closes the connection at once. */
  destroy(): void;
}

/** Parts of a connection. */
export interface ConnectionParts {
  /** Answers a request; undefined: the connection is handed over. Never rejects. */
  answer(request: SimpleRequest, socket: Socket): Promise<WritableAnswer | undefined> | undefined;
  /** Hands the connection over to Node's HTTP server; bytes that it has not read are in its buffer again. */
  handOver(): void;
  /** Requests are not answered here any more. */
  isEnding(): boolean;
  /** Called before an answer is computed, and after it was written or handed over. */
  onRunning(isRunning: boolean): void;
  /** Called once when the connection is closed or handed over. */
  onDetached(): void;
  /** Intervals without a request after which a connection is closed. */
  maxIdleTicks: number;
}

/** A client sends its first request in this number of intervals; else Node limits the time of its head. */
const firstRequestTicks = 1;
/** A connection is closed when its client reads nothing of an answer for this time. */
const stalledMs = 60_000;

/** Answers the requests of a connection, one at a time, until one is not simple. */
export function openDirectConnection(socket: Socket, parts: ConnectionParts): DirectConnection {
  const received = createReceivedText();
  let isRunning = false;
  let isEnding = false;
  let hasRequests = false;
  let idleTicks = 0;

  function detach(): void {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    parts.onDetached();
  }

  function handOver(): void {
    // the stream flows again when Node's listeners have been added
    socket.pause();
    detach();
    socket.setTimeout(0);
    received.returnTo(socket);
    parts.handOver();
    socket.resume();
  }

  function onData(chunk: Buffer): void {
    idleTicks = 0;
    received.add(chunk);
    if (!isRunning && !socket.writableNeedDrain) next();
    // the rest stays in the kernel until the client has read its answers
    else socket.pause();
  }

  /** Answers the next request, unless one is running or the client does not read. */
  function next(): void {
    if (isRunning || socket.writableNeedDrain || socket.destroyed) return;
    if (isEnding) {
      // bytes received after the end are not answered, and must not accumulate
      received.remove(received.length);
      socket.end();
      return;
    }
    if (received.length === 0) {
      if (socket.isPaused()) socket.resume();
      return;
    }
    const request = parts.isEnding() ? undefined : received.onlyRequest();
    const answering = request && parts.answer(request, socket);
    if (answering === undefined) {
      handOver();
      return;
    }
    const { length } = received;
    hasRequests = true;
    isRunning = true;
    parts.onRunning(true);
    void answering.then((answer) => {
      isRunning = false;
      idleTicks = 0;
      if (socket.destroyed) return;
      if (answer === undefined) {
        handOver();
        return;
      }
      received.remove(length);
      writeAnswer(socket, answer.head, request?.method === 'HEAD' ? undefined : answer.body);
      parts.onRunning(false);
      next();
    });
  }

  /** As Node's server does, an answer that is still running is dropped. */
  function onEnd(): void {
    socket.end();
  }

  function onTimeout(): void {
    if (socket.writableNeedDrain) socket.destroy();
  }

  const listeners = { data: onData, end: onEnd, drain: next, timeout: onTimeout, error: ignore, close: detach };
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  socket.setTimeout(stalledMs);
  return {
    tick() {
      if (isRunning || socket.writableNeedDrain) return;
      idleTicks++;
      if (!hasRequests && idleTicks > firstRequestTicks) handOver();
      else if (idleTicks > parts.maxIdleTicks) socket.destroy();
    },
    end() {
      isEnding = true;
      if (!isRunning) socket.end();
    },
    destroy: () => void socket.destroy(),
  };
}

/** A connection with an error is closed next. */
const ignore = () => undefined;

/** Creates the text of the received bytes that are not answered yet, in Latin-1. */
function createReceivedText() {
  const readHead = createReadHead();
  let text = '';
  return {
    get length() {
      return text.length;
    },
    add(chunk: Buffer): void {
      text += chunk.toString('latin1');
    },
    /** Removes this many bytes from the start. */
    remove(length: number): void {
      text = text.slice(length);
    },
    /**
     * Returns the request when the received bytes are one whole head. Several at a time are rare, and Node reads them
     * together: a malformed one also ends those before it.
     */
    onlyRequest(): SimpleRequest | undefined {
      const end = text.length - 4;
      return end <= maxHeadBytes && text.indexOf('\r\n\r\n') === end ? readHead(text.slice(0, end)) : undefined;
    },
    returnTo(socket: Socket): void {
      if (text !== '') socket.unshift(Buffer.from(text, 'latin1'));
      text = '';
    },
  };
}
