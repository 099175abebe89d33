import { equalBytes } from '@glassblock/primitives';
import type { AssetId } from '@glassblock/primitives/elements';
import { rowKey, type View } from '@glassblock/store';
import type { PlanRows } from '../planning/plan-rows.ts';
import { pegKinds, pegRow, pegSortKey } from '../rows/asset/peg-rows.ts';
import { tables } from '../rows/tables.ts';
import type { AssetChange, AssetEvent, BurnEvent, IssuanceEvent, PegOutEvent } from './asset-changes.ts';

/** All pegs are in one partition. */
export const pegPartition = Uint8Array.of(0);

const noTxid = new Uint8Array(32);
const removedPerScan = 1_000;
const keyOf = (number: number) => rowKey(tables.pegs, pegPartition, pegSortKey.encode({ number }));

/** Returns the number of pegs. */
export async function countPegs(view: View): Promise<number> {
  const [newest] = await view.scan(tables.pegs, pegPartition, { limit: 1 });
  return newest === undefined ? 0 : pegSortKey.decode(newest.sort).number + 1;
}

/** A block whose pegs are connected. */
interface PegBlock {
  readonly view: View;
  readonly changes: readonly AssetChange[];
  /** Number of its first transaction. */
  readonly first: number;
  readonly nativeAsset: AssetId;
}

const isPeg = (event: AssetEvent): event is Exclude<AssetEvent, IssuanceEvent> =>
  event.kind !== 'issuance' && event.kind !== 'reissuance';

const paidScript = (event: PegOutEvent | BurnEvent) => (event.kind === 'peg-out' ? event.script : new Uint8Array(0));

/** Adds the rows of the peg-ins, peg-outs and burns of a block. */
export async function planPegs({ view, changes, first, nativeAsset }: PegBlock, rows: PlanRows): Promise<void> {
  let number: number | undefined;
  for (const { position, events } of changes) {
    for (const event of events) {
      if (!isPeg(event) || !equalBytes(event.assetId, nativeAsset)) continue;
      number ??= await countPegs(view);
      const row = { tx: first + position, kind: pegKinds.indexOf(event.kind), amount: event.amount };
      const claim =
        event.kind === 'peg-in'
          ? { index: event.vin, parentTxid: event.parentTxid, parentVout: event.parentVout, script: event.claimScript }
          : { index: event.vout, parentTxid: noTxid, parentVout: 0, script: paidScript(event) };
      rows.put(tables.pegs, keyOf(number++), pegRow.encode({ ...row, ...claim }));
    }
  }
}

/** Removes the rows of the pegs of the block at the tip: reverses `planPegs`. */
export async function planPegsRemoval(view: View, first: number, rows: PlanRows): Promise<void> {
  let from: Uint8Array | undefined;
  for (;;) {
    const page = await view.scan(tables.pegs, pegPartition, {
      ...(from === undefined ? {} : { from }),
      limit: removedPerScan,
    });
    for (const { sort, value } of page) {
      if (pegRow.decode(value).tx < first) return;
      rows.put(tables.pegs, rowKey(tables.pegs, pegPartition, sort), undefined);
    }
    const last = page.at(-1);
    const number = last === undefined ? 0 : pegSortKey.decode(last.sort).number;
    if (page.length < removedPerScan || number === 0) return;
    from = pegSortKey.encode({ number: number - 1 });
  }
}
