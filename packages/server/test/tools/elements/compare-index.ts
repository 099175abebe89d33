import type { NodeClient } from '@glassblock/node';
import { addressOf, displayHash, equalBytes, fromHex, isCoded, scriptHash, toHex } from '@glassblock/primitives';
import {
  type ElementsNetworkRow,
  type ElementsTransaction,
  issuedAsset,
  pegInOf,
  readElementsBlock,
  readWholeElementsTransaction,
  spendsElementsOutput,
} from '@glassblock/primitives/elements';
import type { Comparison, Get, Json } from './comparison.ts';

/** Data of one script, computed from the blocks of a node. */
interface ScriptFacts {
  readonly script: Uint8Array;
  /** Transactions that pay to it or spend from it, oldest first. */
  readonly txids: Set<string>;
  readonly unspent: Set<string>;
  funded: number;
  spent: number;
}

/** Data of a whole chain, computed from the blocks of a node. */
export interface ChainFacts {
  /** By script hash, hex. */
  readonly scripts: ReadonlyMap<string, ScriptFacts>;
  /** Peg-ins, peg-outs (below 0) and burns (below 0) of the pegged asset, in the order of the chain. */
  readonly pegs: readonly { readonly txid: string; readonly index: number; readonly amount: bigint }[];
  /** Explicit issuances less burns by asset id; undefined after a confidential issuance. */
  readonly supplies: ReadonlyMap<string, bigint | undefined>;
}

/** Values of a node: of its blocks, and of these and its mempool together. */
export interface NodeFacts {
  readonly confirmed: ChainFacts;
  readonly all: ChainFacts;
}

/** Reads all blocks and the mempool of a node as bytes, and sums them up without an index. */
export async function readNodeFacts(client: NodeClient, network: ElementsNetworkRow): Promise<NodeFacts> {
  const height = Number(await client.rpc('getblockcount'));
  const blocks: ElementsTransaction[][] = [];
  for (let at = 0; at <= height; at++) {
    const hash = await client.rpc('getblockhash', at);
    blocks.push([...readElementsBlock(fromHex(String(await client.rpc('getblock', hash, 0)))).txs]);
  }
  const mempool: ElementsTransaction[] = [];
  for (const txid of (await client.rpc('getrawmempool')) as string[])
    mempool.push(readWholeElementsTransaction(fromHex(String(await client.rpc('getrawtransaction', txid, false)))));
  return { confirmed: factsOf(blocks, network), all: factsOf([...blocks, mempool], network) };
}

function factsOf(blocks: readonly (readonly ElementsTransaction[])[], network: ElementsNetworkRow): ChainFacts {
  const facts: OpenFacts = { scripts: new Map(), pegs: [], supplies: new Map() };
  const outputs = new Map<string, ScriptFacts>();
  for (const [height, txs] of blocks.entries()) {
    for (const tx of txs) addOutputs(facts, outputs, tx, network);
    for (const tx of txs) addInputs(facts, outputs, tx, height, network);
  }
  return facts;
}

/** Returns an amount in units; undefined when it is confidential. */
const explicit = (value: unknown): bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;

interface OpenFacts {
  readonly scripts: Map<string, ScriptFacts>;
  readonly pegs: { txid: string; index: number; amount: bigint }[];
  readonly supplies: Map<string, bigint | undefined>;
}

function change({ supplies }: OpenFacts, asset: Uint8Array, amount: bigint | undefined): void {
  const id = displayHash(asset);
  const before = supplies.has(id) ? supplies.get(id) : 0n;
  supplies.set(id, before === undefined || amount === undefined ? undefined : before + amount);
}

/** Adds the spends, claims and issuances of the inputs of a transaction; outputs of its block are added before. */
function addInputs(
  facts: OpenFacts,
  outputs: ReadonlyMap<string, ScriptFacts>,
  tx: ElementsTransaction,
  height: number,
  network: ElementsNetworkRow,
): void {
  const txid = displayHash(tx.txid);
  for (const [index, input] of tx.inputs().entries()) {
    const pegIn = input.isPegIn ? pegInOf(input) : undefined;
    if (pegIn !== undefined) {
      const amount = explicit(pegIn.value) ?? 0n;
      facts.pegs.push({ txid, index, amount });
      change(facts, network.nativeAsset, amount);
    }
    if (input.issuance !== undefined) {
      const { assetId, tokenId, isReissuance } = issuedAsset(input.prevTxid, input.prevVout, input.issuance);
      change(facts, assetId, explicit(input.issuance.amount ?? 0));
      if (!isReissuance) change(facts, tokenId, explicit(input.issuance.tokenAmount ?? 0));
    }
    if (!spendsElementsOutput(input, tx, height)) continue;
    const outpoint = `${displayHash(input.prevTxid)}:${input.prevVout}`;
    const of = outputs.get(outpoint);
    if (of === undefined) continue;
    of.unspent.delete(outpoint);
    of.txids.add(txid);
    of.spent++;
  }
}

function addOutputs(
  facts: OpenFacts,
  outputs: Map<string, ScriptFacts>,
  tx: ElementsTransaction,
  network: ElementsNetworkRow,
): void {
  const txid = displayHash(tx.txid);
  for (const [index, output] of tx.outputs().entries()) {
    const { script, isFee, value, assetId } = output;
    const isUnspendable = script[0] === 0x6a;
    const amount = explicit(value);
    if (isUnspendable && amount !== undefined && amount > 0n && assetId !== undefined) {
      change(facts, assetId, -amount);
      if (equalBytes(assetId, network.nativeAsset)) facts.pegs.push({ txid, index, amount: -amount });
    }
    if (isFee || isUnspendable) continue;
    const hash = toHex(scriptHash(script));
    const own = facts.scripts.get(hash) ?? { script, txids: new Set(), unspent: new Set(), funded: 0, spent: 0 };
    facts.scripts.set(hash, own);
    outputs.set(`${txid}:${index}`, own);
    own.txids.add(txid);
    own.unspent.add(`${txid}:${index}`);
    own.funded++;
  }
}

const noFacts = { txids: new Set<string>(), unspent: new Set<string>(), funded: 0, spent: 0 };

/** Compares confirmed totals, confirmed histories, unspent outputs and addresses of every script. */
export async function compareScripts(
  { confirmed, all }: NodeFacts,
  { client, get, comparison, network }: ComparedNode,
): Promise<void> {
  let unspentCount = 0;
  for (const [hash, { script, unspent: shown }] of all.scripts) {
    const { txids, unspent, funded, spent } = confirmed.scripts.get(hash) ?? noFacts;
    unspentCount += unspent.size;
    const name = (field: string) => `script ${hash} ${field}`;
    const info = (await get(`/scripthash/${hash}`)) as { chain_stats: Json };
    const stats = { tx_count: txids.size, funded_txo_count: funded, spent_txo_count: spent };
    for (const [field, value] of Object.entries(stats)) comparison.equal(name(field), info.chain_stats[field], value);
    const found: string[] = [];
    for (let page = ''; ; page = `/${found.at(-1)}`) {
      const txs = (await get(`/scripthash/${hash}/txs/chain${page}`)) as { txid: string }[];
      found.push(...txs.map(({ txid }) => txid));
      if (txs.length === 0 || found.length > txids.size) break;
    }
    comparison.equal(name('history'), found.toReversed().toSorted(), [...txids].toSorted());
    if (shown.size <= maxUnspent) {
      const utxos = (await get(`/scripthash/${hash}/utxo`)) as { txid: string; vout: number }[];
      comparison.equal(
        name('utxo'),
        utxos.map(({ txid, vout }) => `${txid}:${vout}`).toSorted(),
        [...shown].toSorted(),
      );
    } else comparison.leaveOut(`unspent outputs of scripts with more than ${maxUnspent}`);
    await compareUnspent(unspent, { client, comparison });
    const address = addressOf(script, network);
    if (address !== undefined) await compareAddress(address, { client, get, comparison });
  }
  const set = await ask(client, comparison, 'gettxoutsetinfo');
  if (set !== undefined) comparison.equal('unspent outputs', unspentCount, (set as Json)['txouts']);
}

/** Outputs of a page of the explorer. */
const maxUnspent = 500;

/** The comparison and its node. */
export interface ComparedNode {
  readonly client: NodeClient;
  readonly get: Get;
  readonly comparison: Comparison;
  readonly network: ElementsNetworkRow;
}

/** Calls the node; returns undefined, and notes it, when the node does not have the method or these parameters. */
export async function ask(
  client: NodeClient,
  comparison: Comparison,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  try {
    return await client.rpc(method, ...params);
  } catch (error) {
    if (!isCoded(error, 'node.rpc') && !isCoded(error, 'node.not-found')) throw error;
    comparison.leaveOut(`${method}: the node does not answer`);
    return undefined;
  }
}

/** Every output that the blocks leave unspent is unspent for the node. */
async function compareUnspent(
  unspent: ReadonlySet<string>,
  { client, comparison }: Pick<ComparedNode, 'client' | 'comparison'>,
): Promise<void> {
  for (const outpoint of unspent) {
    const [txid, vout] = outpoint.split(':');
    const output = await ask(client, comparison, 'gettxout', txid, Number(vout), false);
    if (output === undefined) return;
    comparison.equal(`output ${outpoint} is unspent`, true, output !== null);
  }
}

/** Compares the validation of an address, field by field. */
export async function compareAddress(
  address: string,
  { client, get, comparison }: Pick<ComparedNode, 'client' | 'get' | 'comparison'>,
): Promise<void> {
  const theirs = (await ask(client, comparison, 'validateaddress', address)) as Json | undefined;
  if (theirs === undefined) return;
  const ours = (await get(`/v1/validate-address/${address}`)) as Json;
  for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    comparison.equal(`address ${address} ${field}`, ours[field], theirs[field]);
  }
  if (theirs['isvalid'] !== true) return;
  const info = (await get(`/address/${address}`)) as Json;
  const plain = (await get(`/address/${String(theirs['unconfidential'])}`)) as Json;
  comparison.equal(`address ${address} totals of both forms`, info['chain_stats'], plain['chain_stats']);
}

/** Compares the supply of every asset, and confirmed pegs of the pegged one. */
export async function compareSupplies(
  { confirmed: { supplies, pegs }, all }: NodeFacts,
  { get, comparison, network }: Pick<ComparedNode, 'get' | 'comparison' | 'network'>,
): Promise<void> {
  const native = displayHash(network.nativeAsset);
  for (const [id, supply] of all.supplies) {
    if (id === native) continue;
    const answer = await get(`/asset/${id}/supply`).catch((error: unknown) => String(error));
    // a reissuance token has no page of its own
    if (String(answer).includes('Asset id not found')) comparison.leaveOut('supplies of reissuance tokens');
    else if (supply === undefined) comparison.equal(`supply of ${id}`, String(answer).includes('is blinded'), true);
    else comparison.equal(`supply of ${id}`, String(answer), String(supply));
  }
  const supply = ((await get('/v1/liquid/pegs')) as Json)['amount'];
  comparison.equal('supply of the pegged asset', supply, String(supplies.get(native) ?? 0n));
  comparison.equal('number of pegs', ((await get('/v1/liquid/pegs/count')) as Json)['pegs_count'], pegs.length);
  const listed: Json[] = [];
  for (let page: Json[] = []; listed.length < pegs.length; listed.push(...page)) {
    page = (await get(`/v1/liquid/pegs/list/${listed.length}`)) as Json[];
    if (page.length === 0) break;
  }
  const textOf = ({ txid, index, amount }: { txid: unknown; index: unknown; amount: unknown }) =>
    `${String(txid)}:${String(index)} ${String(amount)}`;
  comparison.equal(
    'pegs',
    listed.map(({ txid, txindex: index, amount }) => textOf({ txid, index, amount })).toSorted(),
    pegs.map(textOf).toSorted(),
  );
}
