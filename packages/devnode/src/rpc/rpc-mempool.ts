import {
  displayHash,
  fromHex,
  isCoded,
  readBlock,
  readWholeTransaction,
  subsidyAt,
  type Transaction,
  targetOf,
  toHex,
} from '@glassblock/primitives';
import type { MempoolEntry, MempoolState, Rejection } from '../state/mempool-state.ts';
import { selectForBlock } from '../state/template.ts';
import {
  blockParam,
  bodyOf,
  hashParam,
  type Method,
  numberParam,
  type RpcContext,
  textParam,
  undoOf,
  verbosityParam,
} from './rpc-context.ts';
import { RpcError, rpcCode } from './rpc-error.ts';
import { btc, hex256, txJson } from './tx-json.ts';

const maxBlockWeight = 3_992_000;
const defaultMaxRate = 0.1;

/** RPC methods for mempool, single transactions and mining. */
export const mempoolMethods: Readonly<Record<string, Method>> = {
  getmempoolinfo: (_, { node: { mempool }, profile }) => mempoolInfo(mempool, profile),
  getrawmempool(params, { node: { mempool } }) {
    if (params[0] === true) {
      return Object.fromEntries(
        Array.from(mempool.entries.values(), (entry) => [entry.txid, entryJson(entry, mempool)]),
      );
    }
    const txids = [...mempool.entries.keys()];
    return params[1] === true ? { txids, mempool_sequence: mempool.sequence } : txids;
  },
  getmempoolentry: (params, { node: { mempool } }) => entryJson(entryParam(params, mempool), mempool),
  getmempoolancestors: (params, { node: { mempool } }) => [...mempool.ancestors(entryParam(params, mempool).parents)],
  getmempooldescendants(params, { node: { mempool } }) {
    const { txid } = entryParam(params, mempool);
    return [...mempool.withDescendants(txid)].filter((id) => id !== txid);
  },
  getrawtransaction(params, context) {
    const { chain, mempool, network } = context.node;
    const txid = hashParam(params, 0, 'parameter 1');
    const verbosity = verbosityParam(params, 1, 0);
    if (params[2] === undefined || params[2] === null) {
      const entry = mempool.entries.get(txid);
      if (entry === undefined) {
        throw new RpcError(
          rpcCode.notFound,
          'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
        );
      }
      return verbosity === 0 ? toHex(entry.tx.raw) : txJson(entry.tx, network);
    }
    const stored = blockParam(params, 2, context);
    const block = readBlock(bodyOf(stored));
    const index = block.txs.findIndex((tx) => displayHash(tx.txid) === txid);
    const tx = block.txs[index];
    if (tx === undefined) {
      throw new RpcError(
        rpcCode.notFound,
        'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
      );
    }
    if (verbosity === 0) return toHex(tx.raw);
    return {
      in_active_chain: chain.isActive(stored),
      ...(verbosity >= 2 ? txJson(tx, network, undoOf(stored)[index], true) : txJson(tx, network)),
      blockhash: stored.hash,
      confirmations: chain.isActive(stored) ? chain.height - stored.height + 1 : 0,
      time: stored.time,
      blocktime: stored.time,
    };
  },
  decoderawtransaction(params, { node: { network } }) {
    const { hex: _, ...rest } = txJson(decode(textParam(params, 0)), network);
    return rest;
  },
  sendrawtransaction(params, context) {
    const tx = decode(textParam(params, 0));
    const txid = displayHash(tx.txid);
    const { mempool } = context.node;
    if (mempool.entries.has(txid)) return txid;
    checkRate(tx, context, numberParam(params, 1, defaultMaxRate));
    const burnt = tx
      .outputs()
      .reduce((max, { script, value }) => (script[0] === 0x6a ? Math.max(max, Number(value)) : max), 0);
    if (btc(burnt) > numberParam(params, 2, 0)) {
      throw new RpcError(rpcCode.verifyError, 'Unspendable output exceeds maximum configured by user (maxburnamount)');
    }
    const answer = mempool.accept(tx.raw.slice(), context.now());
    if ('rejection' in answer) throw new RpcError(answer.rejection.code, answer.rejection.reason);
    return txid;
  },
  testmempoolaccept(params, context) {
    const list = hexList(params);
    const maxRate = numberParam(params, 1, defaultMaxRate);
    return list.map((hex) => {
      const tx = decode(hex);
      const ids = { txid: displayHash(tx.txid), wtxid: displayHash(tx.wtxid) };
      const verdict = context.node.mempool.judge(tx.raw.slice(), context.now());
      if ('rejection' in verdict) return { ...ids, allowed: false, 'reject-reason': testReason(verdict.rejection) };
      const { fee, vsize } = verdict.entry;
      if (maxRate > 0 && fee / vsize > maxRate * 1e5)
        return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' };
      return {
        ...ids,
        allowed: true,
        vsize,
        fees: { base: btc(fee), 'effective-feerate': rateOf(fee, vsize), 'effective-includes': [ids.wtxid] },
      };
    });
  },
  submitpackage(params, context) {
    const txs = hexList(params).map(decode);
    if (txs.length < 1 || txs.length > 25) {
      throw new RpcError(rpcCode.invalidParameter, 'Array must contain between 1 and 25 transactions.');
    }
    return submitPackage(txs, context);
  },
  estimatesmartfee(params, { node: { mempool }, profile }) {
    const blocks = numberParam(params, 0);
    if (blocks < 1 || blocks > 1008) {
      throw new RpcError(rpcCode.invalidParameter, 'Invalid conf_target, must be between 1 and 1008');
    }
    const within = selectForBlock(mempool, maxBlockWeight * Math.min(blocks, 8));
    const last = within.slice(-20).map((entry) => entry.fee / entry.vsize);
    const rate = last.length === 0 ? 0 : last.toSorted((a, b) => a - b)[last.length >> 1]!;
    return { feerate: Math.max(btc(Math.round(rate * 1000)), btc(profile.minRelayFee)), blocks: Math.max(2, blocks) };
  },
  prioritisetransaction(params, { node: { mempool } }) {
    mempool.prioritise(hashParam(params, 0, 'txid'), numberParam(params, 2));
    return true;
  },
  getprioritisedtransactions: (_, { node: { mempool } }) =>
    Object.fromEntries(
      Array.from(mempool.feeDeltas, ([txid, delta]) => {
        const entry = mempool.entries.get(txid);
        const modified = entry === undefined ? {} : { modified_fee: entry.fee + delta };
        return [txid, { fee_delta: delta, in_mempool: entry !== undefined, ...modified }];
      }),
    ),
  getblocktemplate: (_, context) => blockTemplate(context),
  getmininginfo: (_, { node: { chain, mempool, network } }) => ({
    blocks: chain.height,
    difficulty: 4.6565423739069247e-10,
    networkhashps: 0,
    pooledtx: mempool.entries.size,
    chain: network.chain,
    warnings: [],
  }),
};

/** RPC methods of nodes with a cluster mempool. */
export const clusterMethods: Readonly<Record<string, Method>> = {
  getmempoolcluster(params, { node: { mempool } }) {
    const members = clusterOf(entryParam(params, mempool), mempool);
    const weight = members.reduce((sum, entry) => sum + entry.weight, 0);
    return {
      clusterweight: weight,
      txcount: members.length,
      chunks: members.map((entry) => ({ chunkfee: btc(entry.fee), chunkweight: entry.weight, txs: [entry.txid] })),
    };
  },
};

function mempoolInfo(mempool: MempoolState, profile: RpcContext['profile']) {
  let bytes = 0;
  let fees = 0;
  for (const entry of mempool.entries.values()) {
    bytes += entry.vsize;
    fees += entry.fee;
  }
  return {
    loaded: true,
    size: mempool.entries.size,
    bytes,
    usage: mempool.totalBytes * 3 + mempool.entries.size * 600,
    total_fee: btc(fees),
    maxmempool: 300_000_000,
    mempoolminfee: btc(profile.minRelayFee),
    minrelaytxfee: btc(profile.minRelayFee),
    incrementalrelayfee: btc(profile.incrementalRelayFee),
    unbroadcastcount: 0,
    ...profile.mempoolInfoExtras,
  };
}

function entryParam(params: readonly unknown[], mempool: MempoolState): MempoolEntry {
  const entry = mempool.entries.get(hashParam(params, 0, 'txid'));
  if (entry === undefined) throw new RpcError(rpcCode.notFound, 'Transaction not in mempool');
  return entry;
}

function entryJson(entry: MempoolEntry, mempool: MempoolState) {
  const totals = (ids: Iterable<string>) => {
    const list = Array.from(ids, (id) => mempool.entries.get(id)!);
    return {
      count: list.length,
      size: list.reduce((sum, one) => sum + one.vsize, 0),
      fees: list.reduce((sum, one) => sum + one.fee, 0),
    };
  };
  const below = totals(mempool.withDescendants(entry.txid));
  const above = totals([...mempool.ancestors(entry.parents), entry.txid]);
  return {
    vsize: entry.vsize,
    weight: entry.weight,
    time: entry.time,
    height: entry.height,
    descendantcount: below.count,
    descendantsize: below.size,
    ancestorcount: above.count,
    ancestorsize: above.size,
    wtxid: displayHash(entry.tx.wtxid),
    fees: {
      base: btc(entry.fee),
      modified: btc(mempool.modifiedFee(entry)),
      ancestor: btc(above.fees),
      descendant: btc(below.fees),
    },
    depends: [...entry.parents],
    spentby: [...entry.children],
    'bip125-replaceable': entry.tx.inputs().some((input) => input.sequence < 0xfffffffe),
    unbroadcast: false,
  };
}

function clusterOf(entry: MempoolEntry, mempool: MempoolState): MempoolEntry[] {
  const found = new Set<MempoolEntry>();
  const waiting = [entry];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    for (const id of [...one.parents, ...one.children]) waiting.push(mempool.entries.get(id)!);
  }
  return [...found];
}

const decodeFault = 'TX decode failed. Make sure the tx has at least one input.';

/** @throws {RpcError} -22 */
function decode(hex: string): Transaction {
  try {
    return readWholeTransaction(fromHex(hex));
  } catch (error) {
    if (isCoded(error)) throw new RpcError(rpcCode.deserialization, decodeFault);
    throw error;
  }
}

function hexList(params: readonly unknown[]): string[] {
  const list: unknown = params[0];
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) {
    throw new RpcError(rpcCode.typeError, 'JSON value is not an array of strings as expected');
  }
  return list.map(String);
}

/** BTC/kvB. */
const rateOf = (fee: number, vsize: number) => btc(Math.round((fee * 1000) / vsize));

function checkRate(tx: Transaction, { node }: RpcContext, maxRate: number): void {
  if (maxRate <= 0) return;
  const fee = node.feeOf(tx);
  if (fee !== undefined && fee / tx.vsize > maxRate * 1e5) {
    throw new RpcError(rpcCode.verifyError, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  }
}

/** testmempoolaccept has its own text for missing inputs. */
function testReason({ code, reason }: Rejection): string {
  if (code === rpcCode.verifyError) return 'missing-inputs';
  return code === rpcCode.alreadyInChain ? 'txn-already-known' : reason;
}

/** Adds one after another: unlike in Core, a child cannot pay for a parent below the relay fee. */
function submitPackage(txs: readonly Transaction[], { node, now }: RpcContext) {
  const results: Record<string, unknown> = {};
  let failed = false;
  for (const tx of txs) {
    const wtxid = displayHash(tx.wtxid);
    const txid = displayHash(tx.txid);
    const known = node.mempool.entries.get(txid);
    const answer = known ?? node.mempool.accept(tx.raw.slice(), now());
    if ('rejection' in answer) {
      failed = true;
      results[wtxid] = { txid, error: answer.rejection.reason };
    } else {
      const fees = {
        base: btc(answer.fee),
        'effective-feerate': rateOf(answer.fee, answer.vsize),
        'effective-includes': [wtxid],
      };
      results[wtxid] = { txid, vsize: answer.vsize, fees };
    }
  }
  return { package_msg: failed ? 'transaction failed' : 'success', 'tx-results': results, 'replaced-transactions': [] };
}

function blockTemplate({ node, now }: RpcContext) {
  const { chain, mempool, network } = node;
  const chosen = selectForBlock(mempool, maxBlockWeight);
  const place = new Map(chosen.map((entry, index) => [entry.txid, index + 1]));
  const height = chain.height + 1;
  return {
    capabilities: ['proposal'],
    version: 0x20000000,
    rules: ['csv', '!segwit', 'taproot'],
    vbavailable: {},
    vbrequired: 0,
    previousblockhash: chain.tip.hash,
    transactions: chosen.map((entry) => ({
      data: toHex(entry.tx.raw),
      txid: entry.txid,
      hash: displayHash(entry.tx.wtxid),
      depends: [...entry.parents].map((id) => place.get(id)),
      fee: entry.fee,
      sigops: entry.sigops,
      weight: entry.weight,
    })),
    coinbaseaux: {},
    coinbasevalue: subsidyAt(height, network) + chosen.reduce((sum, entry) => sum + entry.fee, 0),
    target: hex256(targetOf(node.nextBits)),
    mintime: chain.tip.medianTime + 1,
    mutable: ['time', 'transactions', 'prevblock'],
    noncerange: '00000000ffffffff',
    sigoplimit: 80_000,
    sizelimit: 4_000_000,
    weightlimit: 4_000_000,
    curtime: now(),
    bits: node.nextBits.toString(16),
    height,
  };
}
