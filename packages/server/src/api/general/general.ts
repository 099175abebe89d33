import type { AddressValidation, DifficultyAdjustment, InitData, TxStripped } from '@glassblock/contract';
import { isCoded, type NetworkRow, parseAddress, toHex } from '@glassblock/primitives';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { extendedBlocks } from '../block/blocks.ts';
import { loadingIndicators } from '../presenters/present-network-state.ts';
import { currentPrices } from '../prices/prices.ts';
import { createChainClock } from './chain-clock.ts';
import { difficultyAdjustment, retargetPercent } from './difficulty.ts';

/** Returns the current difficulty epoch; undefined while no block is known. */
export async function runningAdjustment(
  context: NetworkInfo & ChainContext,
): Promise<DifficultyAdjustment | undefined> {
  return withIndex(context, async (view) => {
    const { tip } = view;
    if (tip === undefined) return undefined;
    const { retargetInterval } = context.network;
    const start = tip.height - (tip.height % retargetInterval);
    // genesis blocks have an arbitrary date: the first epoch is counted from the next block
    const counted = start === 0 && tip.height > 0 ? 1 : start;
    const headers = await view.headersAt([counted, start - 1, tip.height, tip.height - 503, start]);
    const [first, before, newest, ago, epochFirst] = headers;
    if (first === undefined || newest === undefined || epochFirst === undefined) return undefined;
    const clock = createChainClock(context.fastSince, context.network.targetSpacing);
    const adjustment = difficultyAdjustment({
      epochStart: clock.chainTime(first.time),
      time503: ago && clock.chainTime(ago.time),
      now: clock.chainTime(context.now()),
      height: tip.height,
      interval: retargetInterval,
      previousRetarget: before === undefined ? 0 : retargetPercent(before.bits, first.bits),
      minimumDifficultyBlocks: context.network.name === 'testnet',
      newest: clock.chainTime(newest.time),
    });
    return { ...clock.realTimes(adjustment, context.now()), previousTime: epochFirst.time };
  });
}

/** Returns the newest transactions in list form. */
export function newestStripped(context: MempoolContext, count: number): TxStripped[] {
  return context.frame().newest.slice(0, count);
}

/** Number of blocks in the start object. */
export const cachedBlocks = 8;

/** Returns the start object of a client; unknown keys are absent. `blocks` ascend. */
export async function initData(context: NetworkContext): Promise<InitData> {
  const frame = context.frame();
  const [blocks, da] = await Promise.all([
    extendedBlocks(context, undefined, cachedBlocks),
    runningAdjustment(context),
  ]);
  return {
    backend: context.backend.backend,
    ...(frame.info === undefined ? {} : { mempoolInfo: frame.info }),
    vBytesPerSecond: frame.vBytesPerSecond,
    // clients wait for the key, also without a price source
    conversions: currentPrices(context),
    ...(blocks.length === 0 ? {} : { blocks: blocks.reverse() }),
    'mempool-blocks': frame.blocks,
    transactions: newestStripped(context, 6),
    backendInfo: context.backend,
    loadingIndicators: loadingIndicators(context),
    ...(da === undefined ? {} : { da }),
    ...(frame.fees === undefined ? {} : { fees: frame.fees.precise }),
    ...(frame.synced ? { rbfSummary: frame.rbfSummary } : {}),
  };
}

/** Validates an address like the node's validateaddress, without the node. */
export function validateAddress(text: string, network: NetworkRow): AddressValidation {
  let script: Uint8Array;
  try {
    ({ script } = parseAddress(text, network));
  } catch (error) {
    if (!isCoded(error)) throw error;
    const sentence =
      error.code === 'primitives.wrong-network' ? 'Address on invalid network' : 'Invalid Bitcoin address';
    return { isvalid: false, error: sentence, error_locations: [] };
  }
  const version = witnessVersion(script);
  return {
    isvalid: true,
    address: version === undefined ? text : text.toLowerCase(),
    scriptPubKey: toHex(script),
    isscript: script[0] === 0xa9 || (version !== undefined && script.length === 34),
    iswitness: version !== undefined,
    ...(version === undefined ? {} : { witness_version: version, witness_program: toHex(script.subarray(2)) }),
  };
}

function witnessVersion(script: Uint8Array): number | undefined {
  const opcode = script[0] ?? 0xff;
  if (script.length < 4 || script[1] !== script.length - 2) return undefined;
  if (opcode === 0) return 0;
  return opcode >= 0x51 && opcode <= 0x60 ? opcode - 0x50 : undefined;
}
