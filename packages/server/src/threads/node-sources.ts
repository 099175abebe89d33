import type { ChainSource } from '@glassblock/index';
import { writeElementsSpent } from '@glassblock/index/elements';
import type { MempoolSource, NodeMempoolInfo } from '@glassblock/mempool';
import {
  type BlockSource,
  type ElementsBlockSource,
  fieldsOf,
  type NodeClient,
  numberField,
  type RpcOutcome,
  readHashList,
  rpcError,
  satsOfBtc,
  textField,
} from '@glassblock/node';
import {
  CodedError,
  displayHash,
  fromHex,
  type Height,
  hashFromDisplay,
  isCoded,
  type NetworkRow,
  type OutputValue,
  readSpentOutputs,
  type TxOutput,
} from '@glassblock/primitives';

/**
 * State of the node's chain, which must be the expected one.
 * @throws {CodedError} node.wrong-network
 */
async function chainInfo(client: NodeClient, network: Pick<NetworkRow, 'chain'>): Promise<Record<string, unknown>> {
  const info = fieldsOf(await client.rpc('getblockchaininfo'), 'getblockchaininfo');
  if (info['chain'] !== network.chain) {
    throw new CodedError('node.wrong-network', `the node serves the chain ${String(info['chain'])}`, {
      datum: info['chain'],
    });
  }
  return info;
}

/** Returns the chain source of the index. */
export function chainSourceOf(
  client: NodeClient,
  blocks: Pick<ChainSource, 'blockWithSpent'>,
  network: Pick<NetworkRow, 'chain'>,
): ChainSource {
  return {
    async tip() {
      const info = await chainInfo(client, network);
      return {
        height: numberField(info, 'blocks') as Height,
        hash: hashFromDisplay(textField(info, 'bestblockhash')),
        catchingUp: info['initialblockdownload'] === true,
      };
    },
    async hashAt(height) {
      try {
        return hashFromDisplay(String(await client.rpc('getblockhash', height)));
      } catch (error) {
        if (isCoded(error, 'node.rpc') && (error.datum as { code: number }).code === -8) return undefined;
        throw error;
      }
    },
    async headersFrom(height, count) {
      const [first] = await client.batch([{ method: 'getblockhash', params: [height] }]);
      const hash = first === undefined ? undefined : resultOf('getblockhash', first, [-8]);
      if (hash === undefined) return [];
      const headers = (await restHeaders(client, String(hash), count)) ?? (await rpcHeaders(client, height, count));
      return headers.map((one) => {
        const header = fieldsOf(one, 'a header');
        return {
          hash: hashFromDisplay(textField(header, 'hash')),
          time: numberField(header, 'time'),
          txCount: numberField(header, 'nTx'),
        };
      });
    },
    blockWithSpent: (hash) => blocks.blockWithSpent(hash),
  };
}

/** Returns the chain source of the index of an Elements network. */
export const elementsChainSourceOf = (
  client: NodeClient,
  blocks: ElementsBlockSource,
  network: Pick<NetworkRow, 'chain'>,
): ChainSource =>
  chainSourceOf(
    client,
    {
      async blockWithSpent(hash) {
        const { block, spent } = await blocks.blockWithSpent(hash);
        return { block: block.bytes, spent: writeElementsSpent(spent) };
      },
    },
    network,
  );

/** @returns undefined when REST is disabled */
async function restHeaders(client: NodeClient, hash: string, count: number): Promise<unknown[] | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await client.rest(`headers/${hash}.json?count=${count}`);
  } catch (error) {
    if (isCoded(error, 'node.not-found')) return undefined;
    throw error;
  }
  const answer: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (!Array.isArray(answer)) throw new CodedError('node.bad-answer', 'the answer to REST headers is not a list');
  return answer;
}

/** Returns the hashes of blocks of the best chain, display order, up to the tip. */
export async function hashesFrom(client: NodeClient, height: number, count: number): Promise<string[]> {
  const heights = Array.from({ length: count }, (_, i) => height + i);
  const hashes = await client.batch(heights.map((at) => ({ method: 'getblockhash', params: [at] })));
  return hashes.flatMap((outcome) => {
    const hash = resultOf('getblockhash', outcome, [-8]);
    return hash === undefined ? [] : [String(hash)];
  });
}

async function rpcHeaders(client: NodeClient, height: number, count: number): Promise<unknown[]> {
  const known = await hashesFrom(client, height, count);
  const headers = await client.batch(known.map((hash) => ({ method: 'getblockheader', params: [hash, true] })));
  return headers.map((outcome) => resultOf('getblockheader', outcome, []));
}

/** Returns the mempool source of the mempool engine. */
export function mempoolSourceOf(client: NodeClient, blocks: BlockSource, network: NetworkRow): MempoolSource {
  return {
    info: async () => mempoolInfoOf(fieldsOf(await client.rpc('getmempoolinfo'), 'getmempoolinfo')),
    async ids() {
      const { hashes, rest } = await readHashList(await client.rpcBytes('getrawmempool', false, true));
      const result = fieldsOf(fieldsOf(rest, 'getrawmempool')['result'], 'getrawmempool');
      return { txids: hashes, sequence: numberField(result, 'mempool_sequence') };
    },
    async transactions(ids) {
      const outcomes = await client.batch(ids.map((id) => ({ method: 'getrawtransaction', params: [id, 0] })));
      return outcomes.map((outcome) => {
        const raw = resultOf('getrawtransaction', outcome, [-5]);
        return typeof raw === 'string' ? fromHex(raw) : undefined;
      });
    },
    async entryTimes(ids) {
      const outcomes = await client.batch(ids.map((id) => ({ method: 'getmempoolentry', params: [id] })));
      return outcomes.map((outcome) => {
        const entry = resultOf('getmempoolentry', outcome, [-5]);
        return entry === undefined ? undefined : numberField(fieldsOf(entry, 'getmempoolentry'), 'time');
      });
    },
    async spentBy(hash, positions) {
      const { spent } = await blocks.blockWithSpent(hash);
      const outputs = readSpentOutputs(spent);
      return positions.map((position) => outputs.of(position));
    },
    async outputs(outpoints) {
      const calls = outpoints.map(({ txid, vout }) => ({
        method: 'gettxout',
        params: [displayHash(txid), vout, false],
      }));
      return (await client.batch(calls)).map((outcome) => outputOf(resultOf('gettxout', outcome, [])));
    },
    block: (hash) => blocks.block(hash),
    bestBlock: async () => hashFromDisplay(textField(await chainInfo(client, network), 'bestblockhash')),
    async parentOf(hash) {
      const header = await blocks.header(hash);
      const parent = header.subarray(4, 36);
      return parent.every((byte) => byte === 0) ? undefined : parent.slice();
    },
  };
}

/** @param absent codes of the node that mean "not found" */
function resultOf(method: string, outcome: RpcOutcome, absent: readonly number[]): unknown {
  if ('result' in outcome) return outcome.result;
  if (absent.includes(outcome.error.code)) return undefined;
  throw rpcError(method, outcome.error);
}

function outputOf(answer: unknown): TxOutput | undefined {
  if (answer === null || answer === undefined) return undefined;
  const fields = fieldsOf(answer, 'gettxout');
  const script = fieldsOf(fields['scriptPubKey'], 'scriptPubKey');
  return { value: satsOfBtc(fields['value']) as OutputValue, script: fromHex(textField(script, 'hex')) };
}

/** Returns the fields of the node's `getmempoolinfo` that clients know. @throws {CodedError} node.bad-answer */
export function mempoolInfoOf(fields: Record<string, unknown>): NodeMempoolInfo {
  const info: NodeMempoolInfo = {
    loaded: fields['loaded'] === true,
    size: numberField(fields, 'size'),
    bytes: numberField(fields, 'bytes'),
    usage: numberField(fields, 'usage'),
    total_fee: typeof fields['total_fee'] === 'number' ? fields['total_fee'] : 0,
    maxmempool: numberField(fields, 'maxmempool'),
    mempoolminfee: numberField(fields, 'mempoolminfee'),
    minrelaytxfee: numberField(fields, 'minrelaytxfee'),
  };
  const { incrementalrelayfee, unbroadcastcount, fullrbf } = fields;
  if (typeof incrementalrelayfee === 'number') info.incrementalrelayfee = incrementalrelayfee;
  if (typeof unbroadcastcount === 'number') info.unbroadcastcount = unbroadcastcount;
  if (typeof fullrbf === 'boolean') info.fullrbf = fullrbf;
  return info;
}
