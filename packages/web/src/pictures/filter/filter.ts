import { type FlagGroup, type FlagRow, flags } from '@glassblock/primitives/flags';

/** Which transactions are highlighted in a picture, and the color mode. */
export interface PictureFilter {
  /** All, any or none of `keys`. */
  mode: FilterMode;
  /** Keys of flags; empty: all transactions pass. */
  keys: readonly string[];
  tint: Tint;
}

/** How flags are combined. */
export const filterModes = ['and', 'or', 'nor'] as const;
/** How flags are combined. */
export type FilterMode = (typeof filterModes)[number];

/** Color modes: by fee rate, by fee rate faded with age, by script type. */
export const tints = ['fee', 'age', 'type'] as const;
/** A color mode. */
export type Tint = (typeof tints)[number];

/** The initial filter of a picture. */
export const noFilter: PictureFilter = { mode: 'and', keys: [], tint: 'age' };

/** Kind of block, which determines the flags that its transactions may have. */
export type PictureKind = 'mined' | 'projected';

const groups: readonly FlagGroup[] = ['features', 'types', 'behaviour', 'data', 'heuristics', 'sighash'];
const exclusive: readonly (readonly string[])[] = [
  ['rbf', 'no_rbf'],
  ['v1', 'v2', 'v3'],
];
const bitOf: ReadonlyMap<string, number> = new Map(flags.map(({ key, bit }) => [key, bit]));

/**
 * Returns the available flags by group: no replacements in mined blocks, no nonstandard transactions in projected ones.
 */
export function filterGroups(kind: PictureKind): readonly { group: FlagGroup; rows: readonly FlagRow[] }[] {
  const absent = kind === 'mined' ? 'replacement' : 'nonstandard';
  return groups.map((group) => ({
    group,
    rows: flags.filter((row) => row.group === group && row.key !== absent),
  }));
}

const important = [
  'rbf',
  'p2tr',
  'cpfp_parent',
  'cpfp_child',
  'replacement',
  'acceleration',
  'op_return',
  'inscription',
  'coinjoin',
  'consolidation',
  'batch_payout',
];

/** Returns the most used flags and the active ones, for narrow pictures. */
export function importantFilters(kind: PictureKind, chosen: readonly string[]): readonly FlagRow[] {
  return filterGroups(kind)
    .flatMap(({ rows }) => rows)
    .filter(({ key }) => important.includes(key) || chosen.includes(key));
}

/** Adds or removes a flag; of mutually exclusive flags the last one stays. */
export function toggled(filter: PictureFilter, key: string): PictureFilter {
  if (filter.keys.includes(key)) return { ...filter, keys: filter.keys.filter((each) => each !== key) };
  const conflicts = exclusive.find((set) => set.includes(key)) ?? [];
  return { ...filter, keys: [...filter.keys.filter((each) => !conflicts.includes(each)), key] };
}

/**
 * Returns a test of flag sums. They reach 2^45 and bit operators are limited to 32 bits, so both halves are compared.
 * @returns a test that is fast enough for every square of a picture
 */
export function matcher({ mode, keys }: Pick<PictureFilter, 'mode' | 'keys'>): (flagBits: number) => boolean {
  let low = 0;
  let high = 0;
  for (const key of keys) {
    const bit = bitOf.get(key);
    if (bit === undefined) continue;
    if (bit < 32) low = (low | (1 << bit)) >>> 0;
    else high |= 1 << (bit - 32);
  }
  if (low === 0 && high === 0) return () => true;
  return (flagBits) => {
    const lowHit = (flagBits & low) >>> 0;
    const highHit = Math.floor(flagBits / 2 ** 32) & high;
    if (mode === 'and') return lowHit === low && highHit === high;
    return (lowHit !== 0 || highHit !== 0) === (mode === 'or');
  };
}

/** Returns whether the filter excludes anything. */
export const filtersAnything = ({ keys }: PictureFilter): boolean => keys.length > 0;

/**
 * Parses the filter of a URL: `?filter=p2tr,rbf&match=or&tint=fee`. Undefined without one; invalid parts are ignored.
 */
export function readFilter(query: URLSearchParams): PictureFilter | undefined {
  const names = ['filter', 'match', 'tint'];
  if (!names.some((name) => query.has(name))) return undefined;
  return parseFilter({
    mode: query.get('match'),
    keys: (query.get('filter') ?? '').slice(0, 500).split(','),
    tint: query.get('tint'),
  });
}

/** Parses a filter from a URL or from browser storage. */
export function parseFilter(value: unknown): PictureFilter {
  const { mode, keys, tint } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const wanted = (Array.isArray(keys) ? keys : []).filter((key) => typeof key === 'string' && bitOf.has(key));
  let filter: PictureFilter = {
    mode: filterModes.find((each) => each === mode) ?? noFilter.mode,
    keys: [],
    tint: tints.find((each) => each === tint) ?? noFilter.tint,
  };
  for (const key of new Set(wanted as string[])) filter = toggled(filter, key);
  return filter;
}

/** Returns the URL parameters of a filter; undefined for defaults. */
export function filterParts(filter: PictureFilter): Record<'filter' | 'match' | 'tint', string | undefined> {
  return {
    filter: filter.keys.length === 0 ? undefined : filter.keys.join(','),
    match: filter.mode === noFilter.mode ? undefined : filter.mode,
    tint: filter.tint === noFilter.tint ? undefined : filter.tint,
  };
}

/** Predefined filters of the dashboard. */
export const presets = {
  all: noFilter,
  consolidation: { ...noFilter, keys: ['consolidation'] },
  coinjoin: { ...noFilter, keys: ['coinjoin'] },
  data: { ...noFilter, mode: 'or', keys: ['op_return', 'fake_pubkey', 'inscription', 'fake_scripthash'] },
} as const satisfies Record<string, PictureFilter>;
