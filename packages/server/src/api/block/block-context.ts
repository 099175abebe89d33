import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

/** Data for blocks with extras: mining pool, stale siblings from the node, audit score. */
export interface BlockContext extends NetworkInfo, ChainContext, NodeContext, RecordingContext {}
