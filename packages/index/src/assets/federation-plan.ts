import { equalBytes } from '@glassblock/primitives';
import type { ElementsHeader } from '@glassblock/primitives/elements';
import { rowKey, type View } from '@glassblock/store';
import type { PlanRows } from '../planning/plan-rows.ts';
import { federationRow, federationSortKey } from '../rows/asset/peg-rows.ts';
import { tables } from '../rows/tables.ts';

/** All changes are in one partition. */
export const federationPartition = Uint8Array.of(0);

const keyOf = (height: number) => rowKey(tables.federations, federationPartition, federationSortKey.encode({ height }));

/**
 * Adds a row when a block puts another script of the federation in force. Every block with full parameters is examined,
 * not only the first one of a period.
 */
export async function planFederation(
  view: View,
  { proof }: Pick<ElementsHeader, 'proof'>,
  height: number,
  rows: PlanRows,
): Promise<void> {
  if (proof.type !== 'dynafed' || proof.current.type !== 'full') return;
  const { fedpegScript } = proof.current;
  const [newest] = await view.scan(tables.federations, federationPartition, { limit: 1 });
  if (newest !== undefined && equalBytes(federationRow.decode(newest.value).script, fedpegScript)) return;
  rows.put(tables.federations, keyOf(height), federationRow.encode({ script: fedpegScript }));
}

/** Removes the row of the block at the tip: reverses `planFederation`. */
export async function planFederationRemoval(view: View, height: number, rows: PlanRows): Promise<void> {
  const key = keyOf(height);
  if ((await view.get(tables.federations, key)) !== undefined) rows.put(tables.federations, key, undefined);
}
