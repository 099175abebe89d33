import type { BackendInfo } from '@glassblock/contract';
import type { NetworkRow } from '@glassblock/primitives';
import type { MiningPoolFinder } from '../mining-pools/mining-pools.ts';

/** A network and the settings of this server for it. */
export interface NetworkInfo {
  readonly network: NetworkRow;
  readonly miningPools: MiningPoolFinder;
  readonly backend: BackendInfo;
  /** Limits set by the operator; defaults where absent. */
  readonly limits?: {
    /** Maximum blocks of a bulk answer; 0 disables it. */
    readonly blocksBulk?: number;
  };
  /** Simulated node: time since when blocks follow at the network's `targetSpacing`, Unix seconds. */
  readonly fastSince?: number | undefined;
  /** Seconds since 1970. */
  now(): number;
}
