import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo as SocketAddress } from 'node:net';
import { type ClientCommand, parseClientFrame, type ServerFrame, type WebConfig } from '@glassblock/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import { openWeb, postedFormTarget } from '../../src/index.ts';
import { miningAnswer } from './samples/mining-sample.ts';
import { encoded, type SampleAnswer } from './samples/sample-answer.ts';
import {
  hashOf,
  ownAddress,
  sampleBlock,
  sampleCalibration,
  sampleForecast,
  sampleInit,
  sampleMempoolBlocks,
  sampleOutspends,
  samplePast,
  sampleSquares,
  sampleState,
  sampleStatistics,
  sampleSummary,
  sampleTx,
  sampleUtxos,
  tip,
} from './samples/sample-data.ts';

/** A server of sample data in the shapes of the contract, for screenshots and browser tests of the web app alone. */
export interface Fixture {
  origin: string;
  /** Sends a frame to every open socket. */
  push(frame: ServerFrame): void;
  /** Every client frame so far. */
  received: string[];
  cut(): void;
  close(): Promise<void>;
}

const known = new Set<string>();
/** Txid of an unconfirmed transaction. */
export const pendingTxid = hashOf('pending');
/** Txid of a confirmed transaction with many inputs and outputs. */
export const confirmedTxid = hashOf('confirmed');

const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
const text = (body: string, status = 200): SampleAnswer => ({ status, contentType: 'text/plain', body });

/** Returns the answer of the routes of an address. */
function addressAnswer(
  path: string,
  now: number,
  address: string,
  part: string | undefined,
  isSummary: boolean,
): SampleAnswer {
  if (address !== ownAddress) return text('Invalid Bitcoin address', 400);
  if (part === 'txs' && isSummary) return json(sampleSummary(now));
  if (part === 'utxo') return json(sampleUtxos(now));
  if (part === 'txs') {
    const query = new URL(path, 'http://fixture').searchParams;
    const places = Array.from({ length: 34 }, (_, place) => place);
    const start = places.findIndex((place) => hashOf(`a${place}`) === query.get('after_txid')) + 1;
    return json(
      places
        .slice(start, start + Number(query.get('max_txs') ?? 25))
        .map((place) => sampleTx(hashOf(`a${place}`), { now, ...(place > 0 && { confirmedAt: tip - 2 - place }) })),
    );
  }
  return json({
    address: ownAddress,
    chain_stats: {
      tx_count: 33,
      funded_txo_count: 30,
      funded_txo_sum: 912_345_678,
      spent_txo_count: 21,
      spent_txo_sum: 700_000_123,
    },
    mempool_stats: {
      tx_count: 1,
      funded_txo_count: 1,
      funded_txo_sum: 1_250_000,
      spent_txo_count: 0,
      spent_txo_sum: 0,
    },
  });
}

/** Returns the answer of the sample server. @param path with its network @param now ms */
export function sampleAnswer(path: string, now: number, isNodeAway: boolean): SampleAnswer {
  const [bare = ''] = path.split('?');
  const parts = bare.split('/').filter((part) => part !== '');
  const at = parts.indexOf('api');
  const [first, second, third, fourth] = parts.slice(at + 1);
  const mined = miningAnswer(path, now);
  if (mined !== undefined) return mined;
  if (first === 'v1' && second === 'statistics') return json(third === '24h' ? sampleStatistics(now) : []);
  if (first === 'glass' && third === 'fees')
    return json(parts[at + 4] === 'forecast' ? sampleForecast(now) : sampleCalibration());
  if (first === 'glass' && third === 'mempool') return json(samplePast(Number(parts[at + 5])));
  if (first === 'glass' && third === 'state')
    return json(sampleState(at > 0 ? (parts[0] ?? '') : 'mainnet', isNodeAway));
  if (first === 'v1' && second === 'historical-price') return json({ prices: [], exchangeRates: {} });
  if (first === 'v1' && second === 'transaction-times')
    return json([...path.matchAll(/txId%5B%5D=/g)].map(() => Math.floor(now / 1000) - 3_600));
  if (first === 'v1' && second === 'init-data') return json(sampleInit(now));
  if (first === 'v1' && second === 'fees') return json(sampleMempoolBlocks());
  if (first === 'v1' && second === 'validate-address') return json({ isvalid: true });
  if (first === 'v1' && second === 'blocks') {
    const from = third === undefined ? tip : Number(third);
    return json(Array.from({ length: Math.min(10, from + 1) }, (_, place) => sampleBlock(from - place, now)));
  }
  if (first === 'blocks') return json(tip);
  if (first === 'block-height')
    return Number(second) <= tip ? text(sampleBlock(Number(second), now).id) : text('Block not found', 404);
  const blockOf = (hash: string | undefined) => {
    for (let height = tip; height > tip - 40; height--)
      if (sampleBlock(height, now).id === hash) return sampleBlock(height, now);
    return undefined;
  };
  if (first === 'v1' && second === 'block') {
    const block = blockOf(third);
    if (block === undefined) return text('Block not found', 404);
    if (fourth === 'summary')
      return json(
        sampleSquares(0).map(([txid, fee, vsize, value, rate, flags]) => ({ txid, fee, vsize, value, rate, flags })),
      );
    return fourth === undefined ? json(block) : text('Not found', 404);
  }
  if (first === 'block') {
    const block = blockOf(second);
    if (!block) return text('Block not found', 404);
    if (third === 'status') return json({ in_best_chain: true, height: block.height, next_best: null });
    const start = Number(fourth ?? 0);
    return json(
      Array.from({ length: Math.min(25, block.tx_count - start) }, (_, place) =>
        sampleTx(hashOf(`${block.id}${start + place}`), {
          confirmedAt: block.height,
          now,
          coinbase: start + place === 0,
          busy: place === 2,
        }),
      ),
    );
  }
  if (first === 'tx' && second !== undefined) {
    if (second.startsWith('dead')) return text('Transaction not found', 404);
    known.add(second);
    const tx = sampleTx(second, {
      now,
      ...(second === pendingTxid ? {} : { confirmedAt: tip - 3 }),
      busy: second === confirmedTxid,
    });
    if (third === 'outspends')
      return json(second === pendingTxid ? tx.vout.map(() => ({ spent: false })) : sampleOutspends(tx));
    return json(tx);
  }
  if (first === 'txs' && second === 'outspends') {
    const ids = new URL(path, 'http://fixture').searchParams.get('txids') ?? '';
    return json(ids.split(',').map((id) => sampleOutspends(sampleTx(id, { now }))));
  }
  if (first === 'address' && second !== undefined) return addressAnswer(path, now, second, third, fourth === 'summary');
  return text('Not Found', 404);
}

/** Returns the configuration that the sample server passes to the app. */
export function sampleConfig(basePath = '/', isDemo = false): WebConfig {
  const networks = [
    { name: 'mainnet', label: 'Mainnet', path: '', demo: false, lightning: false },
    { name: 'testnet4', label: 'Testnet4', path: 'testnet4', demo: false, lightning: false },
    { name: 'demo', label: 'Demo', path: 'demo', demo: true, lightning: false },
  ];
  return {
    basePath,
    rootNetwork: isDemo ? 'demo' : 'mainnet',
    baseModule: 'mempool',
    networks: isDemo ? networks.slice(2) : networks,
    mainnetEnabled: true,
    testnetEnabled: false,
    testnet4Enabled: true,
    signetEnabled: false,
    regtestEnabled: false,
    liquidEnabled: false,
    liquidTestnetEnabled: false,
    miningDashboard: true,
    lightning: false,
    audit: false,
    addressSearch: false,
    historicalPrice: true,
    accelerator: false,
    acceleratorButton: true,
    officialSite: false,
    keepBlocksAmount: 8,
    mempoolBlocksAmount: 8,
    itemsPerPage: 10,
    graphWindow: '2h',
    miningWindow: '1w',
  };
}

/** Options of the sample server. */
export interface FixtureOptions {
  basePath?: string;
  demo?: boolean;
  away?: boolean;
  port?: number;
  host?: string;
  /** Settings that differ from `sampleConfig`. */
  settings?: Partial<WebConfig>;
  /** Returns an answer in place of the default one, or undefined. @param body of a POST; undefined for a GET */
  first?: (path: string, body: string | undefined) => SampleAnswer | undefined;
  /** Returns a frame that answers a command in addition to the default one, or undefined. */
  frame?: (command: ClientCommand) => ServerFrame | undefined;
}

/** Starts the sample server on a free loopback port. */
export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const basePath = options.basePath ?? '/';
  const web = await openWeb({ basePath });
  const config = { ...sampleConfig(basePath, options.demo === true), ...options.settings };
  const now = Date.now();
  const answerOf = (path: string, body?: string) =>
    Promise.resolve(options.first?.(path, body) ?? sampleAnswer(path, now, options.away ?? false));
  const server = createServer((request, reply) => {
    void (async () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
      const asset = url.pathname.startsWith(basePath) ? web.asset(url.pathname.slice(basePath.length - 1)) : undefined;
      if (asset) {
        // Browsers accept brotli on secure origins only.
        const accepted = request.headers['accept-encoding'] ?? '';
        const coding =
          asset.brotli && accepted.includes('br') ? 'br' : asset.gzip && accepted.includes('gzip') ? 'gzip' : undefined;
        reply.writeHead(200, {
          ...asset.headers,
          ...(coding && { 'content-encoding': coding }),
          vary: 'accept-encoding',
        });
        return reply.end(coding === 'br' ? asset.brotli : await (coding === 'gzip' ? asset.gzip?.() : asset.body()));
      }
      if (
        url.pathname.startsWith(basePath) &&
        /^\/(?!docs\/)([a-z0-9]+\/)?api\//.test(url.pathname.slice(basePath.length - 1))
      ) {
        const body = request.method === 'POST' ? (await request.setEncoding('utf8').toArray()).join('') : undefined;
        const given = await answerOf(url.pathname.slice(basePath.length - 1) + url.search, body);
        reply.writeHead(given.status, {
          'content-type': given.contentType,
          ...(given.total !== undefined && { 'x-total-count': String(given.total) }),
        });
        return reply.end(encoded(given).body);
      }
      if (request.method === 'POST') {
        const body = (await request.setEncoding('utf8').toArray()).join('');
        reply.writeHead(303, { location: postedFormTarget(url.pathname, body, true) ?? '?' });
        return reply.end();
      }
      const context = { config, api: async (path: string) => encoded(await answerOf(path)), secure: false };
      const socialImage = await web.socialImage(url.pathname.slice(basePath.length - 1), context);
      if (socialImage !== undefined) {
        reply.writeHead(socialImage.status, { 'content-type': 'image/png' });
        return reply.end(socialImage.png);
      }
      const { cookie } = request.headers;
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
      const page = await web.render({ url: url.href, headers, encoding: undefined }, context);
      reply.writeHead(page.status, page.headers);
      return reply.end(page.body);
    })();
  });
  const sockets = new WebSocketServer({ noServer: true });
  const received: string[] = [];
  server.on('upgrade', (request: IncomingMessage, raw, head) =>
    sockets.handleUpgrade(request, raw, head, (socket) => answerFrames(socket, received, now, options.frame)),
  );
  await new Promise<void>((done) => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', done));
  const { port } = server.address() as SocketAddress;
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    push(frame) {
      for (const socket of sockets.clients) socket.send(JSON.stringify(frame));
    },
    cut,
    async close() {
      cut();
      server.closeAllConnections();
      await web.close();
      await new Promise((done) => server.close(done));
    },
  };
}

function answerFrames(socket: WebSocket, received: string[], now: number, own: FixtureOptions['frame']): void {
  const send = (frame: ServerFrame) => socket.send(JSON.stringify(frame));
  socket.on('message', (data) => {
    const text = String(data);
    received.push(text);
    for (const command of parseClientFrame(text) ?? []) {
      const frame = own?.(command);
      if (frame !== undefined) send(frame);
      if (command.type === 'init') send(sampleInit(now));
      if (command.type === 'ping') send({ pong: true });
      if (command.type === 'want') send({ 'mempool-blocks': sampleMempoolBlocks() });
      if (command.type === 'track-mempool-block' && command.index !== undefined) {
        send({
          'projected-block-transactions': {
            index: command.index,
            sequence: 10,
            blockTransactions: sampleSquares(command.index + 1),
          },
        });
      }
      if (command.type === 'track-tx' && command.txid === pendingTxid) {
        send({ txPosition: { txid: pendingTxid, position: { block: 1, vsize: 420_000 } } });
      }
    }
  });
}
