import type { ProofRecords } from '@glassblock/contract';

/** A document whose time stamp is verified. */
export type ProofRecord = ProofRecords[string];

/** A page of a collection. */
export interface ProofPage {
  rows: readonly ProofRecord[];
  /** Documents of the collection. */
  count: number;
  pages: number;
}

/** Returns a page of a collection, newest block first. @param page from 1 */
export function proofRows(records: ProofRecords, page: number, perPage: number): ProofPage {
  const all = Object.values(records).sort(
    (a, b) => b.block_height - a.block_height || a.file_name.localeCompare(b.file_name, 'en'),
  );
  return {
    rows: all.slice((page - 1) * perPage, page * perPage),
    count: all.length,
    pages: Math.max(1, Math.ceil(all.length / perPage)),
  };
}
