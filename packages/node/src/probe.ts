import { isCoded, type NetworkRow } from '@glassblock/primitives';
import { fieldsOf, numberField, textField } from './answers.ts';
import type { NodeClient } from './client.ts';
import { isForbidden } from './node-connection.ts';

/** Version, chain and capabilities of a node. */
export interface NodeFacts {
  /** 290400 for 29.4. */
  version: number;
  /** `/Satoshi:29.3.0/Knots:20260508/` */
  subversion: string;
  /** The node's name of its chain: main, test, testnet4, signet, regtest. */
  chain: string;
  blocks: number;
  headers: number;
  initialDownload: boolean;
  pruned: boolean;
  /** Lowest block with a body, when pruned. */
  pruneHeight: number | undefined;
  /** Bytes of blocks and undo data on its disk. */
  sizeOnDisk: number;
  txindex: boolean;
  rest: boolean;
  /** REST returns the spent outputs of a block (Core 30, Knots 29.4); undefined: no block to test with yet. */
  spentOutputs: boolean | undefined;
  /** REST returns a part of a block (Core 31). */
  blockPart: boolean;
  /** Address of the ZMQ `sequence` topic as announced by the node. */
  zmqSequence: string | undefined;
}

/** Oldest supported version: Core 25 has ZMQ `sequence`, `getblock 3`, REST by hash. */
export const oldestVersion = 250_000;

/**
 * Probes a node. Safe on every node: optional calls that it does not know or permit count as missing.
 * @throws as NodeClient
 */
export async function probeNode(client: NodeClient): Promise<NodeFacts> {
  const network = fieldsOf(await client.rpc('getnetworkinfo'), 'getnetworkinfo');
  const chain = fieldsOf(await client.rpc('getblockchaininfo'), 'getblockchaininfo');
  const best = textField(chain, 'bestblockhash');
  const blocks = numberField(chain, 'blocks');
  const rest = await answers(client.rest('chaininfo.json'));
  return {
    version: numberField(network, 'version'),
    subversion: textField(network, 'subversion'),
    chain: textField(chain, 'chain'),
    blocks,
    headers: numberField(chain, 'headers'),
    initialDownload: chain['initialblockdownload'] === true,
    pruned: chain['pruned'] === true,
    pruneHeight: typeof chain['pruneheight'] === 'number' ? chain['pruneheight'] : undefined,
    sizeOnDisk: typeof chain['size_on_disk'] === 'number' ? chain['size_on_disk'] : 0,
    txindex: await hasTxindex(client),
    rest,
    spentOutputs: !rest ? false : blocks === 0 ? undefined : await answers(client.rest(`spenttxouts/${best}.bin`)),
    blockPart: rest && (await answers(client.rest(`blockpart/${best}.bin?offset=0&size=80`))),
    zmqSequence: await zmqAddress(client),
  };
}

async function answers(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isCoded(error, 'node.not-found')) return false;
    throw error;
  }
}

async function hasTxindex(client: NodeClient): Promise<boolean> {
  try {
    return 'txindex' in fieldsOf(await client.rpc('getindexinfo'), 'getindexinfo');
  } catch (error) {
    if (isCoded(error, 'node.rpc') || isForbidden(error)) return false;
    throw error;
  }
}

async function zmqAddress(client: NodeClient): Promise<string | undefined> {
  let topics: unknown;
  try {
    topics = await client.rpc('getzmqnotifications');
  } catch (error) {
    if (isCoded(error, 'node.rpc') || isForbidden(error)) return undefined;
    throw error;
  }
  if (!Array.isArray(topics)) return undefined;
  for (const topic of topics) {
    const { type, address } = fieldsOf(topic, 'getzmqnotifications');
    if (type === 'pubsequence' && typeof address === 'string') return address;
  }
  return undefined;
}

/** Returns true when the node serves the given network. */
export function isNetwork(facts: NodeFacts, network: Pick<NetworkRow, 'chain'>): boolean {
  return facts.chain === network.chain;
}

/**
 * Returns missing settings and their cost, one sentence each; empty for a complete node.
 * @param readsFiles whether blocks are read from the node's block files, which have spent outputs and parts of blocks
 */
export function adviceFor(facts: NodeFacts, readsFiles = false): string[] {
  if (readsFiles) return commonAdvice(facts, 'bitcoin.conf');
  const advice: string[] = [];
  if (!facts.rest) {
    advice.push('REST is off: blocks are read by RPC, several times slower. Set rest=1 in bitcoin.conf.');
  } else if (facts.spentOutputs === false) {
    advice.push(
      'REST cannot return spent outputs (needs Core 30, Knots 29.4 or newer): prevouts are read by RPC, which makes the initial indexing several times slower.',
    );
  }
  if (facts.rest && !facts.blockPart) {
    advice.push(
      'REST cannot return parts of blocks (needs Core 31 or newer): whole blocks are read for old transactions.',
    );
  }
  return [...advice, ...commonAdvice(facts, 'bitcoin.conf')];
}

/**
 * Returns the advice for nodes of every kind.
 * @param configFile name of the node's configuration file
 */
export function commonAdvice(
  { zmqSequence, pruned, pruneHeight }: Pick<NodeFacts, 'zmqSequence' | 'pruned' | 'pruneHeight'>,
  configFile: string,
): string[] {
  const advice: string[] = [];
  if (zmqSequence === undefined) {
    advice.push(
      `ZMQ is off: new transactions are found by polling, up to some seconds later. Set zmqpubsequence in ${configFile}.`,
    );
  }
  if (pruned) {
    advice.push(
      pruneHeight === 0
        ? 'Pruning is on: the node has all blocks still, and will remove old ones.'
        : `The node is pruned: blocks below ${pruneHeight ?? 'its prune height'} are not available.`,
    );
  }
  return advice;
}
