import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CodedError } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { createNodeClient, parseNodeUrl } from './client.ts';
import { stateOfError } from './state.ts';

/** Starts a server, and returns a client of it. */
async function clientOf(answer: RequestListener, timeoutMs?: number) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createNodeClient({ origin, ...(timeoutMs !== undefined && { timeoutMs }) });
  return {
    client,
    async close() {
      await client.close();
      server.close();
    },
  };
}

it('ends a call whose answer arrives byte by byte', async () => {
  const { client, close } = await clientOf((_, response) => {
    const timer = setInterval(() => response.write('a'), 5);
    response.on('close', () => clearInterval(timer));
  }, 100);
  try {
    await expect(client.rest('block/x.bin')).rejects.toMatchObject({ code: 'node.away' });
  } finally {
    await close();
  }
});

it.each([
  [401, "The node rejects the explorer's credentials."],
  [403, 'The node does not permit getblockcount (rpcwhitelist, rpcallowip).'],
  [429, 'The answer of the node is not JSON (HTTP status 429).'],
  [500, 'The answer of the node is not JSON (HTTP status 500).'],
  [502, 'The answer of the node is not JSON (HTTP status 502).'],
])('reports the page of a proxy with status %i in one sentence', async (status, sentence) => {
  const { client, close } = await clientOf((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>Error</h1></html>'),
  );
  try {
    const failure: unknown = await client.rpc('getblockcount').catch((cause: unknown) => cause);
    expect(stateOfError(failure, undefined).sentence).toBe(sentence);
  } finally {
    await close();
  }
});

it.each([
  [200, 'text/html; charset=utf-8', 'node.not-found'],
  [500, 'text/html', 'node.not-found'],
  [502, 'text/html', 'node.bad-answer'],
  [503, 'text/html', 'node.warming-up'],
  [500, 'text/plain', 'node.bad-answer'],
])('takes a REST answer with status %i and type %s for %s', async (status, type, code) => {
  const { client, close } = await clientOf((_, response) =>
    response.writeHead(status, { 'content-type': type }).end('<html><h1>Welcome</h1></html>'),
  );
  try {
    await expect(client.rest('block/x.bin')).rejects.toMatchObject({ code });
  } finally {
    await close();
  }
});

it('sends a request again while the work queue of the node is full, and reports a node that remains overloaded', async () => {
  const requests = { call: 0, rest: 0 };
  const { client, close } = await clientOf(({ method }, response) => {
    if (method === 'POST' && ++requests.call > 2) return response.end('{"result":7,"error":null,"id":0}');
    if (method === 'GET') requests.rest++;
    return response.writeHead(503).end('Work queue depth exceeded');
  });
  try {
    expect(await client.rpc('getblockcount')).toBe(7);
    const failure: unknown = await client.rest('block/x.bin').catch((cause: unknown) => cause);
    expect(stateOfError(failure, undefined)).toMatchObject({ name: 'away', sentence: 'The node is overloaded.' });
    expect(requests).toEqual({ call: 3, rest: 7 });
  } finally {
    await close();
  }
});

it('names why https fails: a certificate that is not trusted, or a node without TLS', async () => {
  const [key, cert] = await Promise.all(
    ['tls-key.pem', 'tls-cert.pem'].map((name) =>
      readFile(new URL(`../../lightning/test/fixtures/${name}`, import.meta.url), 'utf8'),
    ),
  );
  const servers = [createTlsServer({ key: key!, cert: cert! }), createServer()];
  const sentences = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = createNodeClient({ origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const failure: unknown = await client.rpc('getblockcount').catch((cause: unknown) => cause);
    await client.close();
    server.close();
    return stateOfError(failure, undefined).sentence;
  });
  expect(await Promise.all(sentences)).toEqual([
    'The certificate of the node is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    'The node does not answer by https (ERR_SSL_WRONG_VERSION_NUMBER).',
  ]);
});

it('cuts the text of an error, which is logged and sent to clients', async () => {
  const error = { code: -25, message: `bad-txns ${'x'.repeat(1_000_000)}` };
  const { client, close } = await clientOf((_, response) => response.end(JSON.stringify({ error, result: null })));
  try {
    const failure = await client.rpc('sendrawtransaction', '00').catch((cause: unknown) => cause as CodedError);
    const { message, datum } = failure as CodedError & { datum: { message: string } };
    expect(message).toMatch(/^sendrawtransaction: bad-txns x+$/);
    expect([message.length, datum.message.length]).toEqual([1_020, 1_000]);
  } finally {
    await close();
  }
});

it('sends requests to the path of the node URL, with the credentials decoded', async () => {
  const requests: unknown[] = [];
  const server = createServer(({ url, headers: { authorization } }, response) => {
    requests.push([url, authorization]);
    response.end('{"result":7,"error":null,"id":0}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createNodeClient(parseNodeUrl(`http://u:a%3Ab%40%25%20%C3%A9@127.0.0.1:${port}/node/`));
  try {
    await client.rpc('getblockcount');
    await client.rest('chaininfo.json');
    const pair = Buffer.from('u:a:b@% é', 'utf8').toString('base64');
    expect(requests).toEqual([
      ['/node/', `Basic ${pair}`],
      ['/node/rest/chaininfo.json', undefined],
    ]);
  } finally {
    await client.close();
    server.close();
  }
});

it('says how a % is written in the credentials of a node URL', () => {
  expect(() => parseNodeUrl('http://u:100%@127.0.0.1:8332')).toThrow(/written %25/);
});
