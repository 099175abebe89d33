import type { AddressSearch } from './address-book-progress.ts';
import type { FilterScan } from './filter-scan.ts';

/** Address data beside that of the index. */
export interface AddressContext {
  /** Addresses of the whole chain by prefix; undefined when disabled. */
  readonly addresses: AddressSearch | undefined;
  /** Single addresses on a node that lacks blocks. */
  readonly scan: FilterScan;
}
