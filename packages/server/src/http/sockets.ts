import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { socketLimits } from '@glassblock/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveHub } from '../live/hub.ts';
import type { LiveSocket } from '../live/sending/session.ts';
import { sendText } from './answers/send-reply.ts';
import type { AddressLimits } from './requests/address-limits.ts';
import { addressKey, type ClientAddress } from './requests/client-address.ts';
import { normalTarget, splitOnce } from './requests/request.ts';
import { type LocateNetwork, prefixOf } from './router.ts';

/** A network with a socket. */
export interface SocketNetwork {
  readonly hub: Pick<LiveHub, 'accept' | 'acceptServer'>;
  /** Path segment of the network; empty for the root network. */
  readonly path: string;
}

interface SocketParts {
  basePath: string;
  networks: readonly SocketNetwork[];
  locate: LocateNetwork<SocketNetwork>;
  limits: AddressLimits;
  clientAddress: ClientAddress;
  log: Logger;
}

/** Paths of the live protocol, below the prefix of a network. */
const socketPaths = ['/api/v1/ws', '/ws'];
/** Of the services API: other servers follow the list of active accelerations. */
const serverPath = '/api/v1/services/accelerator/ws';
const socketPattern = /^((\/api\/v1)?\/ws|\/api\/v1\/services\/accelerator\/ws)\/?$/i;
const pathOf = (target = '/'): string => splitOnce(normalTarget(target), '?')[0];
const isServerPath = (path: string) => path.toLowerCase().startsWith(serverPath);

/**
 * Returns the test whether a request is treated as an upgrade: only WebSocket on a socket path. Other Upgrade headers are
 * ignored (RFC 9110, 7.8).
 */
export function createShouldUpgrade(locate: LocateNetwork<unknown>): (request: IncomingMessage) => boolean {
  return ({ method, headers, url = '/' }) => {
    if (method !== 'GET' || !/(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '')) return false;
    const located = locate(pathOf(url));
    return located !== undefined && socketPattern.test(located.rest);
  };
}

/**
 * Accepts sockets of every network at `{prefix}/api/v1/ws`, also `{prefix}/ws`, and those of other servers at
 * `{prefix}/api/v1/services/accelerator/ws` where the network has accelerations.
 */
export function acceptSockets(app: FastifyInstance, parts: SocketParts): void {
  const { basePath, networks, locate, limits, clientAddress, log } = parts;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.inboundBytes,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refuse = (status: number, headers: Readonly<Record<string, string>> = {}) => {
      log.debug({ event: 'socket-refused', status });
      refuseUpgrade(socket, status, headers);
    };
    const located = locate(pathOf(request.url));
    const hub = located?.network.hub;
    const accept = located !== undefined && isServerPath(located.rest) ? hub?.acceptServer : hub?.accept;
    if (accept === undefined) return refuse(404);
    const { 'sec-websocket-version': version, 'sec-websocket-key': key = '' } = request.headers;
    if (version !== '13' && version !== '8') return refuse(426, { 'Sec-WebSocket-Version': '13, 8' });
    if (!/^[+/0-9A-Za-z]{22}==$/.test(key)) return refuse(400);
    const address = addressKey(clientAddress(request));
    if (!limits.upgrade(address)) return refuse(429, { 'Retry-After': '60' });
    const free = limits.open('socket', address);
    if (free === undefined) return refuse(429, { 'Retry-After': '60' });
    socket.once('close', free);
    server.handleUpgrade(request, socket, head, (client) => accept(liveSocketOf(client, socket)));
  });
  for (const network of networks) {
    for (const path of network.hub.acceptServer === undefined ? socketPaths : [...socketPaths, serverPath]) {
      app.get(prefixOf(basePath, network) + path, { exposeHeadRoute: false }, async (_request, reply) =>
        sendText(reply.headers({ upgrade: 'websocket', connection: 'Upgrade, close' }), 426, 'Upgrade Required'),
      );
    }
  }
}

/**
 * Returns the socket of a session. Whole frames go to the connection itself: as the library would, without compression,
 * but with one buffer for all clients and one write for several frames.
 */
function liveSocketOf(client: WebSocket, connection: Duplex): LiveSocket {
  return {
    OPEN: client.OPEN,
    get readyState() {
      return client.readyState;
    },
    get bufferedAmount() {
      return client.bufferedAmount;
    },
    send(frames) {
      if (frames.length > 1) connection.cork();
      for (const frame of frames) connection.write(frame);
      if (frames.length > 1) connection.uncork();
    },
    on: (event: string, listener: (data: unknown, isBinary: boolean) => void) => client.on(event, listener),
    ping: () => client.ping(),
    close: (code, reason) => client.close(code, reason),
    terminate: () => client.terminate(),
  };
}

/** Answers an upgrade that is not accepted, and closes its connection whether or not the client does. */
function refuseUpgrade(socket: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries({ Connection: 'close', 'Content-Length': '0', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, () => socket.destroy());
}
