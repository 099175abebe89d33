import { addressOf, fromHex, isCoded, parseAddress, toHex } from '@glassblock/primitives';
import {
  dynafedRoot,
  type ElementsNetworkRow,
  elementsFee,
  parseElementsAddress,
  readElementsHeader,
} from '@glassblock/primitives/elements';
import type { Faults } from '../faults.ts';
import type { NodeAnswers } from '../rpc/http-server.ts';
import type { RestAnswer } from '../rpc/rest.ts';
import { hashParam, numberParam, type Params, textParam, verbosityParam } from '../rpc/rpc-context.ts';
import { RpcError, rpcCode } from '../rpc/rpc-error.ts';
import { idOf } from '../state/ids.ts';
import type { ElementsChain, ElementsStoredBlock } from './elements-chain.ts';
import type { FederationParams } from './elements-writer.ts';

/** Data that the methods read. */
export interface ElementsAnswersOptions {
  chain: ElementsChain;
  network: ElementsNetworkRow;
  faults: Faults;
  /** Scripts that are valid for peg-ins, newest first, and the first one. */
  federation(): { current: FederationParams; valid: readonly FederationParams[]; first: FederationParams };
  epochLength: number;
  pegInConfirmations: number;
  /** Address of the ZMQ socket; empty while it is closed. */
  zmqAddress(): string;
  /** Runs a simulation command by name: the RPC method `devnode`. */
  command(name: string, args: readonly unknown[]): Promise<unknown>;
}

type Method = (params: Params, options: ElementsAnswersOptions) => unknown;

const minFeeRate = 0.000001;

function medianTime(chain: ElementsChain, height: number): number {
  const times: number[] = [];
  for (let at = height; at >= 0 && at > height - 11; at--) times.push(chain.at(at)!.block.header.time);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)]!;
}

function blockParam(params: Params, index: number, chain: ElementsChain): ElementsStoredBlock {
  const block = chain.block(hashParam(params, index, 'blockhash'));
  if (block === undefined) throw new RpcError(rpcCode.notFound, 'Block not found');
  return block;
}

function chainInfo({ chain, network, federation, epochLength, faults }: ElementsAnswersOptions) {
  const { tip } = chain;
  const { proof } = readElementsHeader(tip.block.header.bytes);
  const { current } = federation();
  return {
    chain: network.chain,
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    time: tip.block.header.time,
    mediantime: medianTime(chain, tip.height),
    verificationprogress: 1,
    initialblockdownload: faults.initialDownload,
    size_on_disk: tip.height * 1_000,
    pruned: false,
    trim_headers: false,
    ...(proof.type === 'dynafed' ? { current_params_root: toHex(dynafedRoot(proof.current)) } : {}),
    current_signblock_hex: toHex(current.signBlockScript),
    max_block_witness: 74,
    current_fedpeg_program: toHex(current.fedpegProgram),
    current_fedpeg_script: toHex(current.fedpegScript),
    extension_space: [],
    epoch_length: epochLength,
    total_valid_epochs: 2,
    epoch_age: tip.height % epochLength,
    warnings: '',
  };
}

function rawTransaction(params: Params, { chain }: ElementsAnswersOptions): string {
  const txid = hashParam(params, 0, 'parameter 1');
  if (verbosityParam(params, 1, 0) !== 0) throw new RpcError(rpcCode.invalidParameter, 'only verbosity 0 is simulated');
  const failure = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';
  if (params[2] !== undefined) {
    const { block } = blockParam(params, 2, chain);
    const tx = block.txs.find((one) => idOf(one.txid) === txid);
    if (tx === undefined) throw new RpcError(rpcCode.notFound, 'No such transaction found in the provided block.');
    return toHex(tx.raw);
  }
  const tx = chain.mempool.get(txid) ?? chain.confirmed(txid)?.tx;
  if (tx === undefined) throw new RpcError(rpcCode.notFound, failure);
  return toHex(tx.raw);
}

/** Fields of `validateaddress` about the form of a script. */
function formOf(script: Uint8Array) {
  const isWitness = script[0] === 0 || (script[0]! >= 0x51 && script[0]! <= 0x60);
  return {
    isscript: script.length === 23 || script.length === 34,
    iswitness: isWitness,
    ...(isWitness
      ? { witness_version: script[0] === 0 ? 0 : script[0]! - 0x50, witness_program: toHex(script.subarray(2)) }
      : {}),
  };
}

function parentScript(address: string, { parent }: ElementsNetworkRow): Uint8Array | undefined {
  if (parent === undefined) return undefined;
  try {
    return parseAddress(address, parent).script;
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}

function validation(params: Params, { network }: ElementsAnswersOptions) {
  const address = textParam(params, 0);
  try {
    const { script, blindingKey, unconfidential } = parseElementsAddress(address, network);
    return {
      isvalid: true,
      isvalid_parent: false,
      address,
      scriptPubKey: toHex(script),
      ...formOf(script),
      confidential_key: blindingKey === undefined ? '' : toHex(blindingKey),
      unconfidential,
    };
  } catch (error) {
    if (!isCoded(error)) throw error;
    const script = parentScript(address, network);
    if (script === undefined) {
      const text = 'Invalid checksum or length of Base58 address';
      return { isvalid: false, isvalid_parent: false, error_locations: [], error: text, error_parent: text };
    }
    const unconfidential = addressOf(script, network);
    const form = { address, scriptPubKey: toHex(script), ...formOf(script), confidential_key: '', unconfidential };
    return { isvalid: false, isvalid_parent: true, parent_address_info: form };
  }
}

function mempoolIds(params: Params, { chain }: ElementsAnswersOptions) {
  const txids = [...chain.mempool.keys()];
  return params[1] === true ? { txids, mempool_sequence: chain.sequence } : txids;
}

const methods: Readonly<Record<string, Method>> = {
  getblockchaininfo: (_, options) => chainInfo(options),
  getblockcount: (_, { chain }) => chain.height,
  getbestblockhash: (_, { chain }) => chain.tip.hash,
  getblockhash(params, { chain }) {
    const block = chain.at(numberParam(params, 0));
    if (block === undefined) throw new RpcError(rpcCode.invalidParameter, 'Block height out of range');
    return block.hash;
  },
  getblock(params, { chain, faults }) {
    if (verbosityParam(params, 1, 1) !== 0)
      throw new RpcError(rpcCode.invalidParameter, 'only verbosity 0 is simulated');
    return toHex(faults.corrupt(blockParam(params, 0, chain).block.bytes));
  },
  getblockheader(params, { chain }) {
    if (params[1] !== false) throw new RpcError(rpcCode.invalidParameter, 'only verbose=false is simulated');
    return toHex(blockParam(params, 0, chain).block.header.bytes);
  },
  getrawtransaction: rawTransaction,
  getrawmempool: mempoolIds,
  getmempoolinfo: (_, { chain, network }) => ({
    loaded: true,
    size: chain.mempool.size,
    bytes: [...chain.mempool.values()].reduce((sum, { vsize }) => sum + Math.ceil(vsize), 0),
    usage: chain.mempool.size * 1_500,
    total_fee: [...chain.mempool.values()].reduce((sum, tx) => sum + elementsFee(tx, network.nativeAsset), 0) / 1e8,
    maxmempool: 300_000_000,
    mempoolminfee: minFeeRate,
    minrelaytxfee: minFeeRate,
    unbroadcastcount: 0,
  }),
  getindexinfo: (_, { chain }) => ({ txindex: { synced: true, best_block_height: chain.height } }),
  getnetworkinfo: () => ({
    version: 230_400,
    subversion: '/Elements Core:23.4.0/',
    protocolversion: 70_016,
    localservices: '0000000000000409',
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: 0,
    relayfee: minFeeRate,
    incrementalfee: minFeeRate,
    localaddresses: [],
    warnings: '',
  }),
  getzmqnotifications(_, { zmqAddress }) {
    const address = zmqAddress();
    const types = ['pubhashblock', 'pubhashtx', 'pubrawblock', 'pubrawtx', 'pubsequence'];
    return address === '' ? [] : types.map((type) => ({ type, address, hwm: 1_000 }));
  },
  getsidechaininfo(_, { network, federation, pegInConfirmations }) {
    const { valid, first } = federation();
    return {
      fedpegscript: toHex(first.fedpegScript),
      current_fedpeg_programs: valid.map(({ fedpegProgram }) => toHex(fedpegProgram)),
      current_fedpegscripts: valid.map(({ fedpegScript }) => toHex(fedpegScript)),
      pegged_asset: idOf(network.nativeAsset),
      min_peg_diff: '7f'.padEnd(64, 'f'),
      parent_blockhash: network.parent!.genesisHash,
      parent_chain_has_pow: true,
      enforce_pak: false,
      pegin_confirmation_depth: pegInConfirmations,
    };
  },
  validateaddress: validation,
  sendrawtransaction(params, { chain }) {
    const hex = textParam(params, 0);
    const isHex = /^([0-9a-f]{2})+$/i.test(hex);
    return chain.accept(isHex ? fromHex(hex) : new Uint8Array(0));
  },
  devnode: (params, { command }) => command(textParam(params, 0), params.slice(1)),
};

const fault = (status: number, words: string): RestAnswer => ({ status, type: 'text/plain', body: `${words}\r\n` });

function restAnswer(path: string, options: ElementsAnswersOptions): RestAnswer {
  const { chain, faults } = options;
  if (path === 'chaininfo.json') {
    return { status: 200, type: 'application/json', body: `${JSON.stringify(chainInfo(options))}\n` };
  }
  const [, kind, hash, form] = /^(block|tx)\/([0-9a-f]{64})\.(bin|hex)$/.exec(path) ?? [];
  if (kind === undefined) return fault(404, '');
  const bytes = kind === 'block' ? chain.block(hash!)?.block.bytes : chain.mempool.get(hash!)?.raw;
  if (bytes === undefined) return fault(404, `${hash} not found`);
  if (form === 'hex') return { status: 200, type: 'text/plain', body: `${toHex(bytes)}\n` };
  return { status: 200, type: 'application/octet-stream', body: faults.corrupt(bytes) };
}

/** Returns the answers of a simulated Elements node to the requests of Glassblock's client. */
export function elementsAnswers(options: ElementsAnswersOptions): NodeAnswers {
  const { faults } = options;
  return {
    faults,
    async rest(path) {
      return faults.warmingUp ? fault(503, 'Service temporarily unavailable') : restAnswer(path, options);
    },
    async call(name, params) {
      const method = Object.hasOwn(methods, name) && !faults.missing.has(name) ? methods[name] : undefined;
      if (faults.warmingUp && name !== 'devnode') throw new RpcError(rpcCode.inWarmup, 'Loading block index…');
      if (method === undefined) throw new RpcError(rpcCode.methodNotFound, 'Method not found');
      return method(params, options);
    },
  };
}
