import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { displayHash, fromHex, toHex } from '@glassblock/primitives';
import { readElementsBlock, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { elementsJson, recordedChain } from '../../../primitives/test/support/elements.ts';

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/elements/${name}.json`, import.meta.url), 'utf8')).result;

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/elements/${name}`, import.meta.url));

/** The transactions that were left in the node's mempool, with their fees and sizes by the node: sats and vB. */
export const recordedMempool = JSON.parse(gunzipSync(fixture('mempool.json.gz')).toString('utf8')) as {
  hex: string[];
  entries: Record<string, { fee: number; vsize: number }>;
};

/** Answers to `validateaddress`. */
export const recordedAddresses = elementsJson('addresses.json') as {
  network: string;
  address: string;
  answer: Record<string, unknown>;
}[];

/** Changes of the recorded node for a test. */
export interface RecordedNodeOptions {
  /** Results by method, in place of the recorded ones. */
  results?: Readonly<Record<string, unknown>>;
  /** False: the node has no transaction index. */
  txindex?: boolean;
  /** False: REST answers 404. */
  rest?: boolean;
}

/** A server that answers as the recorded Elements node did. */
export interface RecordedElementsNode {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Methods called so far, and REST paths. */
  readonly calls: string[];
  /** Hashes by height, internal order. */
  readonly hashes: readonly Uint8Array[];
  /** Makes the active chain end at a height. */
  setTip(height: number): void;
  /** Fills the mempool with the recorded transactions, or empties it. */
  setMempool(isFull: boolean): void;
  /** Called with each method and REST path before it is answered. */
  onCall: (call: string) => void;
  stop(): Promise<void>;
}

interface Call {
  id: unknown;
  method: string;
  params: unknown[];
}

const failure = (code: number, message: string) => ({ result: null, error: { code, message } });
const success = (result: unknown) => ({ result, error: null });

/** Returns the result of `testmempoolaccept`: known transactions are accepted. */
function acceptanceOf(hex: string, pending: readonly { txid: Uint8Array }[]) {
  const { txid, wtxid, vsize } = readWholeElementsTransaction(fromHex(hex));
  const isKnown = pending.some((one) => displayHash(one.txid) === displayHash(txid));
  const ids = { txid: displayHash(txid), wtxid: displayHash(wtxid) };
  return isKnown
    ? { ...ids, allowed: true, vsize: Math.ceil(vsize), fees: { base: 1e-6 } }
    : { ...ids, allowed: false, 'reject-reason': 'missing-inputs' };
}

/** Answers the calls of a request. An RPC error has status 500, an unknown method 404. */
function answerCalls(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: Call) => ReturnType<typeof failure> | ReturnType<typeof success>,
): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Call | Call[];
    if (Array.isArray(body)) {
      response.end(JSON.stringify(body.map((call) => ({ ...answer(call), id: call.id }))));
      return;
    }
    const reply = answer(body);
    if (reply.error !== null) response.statusCode = reply.error.code === -32601 ? 404 : 500;
    response.end(JSON.stringify({ ...reply, id: body.id }));
  });
}

/** Starts the server. Blocks, headers and transactions are those of the recorded chain. */
export async function startRecordedElementsNode(options: RecordedNodeOptions = {}): Promise<RecordedElementsNode> {
  const chain = recordedChain().map(readElementsBlock);
  const blocks = new Map(chain.map((block) => [displayHash(block.hash), block]));
  const txs = new Map(chain.flatMap((block) => block.txs).map((tx) => [displayHash(tx.txid), tx]));
  const pending = recordedMempool.hex.map((hex) => readWholeElementsTransaction(fromHex(hex)));
  const calls: string[] = [];
  let tip = chain.length - 1;
  let isFull = false;
  const info = recorded('getblockchaininfo-end') as Record<string, unknown>;
  const currentInfo = () => ({ ...info, blocks: tip, headers: tip, bestblockhash: displayHash(chain[tip]!.hash) });
  const results: Readonly<Record<string, unknown>> = {
    getnetworkinfo: recorded('getnetworkinfo'),
    getsidechaininfo: recorded('getsidechaininfo-end'),
    getindexinfo: options.txindex === false ? {} : recorded('getindexinfo'),
    getzmqnotifications: recorded('getzmqnotifications'),
    getmempoolinfo: recorded('getmempoolinfo-end'),
    ...options.results,
  };

  function note(call: string): void {
    calls.push(call);
    node.onCall(call);
  }

  function answer({ method, params }: Call) {
    note(method);
    const id = String(params[0]);
    const block = blocks.get(id);
    if (method in results) return success(results[method]);
    if (method === 'getblock' || method === 'getblockheader') {
      if (block === undefined) return failure(-5, 'Block not found');
      return success(toHex(method === 'getblock' ? block.bytes : block.header.bytes));
    }
    if (method === 'getblockchaininfo') return success(currentInfo());
    if (method === 'getbestblockhash') return success(displayHash(chain[tip]!.hash));
    if (method === 'getblockhash') {
      const at = Number(params[0]);
      return at > tip ? failure(-8, 'Block height out of range') : success(displayHash(chain[at]!.hash));
    }
    if (method === 'getrawmempool') return success(isFull ? pending.map(({ txid }) => displayHash(txid)) : []);
    if (method === 'validateaddress') {
      const known = recordedAddresses.find(({ address, network }) => address === id && network === 'liquidregtest');
      return success(known?.answer ?? { isvalid: false, isvalid_parent: false, error: 'Invalid address' });
    }
    if (method === 'testmempoolaccept') {
      return success((params[0] as string[]).map((hex) => acceptanceOf(hex, pending)));
    }
    if (method === 'sendrawtransaction') {
      const sent = pending.find(({ raw }) => toHex(raw) === id);
      return sent === undefined ? failure(-22, 'TX decode failed') : success(displayHash(sent.txid));
    }
    if (method === 'getrawtransaction') {
      const inBlock = blocks.get(String(params[2]))?.txs.find(({ txid }) => displayHash(txid) === id);
      const unconfirmed = isFull ? pending.find(({ txid }) => displayHash(txid) === id) : undefined;
      const indexed = options.txindex === false ? undefined : txs.get(id);
      const tx = params[2] === undefined ? (unconfirmed ?? indexed) : inBlock;
      if (tx !== undefined) return success(toHex(tx.raw));
      return failure(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
    }
    return failure(-32601, 'Method not found');
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      note(path);
      const block = blocks.get(/^\/rest\/block\/([0-9a-f]{64})\.bin$/.exec(path)?.[1] ?? '');
      const isInfo = path === '/rest/chaininfo.json';
      if (options.rest === false || (block === undefined && !isInfo)) response.writeHead(404).end();
      else response.end(isInfo ? JSON.stringify(results['getblockchaininfo'] ?? currentInfo()) : block!.bytes);
      return;
    }
    answerCalls(request, response, answer);
  });
  const port = await listen(server);
  const node: RecordedElementsNode = {
    origin: `http://127.0.0.1:${port}`,
    calls,
    hashes: chain.map(({ hash }) => hash),
    setTip(height) {
      tip = height;
    },
    setMempool(full) {
      isFull = full;
    },
    onCall: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
