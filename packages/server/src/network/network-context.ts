import type { RecordingContext } from '../recording/recording-context.ts';
import type { AccelerationContext } from '../sources/accelerations/acceleration-context.ts';
import type { LightningContext } from '../sources/lightning/lightning-context.ts';
import type { PriceContext } from '../sources/prices/price-context.ts';
import type { AddressContext } from './addresses/address-context.ts';
import type { ChainContext } from './chain/chain-context.ts';
import type { MempoolContext } from './mempool-context.ts';
import type { NetworkInfo } from './network-info.ts';
import type { NodeContext } from './node-context.ts';
import type { RelayContext } from './relayed-routes.ts';

/**
 * All that serving one network needs, as `http` and `live` receive it. Functions that answer take the interfaces they
 * use.
 */
export interface NetworkContext
  extends NetworkInfo,
    ChainContext,
    AddressContext,
    MempoolContext,
    NodeContext,
    RecordingContext,
    PriceContext,
    AccelerationContext,
    LightningContext,
    RelayContext {}
