import {
  difficultyOf,
  displayHash,
  isCoded,
  parseAddress,
  readBlock,
  readHeader,
  subsidyAt,
  targetOf,
  toHex,
} from '@glassblock/primitives';
import {
  blockParam,
  bodyOf,
  hashParam,
  type Method,
  numberParam,
  textParam,
  undoOf,
  verbosityParam,
} from './rpc-context.ts';
import { RpcError, rpcCode } from './rpc-error.ts';
import { btc, headerJson, hex256, scriptJson, txJson } from './tx-json.ts';

/** RPC methods for node and chain. */
export const chainMethods: Readonly<Record<string, Method>> = {
  uptime: (_, { uptime }) => uptime(),
  getnetworkinfo: (_, { profile }) => ({
    version: profile.version,
    subversion: profile.subversion,
    protocolversion: 70016,
    localservices: '0000000000000409',
    localservicesnames: ['NETWORK', 'WITNESS', 'NETWORK_LIMITED'],
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    networks: [],
    relayfee: btc(profile.minRelayFee),
    incrementalfee: btc(profile.incrementalRelayFee),
    localaddresses: [],
    warnings: [],
    ...profile.networkInfoExtras,
  }),
  getblockchaininfo: (_, { node: { chain, network }, faults }) => ({
    chain: network.chain,
    blocks: chain.height,
    headers: faults.initialDownload ? chain.height * 2 + 100 : chain.height,
    bestblockhash: chain.tip.hash,
    ...difficultyJson(readHeader(chain.tip.header).bits),
    time: chain.tip.time,
    mediantime: chain.tip.medianTime,
    verificationprogress: faults.initialDownload ? 0.4 : 1,
    initialblockdownload: faults.initialDownload,
    chainwork: hex256(chain.tip.chainWork),
    size_on_disk: chain.sizeOnDisk,
    pruned: chain.pruneHeight > 0,
    ...(chain.pruneHeight > 0 ? { pruneheight: chain.pruneHeight, automatic_pruning: true } : {}),
    warnings: [],
  }),
  getindexinfo: () => ({}),
  getzmqnotifications: (_, { zmqAddress }) => {
    const address = zmqAddress();
    if (address === '') return [];
    return ['pubhashblock', 'pubhashtx', 'pubrawblock', 'pubrawtx', 'pubsequence'].map((type) => ({
      type,
      address,
      hwm: 100_000,
    }));
  },
  getbestblockhash: (_, { node }) => node.chain.tip.hash,
  getblockcount: (_, { node }) => node.chain.height,
  getblockhash(params, { node }) {
    const block = node.chain.at(numberParam(params, 0));
    if (block === undefined) throw new RpcError(rpcCode.invalidParameter, 'Block height out of range');
    return block.hash;
  },
  getblockheader(params, context) {
    const block = blockParam(params, 0, context);
    return params[1] === false ? toHex(block.header) : headerJson(block, context.node.chain);
  },
  getblock(params, context) {
    const { chain, network } = context.node;
    const stored = blockParam(params, 0, context);
    const verbosity = verbosityParam(params, 1, 1);
    const bytes = bodyOf(stored);
    if (verbosity <= 0) return toHex(context.faults.corrupt(bytes));
    const block = readBlock(bytes);
    const undo = verbosity === 1 ? [] : undoOf(stored);
    return {
      ...headerJson(stored, chain),
      strippedsize: block.strippedSize,
      size: block.size,
      weight: block.weight,
      tx: block.txs.map((tx, index) =>
        verbosity === 1 ? displayHash(tx.txid) : txJson(tx, network, undo[index], verbosity >= 3),
      ),
    };
  },
  getblockstats(params, context) {
    const { chain, network } = context.node;
    const height = params[0];
    const stored = typeof height === 'number' ? chain.at(height) : blockParam(params, 0, context);
    if (stored === undefined) throw new RpcError(rpcCode.invalidParameter, 'Target block height after current tip');
    const block = readBlock(bodyOf(stored));
    const undo = undoOf(stored);
    const fees: number[] = [];
    const rates: { rate: number; weight: number }[] = [];
    let outputs = block.txs[0]!.outputCount;
    let inputs = 0;
    let totalOut = 0;
    block.txs.slice(1).forEach((tx, index) => {
      const paid = tx.outputs().reduce((sum, output) => sum + Number(output.value), 0);
      const spent = undo[index + 1]!.reduce((sum, utxo) => sum + Number(utxo.value), 0);
      fees.push(spent - paid);
      rates.push({ rate: Math.floor((spent - paid) / tx.vsize), weight: tx.weight });
      outputs += tx.outputCount;
      inputs += tx.inputCount;
      totalOut += paid;
    });
    const totalFee = fees.reduce((sum, fee) => sum + fee, 0);
    const sizes = block.txs.slice(1).map((tx) => tx.size);
    const totalWeight = rates.reduce((sum, { weight }) => sum + weight, 0);
    const count = Math.max(1, fees.length);
    return {
      avgfee: Math.floor(totalFee / count),
      avgfeerate: totalWeight === 0 ? 0 : Math.floor((totalFee * 4) / totalWeight),
      avgtxsize: Math.floor(sizes.reduce((sum, size) => sum + size, 0) / count),
      blockhash: stored.hash,
      feerate_percentiles: percentiles(rates, totalWeight),
      height: stored.height,
      ins: inputs,
      maxfee: Math.max(0, ...fees),
      maxfeerate: Math.max(0, ...rates.map(({ rate }) => rate)),
      maxtxsize: Math.max(0, ...sizes),
      medianfee: fees.toSorted((a, b) => a - b)[fees.length >> 1] ?? 0,
      mediantime: stored.medianTime,
      mediantxsize: sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0,
      minfee: fees.length === 0 ? 0 : Math.min(...fees),
      minfeerate: rates.length === 0 ? 0 : Math.min(...rates.map(({ rate }) => rate)),
      mintxsize: sizes.length === 0 ? 0 : Math.min(...sizes),
      outs: outputs,
      subsidy: subsidyAt(stored.height, network),
      time: stored.time,
      total_out: totalOut,
      total_size: sizes.reduce((sum, size) => sum + size, 0),
      total_weight: totalWeight,
      totalfee: totalFee,
      txs: block.txCount,
      utxo_increase: outputs - inputs,
    };
  },
  getchaintips: (_, { node: { chain } }) =>
    chain.tips().map((tip) => {
      let branch = 0;
      for (let block = tip; !chain.isActive(block); branch++) {
        const parent = chain.block(block.prevHash);
        if (parent === undefined) break;
        block = parent;
      }
      return { height: tip.height, hash: tip.hash, branchlen: branch, status: branch === 0 ? 'active' : 'valid-fork' };
    }),
  gettxout(params, { node: { chain, mempool, network } }) {
    const outpoint = { txid: hashParam(params, 0, 'txid'), vout: numberParam(params, 1) };
    const withMempool = params[2] !== false;
    if (withMempool && mempool.spender(outpoint) !== undefined) return null;
    const utxo = withMempool ? mempool.utxo(outpoint) : chain.utxo(outpoint.txid, outpoint.vout);
    if (utxo === undefined) return null;
    return {
      bestblock: chain.tip.hash,
      confirmations: utxo.height > chain.height ? 0 : chain.height - utxo.height + 1,
      value: btc(Number(utxo.value)),
      scriptPubKey: scriptJson(utxo.script, network),
      coinbase: utxo.coinbase,
    };
  },
  /** The action `start` with descriptors `raw(script)` only. */
  scantxoutset(params, { node: { chain } }) {
    if (params[0] !== 'start' || !Array.isArray(params[1]))
      throw new RpcError(rpcCode.invalidParameter, 'Invalid action');
    const scripts = new Set(params[1].map((one) => /^raw\(([0-9a-f]*)\)$/.exec(String(one))?.[1]));
    if (scripts.has(undefined)) throw new RpcError(rpcCode.notFound, 'only raw() is simulated');
    const unspents = [...chain.everyUtxo()].flatMap(({ txid, vout, utxo }) => {
      const scriptPubKey = toHex(utxo.script);
      if (!scripts.has(scriptPubKey)) return [];
      return [
        { txid, vout, scriptPubKey, amount: btc(Number(utxo.value)), coinbase: utxo.coinbase, height: utxo.height },
      ];
    });
    return { success: true, height: chain.height, bestblock: chain.tip.hash, unspents };
  },
  validateaddress(params, { node: { network } }) {
    const address = textParam(params, 0);
    try {
      const { script, type } = parseAddress(address, network);
      return {
        isvalid: true,
        address,
        scriptPubKey: toHex(script),
        isscript: type === 'p2sh' || type === 'v0_p2wsh' || type === 'v1_p2tr',
        iswitness: script[0] === 0 || (script[0]! >= 0x51 && script[0]! <= 0x60),
      };
    } catch (error) {
      if (!isCoded(error)) throw error;
      return {
        isvalid: false,
        error_locations: [],
        error: 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.',
      };
    }
  },
};

const difficultyJson = (bits: number) => ({
  bits: bits.toString(16).padStart(8, '0'),
  target: hex256(targetOf(bits)),
  difficulty: difficultyOf(bits),
});

/** Fee rates below which 10, 25, 50, 75, 90 percent of the weight pay. */
function percentiles(rates: readonly { rate: number; weight: number }[], totalWeight: number): number[] {
  const sorted = rates.toSorted((a, b) => a.rate - b.rate);
  return [0.1, 0.25, 0.5, 0.75, 0.9].map((part) => {
    let weight = 0;
    for (const one of sorted) if ((weight += one.weight) >= part * totalWeight) return one.rate;
    return 0;
  });
}
