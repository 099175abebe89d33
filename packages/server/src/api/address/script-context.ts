import type { AddressContext } from '../../network/addresses/address-context.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';

/** What answers about scripts need: their history in the chain, and the mempool. */
export interface ScriptContext extends ChainContext, AddressContext, MempoolContext {}
