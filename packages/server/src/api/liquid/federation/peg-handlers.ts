import type { MonthlyAmount, PegVolumes } from '@glassblock/contract/liquid';
import { type AssetTotals, type ElementsView, noAssetTotals, supplyOf } from '@glassblock/index/elements';
import { CodedError, displayHash, type Height, isCoded } from '@glassblock/primitives';
import { lastBlockBefore } from '../../../network/chain/last-block-before.ts';
import { type LiquidContext, withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';
import { listPegs } from './peg-list.ts';

/** Runs work on the index; its errors become the one that these routes have. */
async function ofPegs<T>(context: LiquidContext, work: (view: ElementsView) => Promise<T>): Promise<T> {
  try {
    return await withLiquidIndex(context, work);
  } catch (cause) {
    if (isCoded(cause)) throw new CodedError('v1.pegs', 'the index cannot be read', { cause });
    throw cause;
  }
}

/** Amounts of the pegged asset are explicit. */
const supply = (totals: AssetTotals): bigint => supplyOf(totals) ?? 0n;

/** Totals of the pegged asset after the block at a height. */
async function totalsAt({ network }: LiquidContext, view: ElementsView, height: number): Promise<AssetTotals> {
  const before = { height: (height + 1) as Height, position: 0 };
  const [newest] = await view.assetHistory(network.nativeAsset, { before, limit: 1 });
  return newest?.totals ?? noAssetTotals;
}

const monthStart = (year: number, month: number): number => Date.UTC(year, month, 1) / 1000;

/** The change of the supply in each month since the first block after genesis. */
async function byMonth(context: LiquidContext, view: ElementsView): Promise<MonthlyAmount[]> {
  const tip = view.tip?.height ?? 0;
  const [first, last] = await view.blocksAt([1, tip]);
  if (first === undefined || last === undefined) return [];
  const start = new Date(first.medianTime * 1000);
  const end = new Date(last.medianTime * 1000);
  const months: MonthlyAmount[] = [];
  let before = supply(await totalsAt(context, view, 0));
  const count = 12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
  for (let i = 0; i <= count; i++) {
    const from = new Date(monthStart(start.getUTCFullYear(), start.getUTCMonth() + i) * 1000);
    const height = await lastBlockBefore(view, tip, monthStart(from.getUTCFullYear(), from.getUTCMonth() + 1));
    const after = supply(await totalsAt(context, view, height));
    const date = `${from.getUTCFullYear()}-${String(from.getUTCMonth() + 1).padStart(2, '0')}-01`;
    months.push({ amount: String(after - before), date });
    before = after;
  }
  return months;
}

const daySeconds = 86_400;

/** Peg-ins, then peg-outs and burns (negative), of the blocks of the last day. */
async function lastDay(context: LiquidContext, view: ElementsView): Promise<PegVolumes> {
  const tip = view.tip?.height ?? -1;
  const [before, now] = [
    await totalsAt(context, view, await lastBlockBefore(view, tip, context.now() - daySeconds)),
    await view.assetTotals(context.network.nativeAsset),
  ];
  const volume = (sum: bigint, number: number) => ({ volume: number === 0 ? null : String(sum), number });
  const out = ({ pegOutAmount, burnedAmount }: AssetTotals) => pegOutAmount + burnedAmount;
  const outCount = ({ pegOutCount, burnCount }: AssetTotals) => pegOutCount + burnCount;
  return [
    volume(now.pegInAmount - before.pegInAmount, now.pegInCount - before.pegInCount),
    volume(out(before) - out(now), outCount(now) - outCount(before)),
  ];
}

/** Handlers of the routes of pegs. */
export const pegHandlers = {
  pegs: value((context) =>
    ofPegs(context, async (view) => {
      if (view.tip === undefined) throw new CodedError('index.behind', 'no block is known');
      const amount = supply(await view.assetTotals(context.network.nativeAsset));
      return { amount: String(amount), lastBlockUpdate: view.tip.height, hash: displayHash(view.tip.hash) };
    }),
  ),
  pegsMonth: value((context) => ofPegs(context, (view) => byMonth(context, view))),
  pegsList: value((context, { params }) => ofPegs(context, (view) => listPegs(context, view, params.count))),
  pegsVolume: value((context) => ofPegs(context, (view) => lastDay(context, view))),
  pegsCount: value((context) => ofPegs(context, async (view) => ({ pegs_count: await view.pegCount() }))),
} satisfies Partial<LiquidHandlers>;
