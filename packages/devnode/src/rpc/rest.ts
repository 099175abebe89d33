import { ByteWriter, displayHash, hashFromDisplay, readBlock, toHex } from '@glassblock/primitives';
import type { StoredBlock } from '../state/chain-state.ts';
import { unpackUndo } from '../state/undo-data.ts';
import { chainMethods } from './rpc-chain.ts';
import type { RpcContext } from './rpc-context.ts';
import { mempoolMethods } from './rpc-mempool.ts';
import { headerJson, txJson } from './tx-json.ts';

/** An HTTP answer. */
export interface RestAnswer {
  status: number;
  type: 'application/json' | 'application/octet-stream' | 'text/plain';
  body: Uint8Array | string;
}

const fault = (status: number, words: string): RestAnswer => ({ status, type: 'text/plain', body: `${words}\r\n` });
const json = (value: unknown): RestAnswer => ({
  status: 200,
  type: 'application/json',
  body: `${JSON.stringify(value)}\n`,
});

/** Bytes, hex, or JSON, by the extension of the path. */
function inForm(form: string, bytes: Uint8Array, asJson?: () => unknown): RestAnswer {
  if (form === 'bin') return { status: 200, type: 'application/octet-stream', body: bytes };
  if (form === 'hex') return { status: 200, type: 'text/plain', body: `${toHex(bytes)}\n` };
  if (form === 'json' && asJson !== undefined) return json(asJson());
  return fault(404, 'output format not found');
}

const pathPattern =
  /^(chaininfo|mempool\/info|mempool\/contents|blockhashbyheight|headers|tx|block\/notxdetails|block|spenttxouts|blockpart)(?:\/([0-9a-zA-Z/-]+))?\.(bin|hex|json)$/;

/**
 * Answers a GET below `/rest/`. Source: Core doc/REST-interface.md
 * @param path without `/rest/`, for example `block/<hash>.bin`
 */
export async function answerRest(path: string, query: URLSearchParams, context: RpcContext): Promise<RestAnswer> {
  const { faults, profile, node } = context;
  if (faults.warmingUp) return fault(503, 'Service temporarily unavailable: Loading block index…');
  const match = pathPattern.exec(path);
  const [, name = '', argument = '', form = ''] = match ?? [];
  const offered = (profile.spentOutputs || name !== 'spenttxouts') && (profile.blockPart || name !== 'blockpart');
  if (match === null || !offered || faults.missing.has(`rest/${name}`)) return fault(404, 'Not found');

  switch (name) {
    case 'chaininfo':
      return json(await chainMethods['getblockchaininfo']!([], context));
    case 'mempool/info':
      return json(await mempoolMethods['getmempoolinfo']!([], context));
    case 'mempool/contents': {
      const verbose = query.get('verbose') !== 'false';
      return json(await mempoolMethods['getrawmempool']!([verbose, query.get('mempool_sequence') === 'true'], context));
    }
    case 'blockhashbyheight': {
      const block = /^\d{1,9}$/.test(argument) ? node.chain.at(Number(argument)) : undefined;
      if (block === undefined) return fault(404, 'Block height out of range');
      return inForm(form, hashFromDisplay(block.hash), () => ({ blockhash: block.hash }));
    }
    case 'headers':
      return headers(argument, Number(query.get('count') ?? 5), form, context);
    case 'tx':
      return transaction(argument, form, context);
    case 'block':
    case 'block/notxdetails':
    case 'spenttxouts':
    case 'blockpart':
      return blockAnswer(name, argument, query, form, context);
    default:
      return fault(404, 'Not found');
  }
}

function headers(argument: string, count: number, form: string, { node: { chain } }: RpcContext): RestAnswer {
  const hash = argument.split('/').at(-1) ?? '';
  const wanted = argument.includes('/') ? Number(argument.split('/')[0]) : count;
  if (!(wanted >= 1 && wanted <= 2000))
    return fault(400, 'Header count is invalid or out of acceptable range (1-2000)');
  const first = chain.block(hash);
  const found: StoredBlock[] = [];
  if (first !== undefined && chain.isActive(first)) {
    for (let height = first.height; found.length < wanted; height++) {
      const block = chain.at(height);
      if (block === undefined) break;
      found.push(block);
    }
  }
  const writer = new ByteWriter(80 * found.length);
  for (const block of found) writer.bytes(block.header);
  return inForm(form, writer.finish(), () => found.map((block) => headerJson(block, chain)));
}

function transaction(txid: string, form: string, { node: { mempool, network } }: RpcContext): RestAnswer {
  if (!/^[0-9a-f]{64}$/i.test(txid)) return fault(400, `Invalid hash: ${txid}`);
  const entry = mempool.entries.get(txid.toLowerCase());
  if (entry === undefined) return fault(404, `${txid} not found`);
  return inForm(form, entry.tx.raw, () => txJson(entry.tx, network));
}

function blockAnswer(
  name: string,
  hash: string,
  query: URLSearchParams,
  form: string,
  { node: { chain, network }, faults }: RpcContext,
): RestAnswer {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return fault(400, `Invalid hash: ${hash}`);
  let stored = chain.block(hash.toLowerCase());
  if (stored === undefined) return fault(404, `${hash} not found`);
  if (faults.wrong === 'other-block') stored = chain.at(stored.height === 0 ? 1 : stored.height - 1) ?? stored;
  if (chain.isPruned(stored)) return fault(404, `${hash} not available (pruned data)`);
  if (name === 'spenttxouts') {
    const undo = stored.undo!;
    return inForm(form, faults.corrupt(undo.bytes), () =>
      unpackUndo(undo).map((utxos) =>
        utxos.map(({ value, script }) => ({ value: Number(value) / 1e8, scriptPubKey: { hex: toHex(script) } })),
      ),
    );
  }
  const bytes = stored.bytes!;
  if (name === 'blockpart') {
    const offset = Number(query.get('offset') ?? Number.NaN);
    const size = Number(query.get('size') ?? Number.NaN);
    const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(size);
    if (!whole || offset < 0 || size < 1) return fault(400, 'Block part offset or size missing or invalid');
    if (offset + size > bytes.length) return fault(404, 'Bad block part offset/size');
    return inForm(form, faults.corrupt(bytes.subarray(offset, offset + size)));
  }
  return inForm(form, faults.corrupt(bytes), () => {
    const block = readBlock(bytes);
    const spent = unpackUndo(stored.undo!);
    return {
      ...headerJson(stored, chain),
      strippedsize: block.strippedSize,
      size: block.size,
      weight: block.weight,
      tx: block.txs.map((tx, index) =>
        name === 'block' ? txJson(tx, network, spent[index], true) : displayHash(tx.txid),
      ),
    };
  });
}
