import { type BookSource, bitcoinFormat, type ChainFormat, type ChainSource } from '@glassblock/index';
import { elementsFormat, type PegContext } from '@glassblock/index/elements';
import {
  blockFilesPlace,
  createBlockSource,
  createElementsBlockSource,
  type ElementsBlockSource,
  type NodeClient,
  probeElementsNode,
} from '@glassblock/node';
import { CodedError, hashFromDisplay, type NetworkName, networks } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import type { AddressWorkerData, IndexWorkerData } from '../messages.ts';
import { chainSourceOf, elementsChainSourceOf, hashesFrom } from '../node-sources.ts';

/** The chain that an index thread follows. */
export interface WorkerChain {
  readonly format: ChainFormat;
  readonly source: ChainSource;
  /** Expected bytes of the chain, for the layout of the index: a factor of four either way costs little. */
  readonly expectedBytes: number;
}

const expectedBytes: Partial<Record<NetworkName | ElementsNetworkName, number>> = {
  mainnet: 850e9,
  testnet: 200e9,
  testnet4: 20e9,
  signet: 40e9,
  liquid: 100e9,
  liquidtestnet: 5e9,
};
const minBytes = 500e6;

/** Returns the chain of an index thread. */
export function openWorkerChain({ network: name, node }: IndexWorkerData, client: NodeClient): WorkerChain {
  const size = { expectedBytes: expectedBytes[name] ?? minBytes };
  if (name in elementsNetworks) {
    const { format, source } = openElements(name as ElementsNetworkName, client);
    return { format, source, ...size };
  }
  const network = networks[name as NetworkName];
  const blocks = createBlockSource(client, true, blockFilesPlace(node, network));
  return { format: bitcoinFormat, source: chainSourceOf(client, blocks, network), ...size };
}

/** Returns the chain of an address book: its source leaves out spent outputs where they cost calls of the node. */
export function openBookChain(
  { network: name, node }: Pick<AddressWorkerData, 'network' | 'node'>,
  client: NodeClient,
): { format: ChainFormat; source: BookSource } {
  if (!(name in elementsNetworks)) {
    const network = networks[name as NetworkName];
    const blocks = createBlockSource(client, true, blockFilesPlace(node, network));
    return { format: bitcoinFormat, source: chainSourceOf(client, blocks, network) };
  }
  let blocks = createElementsBlockSource(client, false);
  const { format, source } = openElements(name as ElementsNetworkName, client, (probed) => {
    blocks = probed;
    return elementsChainSourceOf(client, probed, elementsNetworks[name as ElementsNetworkName]);
  });
  return {
    format,
    source: {
      ...source,
      // Elements 23 has no REST headers with `count`
      headersFrom: async (height, count) =>
        (await hashesFrom(client, height, count)).map((hash) => ({ hash: hashFromDisplay(hash) })),
      blockWithSpent: async (hash) => ({ block: await blocks.block(hash) }),
    },
  };
}

/**
 * Returns the chain of an Elements network. The node is probed at the first request for its tip, before any block is
 * read: the pegged asset of liquidregtest
 * follows from its options, and REST may be off.
 * @param sourceOf makes the source of its blocks
 */
export function openElements(
  name: ElementsNetworkName,
  client: NodeClient,
  sourceOf = (blocks: ElementsBlockSource): ChainSource =>
    elementsChainSourceOf(client, blocks, elementsNetworks[name]),
): Pick<WorkerChain, 'format' | 'source'> & { context: PegContext } {
  const network = elementsNetworks[name];
  const context = { nativeAsset: network.nativeAsset, parent: network.parent };
  let source = sourceOf(createElementsBlockSource(client, false));
  let isProbed = false;
  return {
    format: elementsFormat(context),
    context,
    source: {
      async tip() {
        if (!isProbed) {
          const { sidechain, rest } = await probeElementsNode(client);
          if (sidechain === undefined) throw new CodedError('node.wrong-network', 'the node is not an Elements node');
          if (!network.hasFixedAsset) context.nativeAsset = sidechain.peggedAsset;
          source = sourceOf(createElementsBlockSource(client, rest));
          isProbed = true;
        }
        return source.tip();
      },
      hashAt: (height) => source.hashAt(height),
      headersFrom: (height, count) => source.headersFrom(height, count),
      blockWithSpent: (hash) => source.blockWithSpent(hash),
    },
  };
}
