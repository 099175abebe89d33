import type { BackendInfo } from '@glassblock/contract';
import type { NodeAddress } from '@glassblock/node';
import type { NetworkRow } from '@glassblock/primitives';
import type { CassandraAddress } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Retention } from '../../config/config.ts';
import type { MiningPoolFinder } from '../../mining-pools/mining-pools.ts';
import type { OpenSharedJournal } from '../../recording/journal/journal-writer.ts';
import type { RecordSharing } from '../../recording/shared-records.ts';
import type { Accelerations } from '../../sources/accelerations/accelerations.ts';
import type { LightningSettings } from '../../sources/lightning/open-lightning.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import type { MempoolThread } from '../../threads/mempool-thread.ts';
import type { SharedThread } from '../../threads/shared-thread.ts';

/** Options of a network. */
export interface RuntimeOptions {
  network: NetworkRow;
  node: NodeAddress;
  /** Directory of this network's index; undefined: in memory. */
  directory: string | undefined;
  /** Keyspaces that are used instead, one per network: this name, an underscore and the network's. */
  cluster?: CassandraAddress | undefined;
  /** Remove the contents of the directory first. */
  fresh: boolean;
  /** Writes records of the past into the directory of a simulated network, before they are opened. */
  writePast: ((directory: string) => Promise<void>) | undefined;
  /** Optional contents of the index. */
  stored: { ids: boolean; bodies: boolean };
  /** Keep an address book. */
  addressSearch: boolean;
  limits: { blocksBulk: number };
  retention: Retention;
  /** Opens the journal of a follower that other processes read; absent: in the directory. */
  openSharedJournal?: OpenSharedJournal | undefined;
  /** Absent: this process is the only one. */
  standby?: StandbyOptions | undefined;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  /** Runs the index and the address book; absent: each has a thread of its own. */
  sharedThread?: SharedThread | undefined;
  /** Threads that answer requests besides the main thread. */
  readThreads: number;
  backend: BackendInfo;
  miningPools: MiningPoolFinder;
  prices: Prices;
  /** Simulated node: see NetworkInfo. */
  fastSince: number | undefined;
  accelerations: Accelerations | undefined;
  /** Lightning nodes, whose graphs are read after `startAfter`; undefined: none. */
  lightning: (LightningSettings & { pastDays?: number; startAfter?: Promise<void> }) | undefined;
  log: Logger;
  /** Called with the latency of mempool calls, in seconds. */
  onMempoolLatency(seconds: number): void;
  /** Called when a worker died or broke an invariant: the process should end. */
  onFatal(error: unknown): void;
}

/** A process that mirrors the mempool, and writes nothing until it leads. */
export interface StandbyOptions {
  /** Called when the mempool is mirrored. */
  onStandby(mempool: Pick<MempoolThread, 'frame'>): void;
  /** Shares the records over time with other followers. */
  openSharing(directory: string): RecordSharing;
  /** Resolves when it leads. @throws when it is stopped before */
  leading(): Promise<void>;
}
