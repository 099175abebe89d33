import { equalBytes } from '@glassblock/primitives';
import { bytes, listToEnd, record, u32be, type ValueOf } from '@glassblock/primitives/records';

const header = record({ hash: bytes(32), time: u32be, txCount: u32be });

/** The file of a first build's plan. */
export const planFile = record({
  /** Key of the index. */
  key: bytes(16),
  partitions: u32be,
  /** Number of the headers. */
  blocks: u32be,
  /** From genesis on. */
  headers: listToEnd(header),
});
type StoredPlan = Omit<ValueOf<typeof planFile>, 'blocks'>;

/** Encodes a plan. */
export const encodePlan = (plan: StoredPlan): Uint8Array => planFile.encode({ ...plan, blocks: plan.headers.length });

/** Decodes a plan; undefined if it belongs to another index or is incomplete. */
export function decodePlan(file: Uint8Array, key: Uint8Array): StoredPlan | undefined {
  const count = (file.length - planFile.minBytes) / header.minBytes;
  if (!Number.isInteger(count) || count < 1) return undefined;
  const { blocks, ...plan } = planFile.decode(file);
  return blocks === count && equalBytes(plan.key, key) ? plan : undefined;
}
