import type { AddressContext } from '../../network/addresses/address-context.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';

/** Data for answers about scripts: their history in the chain, and the mempool. */
export interface ScriptContext extends ChainContext, AddressContext, MempoolContext {}
