import type { BackendInfo } from '@glassblock/contract';
import { type ElementsView, elementsViewOf } from '@glassblock/index/elements';
import type { Fact } from '@glassblock/journal';
import type { ParsedRegistry, WatchedContent } from '@glassblock/liquid';
import type { NodeClient, NodeState } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';
import type { ElementsNetworkRow } from '@glassblock/primitives/elements';
import type { View } from '@glassblock/store';
import type { LiquidRecords } from '../../recording/liquid/liquid-records.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import type { AddressSearch } from '../addresses/address-book-progress.ts';
import type { IndexOfChain } from '../chain/chain-context.ts';
import type { IndexProgress } from '../chain/index/index-progress.ts';
import type { RelayContext } from '../relayed-routes.ts';
import type { AssetFiles } from './asset-files.ts';
import type { FederationContext } from './federation/federation-context.ts';
import type { LiquidMempool } from './liquid-mempool.ts';
import type { LiquidNode } from './liquid-node.ts';

/** Everything that serving a Liquid network needs. */
export interface LiquidContext extends RelayContext {
  /** With the pegged asset as reported by the node. */
  readonly network: ElementsNetworkRow;
  readonly client: NodeClient;
  readonly backend: BackendInfo;
  readonly node: LiquidNode;
  readonly mempool: LiquidMempool;
  /** The operator's asset registry; undefined: none. */
  readonly registry: WatchedContent<ParsedRegistry> | undefined;
  readonly assetFiles: AssetFiles;
  readonly federation: FederationContext;
  /** Journal, samples of the mempool and replacements. */
  readonly records: LiquidRecords;
  /** Prices of the parent chain's currency, which are those of the pegged asset; none where it has no value. */
  readonly prices: Prices;
  /** Addresses of the whole chain by prefix; undefined when disabled. */
  readonly addresses: AddressSearch | undefined;
  /** Undefined until the index has opened its store. */
  index(): IndexOfChain | undefined;
  progress(): IndexProgress;
  nodeState(): NodeState;
  /** Subscribes to blocks that the index connected and disconnected; returns a function that ends it. */
  onBlocks(listener: (facts: readonly Fact[]) => void): () => void;
  /** Seconds since 1970. */
  now(): number;
}

const makers = new WeakMap<IndexOfChain, (view: View) => Promise<ElementsView>>();

/** One function per index: its view is made once per commit. */
function makerOf(index: IndexOfChain): (view: View) => Promise<ElementsView> {
  let maker = makers.get(index);
  if (maker === undefined) {
    makers.set(index, (maker = (view) => elementsViewOf(index.store, index.prefixer, view)));
  }
  return maker;
}

/**
 * Runs work on one view of the index.
 * @throws {CodedError} index.behind until there is one
 */
export async function withLiquidIndex<T>(
  context: Pick<LiquidContext, 'index'>,
  work: (view: ElementsView) => Promise<T>,
): Promise<T> {
  const index = context.index();
  if (index === undefined) throw new CodedError('index.behind', 'the index is not open');
  const { value, release } = await index.store.lease(makerOf(index));
  try {
    return await work(value);
  } finally {
    await release();
  }
}
