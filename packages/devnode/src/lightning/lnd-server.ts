import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightningCourse } from './lightning-course.ts';
import type { LightningNode } from './lightning-nodes.ts';
import { lndClosed, lndGraph, lndInfo, lndOpened } from './lnd-answers.ts';

/** Options of the REST server. */
export interface LndServerOptions {
  nodes: readonly LightningNode[];
  course: LightningCourse;
  /** As lnd names it. */
  network: string;
  height(): number;
  /** Unix seconds of the newest announcement of a node. */
  startTime: number;
}

/** The REST server of a simulated lnd. */
export interface LndServer {
  /** @returns the port */
  open(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

const chunkLength = 65_536;

/** Creates a server with the routes of lnd that an explorer reads; it requires no macaroon. */
export function createLndServer({ nodes, course, network, height, startTime }: LndServerOptions): LndServer {
  const subscribers = new Set<ServerResponse>();
  const publish = (message: object) => {
    for (const response of subscribers) response.write(`${JSON.stringify(message)}\n`);
  };
  course.listen({
    opened: (channel) => subscribers.size > 0 && publish(lndOpened(nodes, channel)),
    closed: (channel, at) => subscribers.size > 0 && publish(lndClosed(channel, at)),
  });
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/getinfo') response.end(JSON.stringify(lndInfo(nodes, height(), network)));
    else if (request.url === '/v1/graph') sendGraph(response);
    else if (request.url === '/v1/graph/subscribe') {
      response.flushHeaders();
      subscribers.add(response);
      response.once('close', () => subscribers.delete(response));
    } else {
      response.statusCode = 404;
      response.end(JSON.stringify({ code: 5, message: 'Not Found', details: [] }));
    }
  });

  /** Writes the graph in chunks, each after the previous one was sent. */
  function sendGraph(response: ServerResponse): void {
    const parts = lndGraph(nodes, course, startTime);
    const send = () => {
      let chunk = '';
      for (;;) {
        const { done, value } = parts.next();
        if (done === true) return void response.end(chunk);
        chunk += value;
        if (chunk.length < chunkLength) continue;
        if (!response.write(chunk)) return void response.once('drain', send);
        chunk = '';
      }
    };
    send();
  }

  return {
    open: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
