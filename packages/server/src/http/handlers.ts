import type { CacheRule, EndpointId } from '@glassblock/contract';
import { CodedError, isCoded, type NetworkRow, parseAddress, toHex } from '@glassblock/primitives';
import { type NetworkContext, networkState } from '../network-context.ts';
import * as blocks from '../query/blocks.ts';
import * as general from '../query/general.ts';
import * as scripts from '../query/scripts.ts';
import * as transactions from '../query/transactions.ts';

export interface CallInput {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | undefined>>;
  /** Text of the body, for POST. */
  body: string;
}

/** An answer before it becomes bytes: a JSON value, a text, or bytes, as the endpoint says. */
export interface Answer {
  value: unknown;
  /** Height of what is answered, where caching goes by depth. */
  height?: number;
  /** What to say about caching when it differs from the endpoint's rule. */
  cache?: CacheRule;
}

type Handler = (context: NetworkContext, input: CallInput) => Promise<Answer>;

const blocksPerPage = 15;

const hashParam = (code: string) => (text: string | undefined) => {
  if (text === undefined || !/^[0-9a-fA-F]{64}$/.test(text)) throw new CodedError(code, 'bad hash', { datum: text });
  return text.toLowerCase();
};
const hash = hashParam('param.hex');
const v1Hash = hashParam('v1.block-hash');

function number(text: string | undefined): number {
  if (text === undefined || !/^\d{1,10}$/.test(text))
    throw new CodedError('param.number', 'bad number', { datum: text });
  return Number(text);
}

/** Hex of the script hash of an address of this network. */
function addressHash(text: string | undefined, network: NetworkRow): { address: string; hash: string } {
  try {
    return { address: text ?? '', hash: scripts.hashOfScript(parseAddress(text ?? '', network).script) };
  } catch (error) {
    if (isCoded(error, 'primitives.wrong-network')) throw new CodedError('address.wrong-network', 'other network');
    if (isCoded(error)) throw new CodedError('address.invalid', 'no address', { cause: error });
    throw error;
  }
}

function scripthash(text: string | undefined): string {
  if (text === undefined || !/^[0-9a-fA-F]{64}$/.test(text)) {
    throw new CodedError('param.scripthash', 'bad script hash', { datum: text });
  }
  return text.toLowerCase();
}

const plain = <T>(run: (context: NetworkContext, input: CallInput) => Promise<T> | T): Handler => {
  return async (context, input) => ({ value: await run(context, input) });
};

/** The five histories of a script, by address or by script hash. */
function scriptHandlers(hashOf: (input: CallInput, network: NetworkRow) => string) {
  const of = (context: NetworkContext, input: CallInput) => hashOf(input, context.network);
  const maxTxs = ({ query }: CallInput) => (query['max_txs'] === undefined ? {} : { maxTxs: query['max_txs'] });
  return {
    txs: plain((context, input) => {
      const after = input.query['after_txid'];
      return scripts.mixedTxs(context, of(context, input), {
        ...(after === undefined ? {} : { after }),
        ...maxTxs(input),
      });
    }),
    chain: plain((context, input) => scripts.chainTxs(context, of(context, input), maxTxs(input))),
    chainFrom: plain((context, input) => {
      const { last } = input.params;
      return scripts.chainTxs(context, of(context, input), {
        ...(last === undefined ? {} : { last }),
        ...maxTxs(input),
      });
    }),
    mempool: plain((context, input) => scripts.mempoolTxs(context, of(context, input), input.query['max_txs'])),
    utxo: plain((context, input) => scripts.unspentOutputs(context, of(context, input))),
  };
}

const byAddress = scriptHandlers((input, network) => addressHash(input.params['id'], network).hash);
const byScripthash = scriptHandlers((input) => scripthash(input.params['id']));

/** What answers each endpoint of the contract. */
export const handlers: Record<EndpointId, Handler> = {
  v1Blocks: plain((context) => blocks.extendedBlocks(context, undefined, blocksPerPage)),
  v1BlocksFrom: plain((context, { params }) => blocks.extendedBlocks(context, number(params['height']), blocksPerPage)),
  v1TipHeight: plain(async (context) => String((await blocks.tipOf(context, 'v1.difficulty')).height)),
  v1Block: plain((context, { params }) => blocks.extendedBlock(context, v1Hash(params['hash']))),
  blocks: plain((context) => blocks.plainBlocks(context, undefined)),
  blocksFrom: plain((context, { params }) => {
    const from = /^\d{1,10}$/.test(params['height'] ?? '') ? Number(params['height']) : undefined;
    return blocks.plainBlocks(context, from);
  }),
  tipHeight: plain(async (context) => String((await blocks.tipOf(context, 'block.not-found')).height)),
  tipHash: plain(async (context) => (await blocks.tipOf(context, 'block.not-found')).id),
  blockHeight: async (context, { params }) => {
    const height = number(params['height']);
    return { value: await blocks.hashAtHeight(context, height), height };
  },
  block: plain((context, { params }) => blocks.plainBlock(context, hash(params['hash']))),
  blockStatus: async (context, { params }) => {
    const status = await blocks.blockStatus(context, hash(params['hash']));
    return { value: status, ...(status.height === null ? {} : { height: status.height }) };
  },
  blockHeader: plain((context, { params }) => blocks.blockHeader(context, hash(params['hash']))),
  blockRaw: plain(
    async (context, { params }) => (await blocks.blockBody(context, hash(params['hash']))).body.block.bytes,
  ),
  blockTxids: plain((context, { params }) => blocks.blockTxids(context, hash(params['hash']))),
  blockTxid: plain((context, { params }) => blocks.blockTxid(context, hash(params['hash']), number(params['index']))),
  blockTxs: (context, { params }) => blockPage(context, hash(params['hash']), 0),
  blockTxsFrom: (context, { params }) => {
    const start = /^\d{1,10}$/.test(params['start'] ?? '') ? Number(params['start']) : 0;
    return blockPage(context, hash(params['hash']), start);
  },
  tx: async (context, { params }) => {
    const tx = await transactions.transaction(context, hash(params['txid']));
    return { value: tx, ...heightOf(tx.status) };
  },
  txStatus: async (context, { params }) => {
    const status = await transactions.transactionStatus(context, hash(params['txid']));
    return { value: status, ...heightOf(status) };
  },
  txHex: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, hash(params['txid']));
    return { value: toHex(raw), ...heightOf(status) };
  },
  txRaw: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, hash(params['txid']));
    return { value: raw, ...heightOf(status) };
  },
  txOutspend: plain(async (context, { params }) => {
    const [outspend] = await transactions.outspends(context, hash(params['txid']), [number(params['vout'])]);
    return outspend ?? { spent: false };
  }),
  txOutspends: plain((context, { params }) => transactions.allOutspends(context, hash(params['txid']))),
  postTx: plain((context, { body }) => general.broadcast(context, body)),
  address: plain((context, { params }) => {
    const { address, hash: script } = addressHash(params['id'], context.network);
    return scripts.addressInfo(context, address, script);
  }),
  addressTxs: byAddress.txs,
  addressTxsChain: byAddress.chain,
  addressTxsChainFrom: byAddress.chainFrom,
  addressTxsMempool: byAddress.mempool,
  addressUtxo: byAddress.utxo,
  scripthash: plain((context, { params }) => scripts.scripthashInfo(context, scripthash(params['id']))),
  scripthashTxs: byScripthash.txs,
  scripthashTxsChain: byScripthash.chain,
  scripthashTxsChainFrom: byScripthash.chainFrom,
  scripthashTxsMempool: byScripthash.mempool,
  scripthashUtxo: byScripthash.utxo,
  mempool: plain((context) => general.mempoolStats(context)),
  mempoolTxids: plain((context) => context.pool.txids()),
  mempoolRecent: plain((context) => general.recentTxs(context)),
  feesRecommended: plain((context) => {
    const { fees } = context.frame();
    if (fees === undefined) throw new CodedError('v1.fees', 'the pool is being loaded');
    return fees.whole;
  }),
  feesMempoolBlocks: plain((context) => context.frame().blocks),
  difficultyAdjustment: plain(async (context) => {
    const da = await general.runningAdjustment(context);
    if (da === undefined) throw new CodedError('v1.difficulty', 'no block is known');
    return da;
  }),
  initData: plain((context) => general.initData(context)),
  validateAddress: plain((context, { params }) => {
    const text = params['address'] ?? '';
    if (!/^[a-zA-Z0-9]{2,120}$/.test(text)) throw new CodedError('v1.address', 'bad address');
    return general.validateAddress(text, context.network);
  }),
  backendInfo: plain((context) => context.backend),
  state: plain((context) => networkState(context)),
};

async function blockPage(context: NetworkContext, id: string, start: number): Promise<Answer> {
  const txs = await blocks.blockTxs(context, id, start);
  return { value: txs, ...heightOf(txs[0]!.status) };
}

function heightOf(status: { block_height?: number }): { height?: number } {
  return status.block_height === undefined ? {} : { height: status.block_height };
}
