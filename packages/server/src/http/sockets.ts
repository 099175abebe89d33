import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { socketLimits } from '@glassblock/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { splitOnce } from './request.ts';
import type { LocateNetwork } from './router.ts';
import type { ServedNetwork } from './served-network.ts';

/** Accepts WebSockets of every network at `{prefix}/api/v1/ws` and `{prefix}/ws`; rejects other upgrades with 404. */
export function acceptSockets(app: FastifyInstance, locate: LocateNetwork<ServedNetwork>, log: Logger): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.inboundBytes,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path] = splitOnce(request.url ?? '/', '?');
    const located = locate(path);
    if (located === undefined || !/^(\/api\/v1)?\/ws\/?$/i.test(located.rest)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    server.handleUpgrade(request, socket, head, (client) => located.network.hub.accept(client));
  });
  server.on('wsClientError', (error) => log.debug({ event: 'socket-refused', error: error.message }));
}
