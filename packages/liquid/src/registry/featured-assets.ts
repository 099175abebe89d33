import { CodedError } from '@glassblock/primitives';
import { isEntryText } from './entry-text.ts';

/** A group of assets. */
export interface FeaturedGroup {
  readonly id: string;
  readonly name: string;
  /** Asset ids, display order. */
  readonly assets: readonly string[];
}

/** A single asset that is featured. */
export interface FeaturedSingle {
  readonly asset: string;
  readonly name: string;
  readonly ticker: string;
}

/** Featured assets and groups of the operator, in order, and all groups by id. */
export interface FeaturedAssets {
  readonly featured: readonly (FeaturedGroup | FeaturedSingle)[];
  readonly groups: ReadonlyMap<string, FeaturedGroup>;
}

const maxEntries = 1_000;
const maxMembers = 1_000;
const idPattern = /^[0-9a-f]{64}$/;
/** Ids that `/assets/group/:id` accepts. */
const groupPattern = /^[^/?#\\\p{Cc}]{1,256}$/u;

const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);

/**
 * Reads an operator's file: an array of single assets `{asset, name, ticker}` and groups `{id, name, assets}`. A group
 * with `"featured": false` is only found by its id. Malformed entries are left out; of two entries with one id the later
 * one applies, in the place of the first.
 * @throws {CodedError} liquid.bad-registry when it is no array or has more than 1,000 entries
 */
export function parseFeaturedAssets(json: unknown): FeaturedAssets {
  if (!Array.isArray(json) || json.length > maxEntries) {
    throw new CodedError('liquid.bad-registry', 'featured assets are an array of at most 1,000 entries');
  }
  const featured = new Map<string, FeaturedGroup | FeaturedSingle>();
  const groups = new Map<string, FeaturedGroup>();
  for (const entry of json as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { asset, name, ticker, id, assets, featured: isFeatured } = entry as Record<string, unknown>;
    if (!isEntryText(name)) continue;
    if (isId(asset) && isEntryText(ticker)) featured.set(`asset ${asset}`, { asset, name, ticker });
    if (typeof id !== 'string' || !groupPattern.test(id) || !Array.isArray(assets)) continue;
    const group = { id, name, assets: [...new Set(assets.filter(isId))].slice(0, maxMembers) };
    groups.set(id, group);
    if (isFeatured === false) featured.delete(`group ${id}`);
    else featured.set(`group ${id}`, group);
  }
  return { featured: [...featured.values()], groups };
}
