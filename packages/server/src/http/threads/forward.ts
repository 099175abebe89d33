import { type ClientRequest, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { PortStream, PortStreams } from './port-streams.ts';

/** Passes requests that a read thread does not answer to the HTTP server of the main thread. */
export interface Forward {
  /** Passes a request whose body has not been read, and its answer back. */
  request(request: IncomingMessage, response: ServerResponse): void;
  /** Passes an upgrade; the connection belongs to the main thread from then on. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** A socket that has ended is closed when its client reads nothing for this time. */
const closingMs = 10_000;

/** Creates the forwarding over streams of a port. */
export function createForward(streams: PortStreams): Forward {
  /** Streams of client connections whose last request is complete. */
  const idle = new WeakMap<Socket, PortStream>();

  /** Returns a stream that carries one request at a time, like the connection of the client. */
  function streamOf(client: Socket): PortStream {
    const known = idle.get(client);
    idle.delete(client);
    if (known !== undefined && !known.isEnded && !known.destroyed) return known;
    const stream = streams.open(client);
    const end = () => void stream.destroy();
    client.once('close', end);
    stream.once('close', () => client.off('close', end));
    stream.on('free', () => idle.set(client, stream));
    return stream;
  }

  return {
    request(request, response) {
      const { socket } = request;
      if (socket.destroyed) return;
      const forwarded = openForwarded(request, () => streamOf(socket));
      if (forwarded === undefined) {
        socket.destroy();
        return;
      }
      // without an agent, Node closes the stream after each request
      forwarded.shouldKeepAlive = true;
      forwarded.on('response', (answer) => {
        response.writeHead(answer.statusCode!, answer.statusMessage, answerHeaders(answer.rawHeaders));
        // the head of an event stream is sent before its first event
        if (answer.headers['content-length'] === undefined) response.flushHeaders();
        answer.on('error', () => socket.destroy());
        answer.pipe(response);
      });
      forwarded.on('error', () => {
        if (!response.writableFinished) socket.destroy();
      });
      response.once('close', () => {
        if (!response.writableFinished) forwarded.destroy();
      });
      request.pipe(forwarded);
    },
    upgrade(request, socket, head) {
      const client = socket as Socket;
      const stream = streams.open(client);
      client.setTimeout(0);
      client.on('error', () => client.destroy());
      client.once('close', () => stream.destroy());
      stream.once('close', () => {
        client.destroySoon();
        // a client that does not read the rest would keep the connection
        client.setTimeout(closingMs, () => client.destroy());
      });
      stream.write(headOf(request), 'latin1');
      if (head.length > 0) stream.write(head);
      client.pipe(stream);
      stream.pipe(client);
    },
  };
}

/** Undefined for a request that Node's parser accepts and its client does not send. */
function openForwarded(request: IncomingMessage, createConnection: () => Duplex): ClientRequest | undefined {
  const { method, url: path } = request;
  try {
    return openRequest({ createConnection, method, path, headers: forwardedHeaders(request), setHost: false });
  } catch {
    return undefined;
  }
}

/** Headers of a request to the main thread; its connection stays open whatever that of the client does. */
function forwardedHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const lines = withoutHeaders(rawHeaders, (name) => name === 'connection');
  // HTTP/1.0 needs no host
  if (headers.host === undefined) lines.push('Host', '');
  lines.push('Connection', 'keep-alive');
  return lines;
}

/** Headers that Node writes for each connection, unless the answer wants it to be closed. */
function answerHeaders(rawHeaders: readonly string[]): string[] {
  return withoutHeaders(rawHeaders, (name, value) => {
    if (name === 'connection') return value.toLowerCase() === 'keep-alive';
    return name === 'keep-alive' || name === 'transfer-encoding' || name === 'date';
  });
}

/** @param isDropped receives names in lower case */
function withoutHeaders(raw: readonly string[], isDropped: (name: string, value: string) => boolean): string[] {
  const lines: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    if (!isDropped(raw[i]!.toLowerCase(), raw[i + 1]!)) lines.push(raw[i]!, raw[i + 1]!);
  }
  return lines;
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
