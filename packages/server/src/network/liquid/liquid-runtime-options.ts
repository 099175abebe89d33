import type { BackendInfo } from '@glassblock/contract';
import type { NodeAddress } from '@glassblock/node';
import type { ElementsNetworkRow } from '@glassblock/primitives/elements';
import type { CassandraAddress } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Retention } from '../../config/config.ts';
import type { OpenSharedJournal } from '../../recording/journal/journal-writer.ts';
import type { StandbyMempool } from '../../recording/liquid/standby-mempool.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import type { SharedThread } from '../../threads/shared-thread.ts';
import type { StandbyOptions } from '../runtime/runtime-options.ts';
import type { AssetPaths } from './asset-files.ts';
import type { ParentNetwork } from './federation/federation.ts';

/** A process that mirrors the mempool, and writes nothing until it leads. */
export interface LiquidStandbyOptions extends Pick<StandbyOptions, 'openSharing' | 'leading'> {
  /** Called when the mempool is mirrored. */
  onStandby(mempool: Pick<StandbyMempool, 'known' | 'isLoaded'>): void;
}

/** Options of a Liquid network. */
export interface LiquidRuntimeOptions extends AssetPaths {
  network: ElementsNetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Keyspaces that are used instead, one per network: this name, an underscore and the network's. */
  cluster?: CassandraAddress | undefined;
  /** Remove the contents of the directory first. */
  fresh: boolean;
  backend: BackendInfo;
  /** The network that it is pegged to; undefined: not in this process, so its federation is not audited. */
  parent: ParentNetwork | undefined;
  /** The index thread starts when it resolves; undefined: at once. Until then the network has no index. */
  startAfter?: Promise<void>;
  retention: Retention;
  /** Opens the journal of a follower that other processes read; absent: in the directory. */
  openSharedJournal?: OpenSharedJournal | undefined;
  /** Absent: this process is the only one. */
  standby?: LiquidStandbyOptions | undefined;
  prices: Prices;
  /** Maintain an index of all addresses. */
  addressSearch: boolean;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  /** Runs the index and the address book; absent: each has a thread of its own. */
  sharedThread?: SharedThread | undefined;
  log: Logger;
  /** Called when a worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}
