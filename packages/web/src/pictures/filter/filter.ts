import { type FlagGroup, type FlagRow, flags } from '@glassblock/primitives/flags';

/** Which transactions stand out in a picture, and what its colours mean. */
export interface PictureFilter {
  /** All, any or none of `keys`. */
  mode: FilterMode;
  /** Keys of flags; none lets everything through. */
  keys: readonly string[];
  tint: Tint;
}

export const filterModes = ['and', 'or', 'nor'] as const;
export type FilterMode = (typeof filterModes)[number];

/** By fee rate at full strength, by fee rate faded with the time waited, by kind of address. */
export const tints = ['fee', 'age', 'type'] as const;
export type Tint = (typeof tints)[number];

/** How every picture begins. */
export const noFilter: PictureFilter = { mode: 'and', keys: [], tint: 'age' };

/** Where a block is: what can be true of its transactions differs. */
export type PictureKind = 'mined' | 'projected';

const groups: readonly FlagGroup[] = ['features', 'types', 'behaviour', 'data', 'heuristics', 'sighash'];
const exclusive: readonly (readonly string[])[] = [
  ['rbf', 'no_rbf'],
  ['v1', 'v2', 'v3'],
];
const bitOf: ReadonlyMap<string, number> = new Map(flags.map(({ key, bit }) => [key, bit]));

/** Flags to filter by, in groups: no replacements in mined blocks, nothing unrelayable in projected ones. */
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

/** The flags that most people look for, and those that are on: all that a narrow picture has room for at first. */
export function importantFilters(kind: PictureKind, chosen: readonly string[]): readonly FlagRow[] {
  return filterGroups(kind)
    .flatMap(({ rows }) => rows)
    .filter(({ key }) => important.includes(key) || chosen.includes(key));
}

/** With a flag added or taken away; of those that cannot both be true the newest stays. */
export function toggled(filter: PictureFilter, key: string): PictureFilter {
  if (filter.keys.includes(key)) return { ...filter, keys: filter.keys.filter((each) => each !== key) };
  const conflicts = exclusive.find((set) => set.includes(key)) ?? [];
  return { ...filter, keys: [...filter.keys.filter((each) => !conflicts.includes(each)), key] };
}

/**
 * Tells whether flags pass. Sums of flags reach 2^45 and bit operators see 32 bits, so both halves are compared.
 * @returns a test of a sum of flags, quick enough for every square of a picture
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

/** Whether anything is filtered out. */
export const filtersAnything = ({ keys }: PictureFilter): boolean => keys.length > 0;

/** The filter of a page address: `?filter=p2tr,rbf&match=or&tint=fee`. Undefined when it names none; nonsense is dropped. */
export function readFilter(query: URLSearchParams): PictureFilter | undefined {
  const names = ['filter', 'match', 'tint'];
  if (!names.some((name) => query.has(name))) return undefined;
  return parseFilter({
    mode: query.get('match'),
    keys: (query.get('filter') ?? '').slice(0, 500).split(','),
    tint: query.get('tint'),
  });
}

/** A filter from anywhere: an address, or what the browser stored. */
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

/** The parts of a page address that say a filter; undefined where it is the usual. */
export function filterParts(filter: PictureFilter): Record<'filter' | 'match' | 'tint', string | undefined> {
  return {
    filter: filter.keys.length === 0 ? undefined : filter.keys.join(','),
    match: filter.mode === noFilter.mode ? undefined : filter.mode,
    tint: filter.tint === noFilter.tint ? undefined : filter.tint,
  };
}

/** Ready-made filters of the dashboard. */
export const presets = {
  all: noFilter,
  consolidation: { ...noFilter, keys: ['consolidation'] },
  coinjoin: { ...noFilter, keys: ['coinjoin'] },
  data: { ...noFilter, mode: 'or', keys: ['op_return', 'fake_pubkey', 'inscription', 'fake_scripthash'] },
} as const satisfies Record<string, PictureFilter>;
