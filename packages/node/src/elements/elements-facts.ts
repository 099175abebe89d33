import { displayHash, hashFromDisplay } from '@glassblock/primitives';
import type { AssetId, ElementsNetworkRow } from '@glassblock/primitives/elements';
import { fieldsOf, textField } from '../answers.ts';
import type { NodeClient } from '../client.ts';
import { commonAdvice, type NodeFacts, probeNode } from '../probe.ts';
import { yesOrNo } from '../start-report.ts';
import { type NodeMonitor, type NodeState, stateOfFacts, type WatchOptions, watchNode } from '../state.ts';

/** Oldest supported version: the one whose answers were recorded. Elements 23 is based on Bitcoin Core 23. */
export const oldestElementsVersion = 230_000;

/** Version, chain and capabilities of a node, and the chain that it is pegged to. */
export interface ElementsFacts extends NodeFacts {
  /** Undefined for a node that is not Elements. */
  sidechain: SidechainFacts | undefined;
}

/** The side chain of an Elements node. */
export interface SidechainFacts {
  /** Pegged asset, internal order. */
  peggedAsset: AssetId;
  /** Genesis block of the parent chain, display order; undefined where there is none. */
  parentGenesisHash: string | undefined;
  /** Scripts of the federation that are valid now, newest first. */
  fedpegScripts: string[];
  /** Confirmations that a peg-in needs on the parent chain. */
  pegInConfirmations: number | undefined;
}

const elementsSubversion = /^\/Elements/;
const noParent = '0'.repeat(64);

/**
 * Probes a node that should be Elements. Safe on every node. Never requests the difficulty: Elements answers that call
 * with a text that is not JSON.
 * @throws as NodeClient
 */
export async function probeElementsNode(client: NodeClient): Promise<ElementsFacts> {
  const facts = await probeNode(client);
  const isElements = elementsSubversion.test(facts.subversion);
  return { ...facts, sidechain: isElements ? await readSidechain(client) : undefined };
}

async function readSidechain(client: NodeClient): Promise<SidechainFacts> {
  const fields = fieldsOf(await client.rpc('getsidechaininfo'), 'getsidechaininfo');
  const parent = textField(fields, 'parent_blockhash');
  const { current_fedpegscripts: scripts, pegin_confirmation_depth: depth } = fields;
  return {
    peggedAsset: hashFromDisplay(textField(fields, 'pegged_asset')),
    parentGenesisHash: parent === noParent ? undefined : parent,
    fedpegScripts: Array.isArray(scripts) ? scripts.filter((script) => typeof script === 'string') : [],
    pegInConfirmations: typeof depth === 'number' ? depth : undefined,
  };
}

/**
 * Returns the state for a probe result: as for a Bitcoin node, and `wrong-network` for a node that is not Elements or has
 * another pegged asset. The pegged asset of liquidregtest depends on the node's options, so the row's is not required there.
 */
export function stateOfElementsFacts(facts: ElementsFacts, network: ElementsNetworkRow): NodeState {
  if (facts.sidechain === undefined) {
    const sentence = `The node is not an Elements node, which ${network.label} needs.`;
    return { name: 'wrong-network', sentence, facts };
  }
  const state = stateOfFacts(facts, network, oldestElementsVersion);
  if (state.name === 'wrong-network' || !network.hasFixedAsset) return state;
  if (displayHash(facts.sidechain.peggedAsset) === displayHash(network.nativeAsset)) return state;
  return { name: 'wrong-network', sentence: `The pegged asset of the node is not that of ${network.label}.`, facts };
}

/** Creates a monitor of one Elements node. */
export const createElementsMonitor = (
  client: NodeClient,
  network: ElementsNetworkRow,
  options: WatchOptions,
): NodeMonitor => watchNode(async () => stateOfElementsFacts(await probeElementsNode(client), network), options);

/** Returns missing settings and their cost, one sentence each; empty for a complete node. */
export function elementsAdviceFor(facts: ElementsFacts): string[] {
  const advice: string[] = [];
  if (!facts.rest)
    advice.push('REST is off: blocks are read by RPC, several times slower. Set rest=1 in elements.conf.');
  if (!facts.txindex) {
    advice.push(
      'The transaction index is off: outputs of blocks that are not indexed yet cannot be read. Set txindex=1 in elements.conf.',
    );
  }
  return [...advice, ...commonAdvice(facts, 'elements.conf')];
}

/** Returns the lines of the start report: version and chain, capabilities, missing settings. */
export function elementsReportLines(facts: ElementsFacts): string[] {
  const { subversion, chain, blocks, pruned, txindex, rest, zmqSequence, sidechain } = facts;
  const lines = [
    `node ${subversion} on ${chain}, ${blocks} blocks${pruned ? ', pruned' : ''}`,
    `txindex ${yesOrNo(txindex)} (needed to index blocks), REST ${yesOrNo(rest)}, ZMQ sequence ${yesOrNo(zmqSequence !== undefined)}`,
  ];
  const confirmations = sidechain?.pegInConfirmations;
  if (sidechain !== undefined && sidechain.parentGenesisHash !== undefined && confirmations !== undefined)
    lines.push(`pegged to the chain of ${sidechain.parentGenesisHash}, peg-ins after ${confirmations} confirmations`);
  return [...lines, ...elementsAdviceFor(facts)];
}
