import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** An answer of the scripted server: a JSON value, or a function that writes the response. */
type Script = object | ((response: ServerResponse) => void);

/** A server with lnd's REST routes. */
export interface ScriptedLnd {
  url: string;
  /** Answers by path; may be replaced at any time. */
  scripts: Record<string, Script>;
  /** Paths of all requests. */
  requested: string[];
  /** The macaroon that is accepted, as hex. */
  macaroon: string;
  stop(): Promise<void>;
}

/** Public key of the scripted lnd. */
export const lndKey = `02${'a1'.repeat(32)}`;

/** Starts the server on loopback, with TLS when a key and a certificate are given. */
export async function startScriptedLnd(
  scripts: Record<string, Script>,
  tls?: { key: string; cert: string },
): Promise<ScriptedLnd> {
  const lnd: ScriptedLnd = { url: '', scripts, requested: [], macaroon: '0201036c6e64', stop: async () => undefined };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    lnd.requested.push(path);
    const fail = (status: number, code: number, message: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code, message, details: [] }));
    };
    if (request.headers['grpc-metadata-macaroon'] !== lnd.macaroon) {
      fail(500, 2, 'verification failed: signature mismatch after caveat verification');
      return;
    }
    const script = lnd.scripts[path];
    if (script === undefined) fail(404, 5, 'Not Found');
    else if (typeof script === 'function') (script as (response: ServerResponse) => void)(response);
    else response.end(JSON.stringify(script));
  };
  const server = tls === undefined ? createPlainServer(answer) : createTlsServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lnd.url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  lnd.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return lnd;
}

/** `/v1/getinfo` of lnd 0.21, abridged. */
export const lndInfo = {
  version: '0.21.2-beta commit=v0.21.2-beta',
  commit_hash: '',
  identity_pubkey: lndKey,
  alias: 'alice',
  color: '#ff9900',
  num_peers: 2,
  block_height: 116,
  synced_to_chain: true,
  synced_to_graph: true,
  chains: [{ chain: 'bitcoin', network: 'regtest' }],
  uris: [`${lndKey}@88.198.10.1:9735`],
};
