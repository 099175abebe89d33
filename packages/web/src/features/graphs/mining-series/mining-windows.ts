/** Time windows of mining charts, as the API names them. */
export const miningWindows = ['24h', '3d', '1w', '1m', '3m', '6m', '1y', '2y', '3y', 'all'] as const;
/** A time window of mining charts. */
export type MiningWindow = (typeof miningWindows)[number];

/** Minimum number of known blocks for each window. */
const needed: Readonly<Record<MiningWindow, number>> = {
  '24h': 144,
  '3d': 432,
  '1w': 1_008,
  '1m': 4_320,
  '3m': 12_960,
  '6m': 25_920,
  '1y': 52_560,
  '2y': 105_120,
  '3y': 157_680,
  all: 0,
};

/** Returns the windows from one on: shorter ones are useless for weekly points. */
export const windowsFrom = (first: MiningWindow): readonly MiningWindow[] =>
  miningWindows.slice(miningWindows.indexOf(first));

/**
 * Returns the windows to offer: those with enough known blocks, and the current one.
 * @param total known blocks; undefined: unknown, all windows are offered
 */
export const offeredWindows = (
  windows: readonly MiningWindow[],
  total: number | undefined,
  current: MiningWindow,
): readonly MiningWindow[] =>
  windows.filter((window) => window === current || total === undefined || total >= needed[window]);

/** Returns the window of a page: from its URL, else the site's default, else the shortest. */
export function windowOf(
  wanted: string | null,
  defaultValue: string | undefined,
  windows: readonly MiningWindow[],
): MiningWindow {
  const find = (name: string | null | undefined) => windows.find((window) => window === name);
  return find(wanted?.toLowerCase()) ?? find(defaultValue) ?? windows[0] ?? 'all';
}
