import type { StoredFormat } from '../../data/device-storage.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { noFilter, type PictureFilter, parseFilter } from './filter.ts';

const maxLength = 2000;

/** The default filter is not stored. */
const ownFilter: StoredFormat<PictureFilter | undefined> = {
  initial: undefined,
  parse(text) {
    if (text.length >= maxLength) return undefined;
    try {
      return parseFilter(JSON.parse(text));
    } catch {
      return undefined;
    }
  },
  encode(filter) {
    const isDefault = filter?.keys.length === 0 && filter.mode === noFilter.mode && filter.tint === noFilter.tint;
    return filter === undefined || isDefault ? undefined : JSON.stringify(filter);
  },
};

/** Returns the visitor's own filter, undefined without one, and how to store it for all pictures and later visits. */
export const useOwnFilter = () => useStored('picture-filter', ownFilter);
