/** Stretches of time of the charts of mining, as the API names them. */
export const miningWindows = ['24h', '3d', '1w', '1m', '3m', '6m', '1y', '2y', '3y', 'all'] as const;
export type MiningWindow = (typeof miningWindows)[number];

/** Blocks from which on a window has something to say: as many as it should hold. */
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

/** Windows from this one on: shorter ones say nothing for weekly points. */
export const windowsFrom = (first: MiningWindow): readonly MiningWindow[] =>
  miningWindows.slice(miningWindows.indexOf(first));

/**
 * Windows that are offered: those that enough blocks are known for, and the one that is shown.
 * @param total  blocks that are known; undefined: nobody says, so all are
 */
export const offeredWindows = (
  windows: readonly MiningWindow[],
  total: number | undefined,
  current: MiningWindow,
): readonly MiningWindow[] =>
  windows.filter((window) => window === current || total === undefined || total >= needed[window]);

/** The window of a page: what its address says, else the usual one of the site, else the shortest it has. */
export function windowOf(
  wanted: string | null,
  defaultValue: string | undefined,
  windows: readonly MiningWindow[],
): MiningWindow {
  const find = (name: string | null | undefined) => windows.find((window) => window === name);
  return find(wanted?.toLowerCase()) ?? find(defaultValue) ?? windows[0] ?? 'all';
}
