import { type AddressRange, addressKey, addressRanges, CodedError, isInRanges } from '@glassblock/primitives';
import { type LiquidContext, withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import type { LiquidMempoolState } from '../../../network/liquid/liquid-mempool.ts';
import { firstAddresses, keysInChain, maxLookedUp } from '../../address/address-search.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';

const keysOf = new WeakMap<LiquidMempoolState, readonly Uint8Array[]>();

/** Returns keys of the addresses that transactions of the mempool pay to or spend from. */
function mempoolKeys(state: LiquidMempoolState): readonly Uint8Array[] {
  let keys = keysOf.get(state);
  if (keys === undefined) {
    const scripts = [...state.txs.values()].flatMap(({ tx, prevouts }) =>
      [...prevouts, ...tx.outputs()].flatMap((output) => output?.script ?? []),
    );
    keysOf.set(state, (keys = scripts.flatMap((script) => addressKey(script) ?? [])));
  }
  return keys;
}

async function chainKeys(context: LiquidContext, ranges: readonly AddressRange[]): Promise<Uint8Array[]> {
  const keys = (await context.addresses?.keys(ranges, maxLookedUp)) ?? [];
  return keys.length === 0 ? [] : withLiquidIndex(context, (view) => keysInChain(view, keys));
}

/**
 * Returns unconfidential addresses with a prefix, of the mempool and, if enabled, of the chain: at most 10. A
 * confidential address begins with its blinding key, which is not in the chain.
 */
async function addressesWithPrefix(context: LiquidContext, prefix: string): Promise<string[]> {
  const ranges = addressRanges(prefix, context.network);
  if (ranges.length === 0) return [];
  const inMempool = mempoolKeys(await context.mempool.current()).filter((key) => isInRanges(key, ranges));
  return firstAddresses([...inMempool, ...(await chainKeys(context, ranges))], context.network);
}

/** Handlers of the address prefix search of Liquid networks. */
export const liquidSearchHandlers = {
  addressPrefix: value((context, { params: { prefix } }) => {
    if (context.addresses === undefined) {
      throw new CodedError('address.search-off', 'no address book', { datum: prefix });
    }
    return addressesWithPrefix(context, prefix);
  }),
  v1AddressPrefix: value((context, { params }) => addressesWithPrefix(context, params.prefix)),
} satisfies Partial<LiquidHandlers>;
