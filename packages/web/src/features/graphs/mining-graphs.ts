/** Returns whether a site has a graph: health needs audits. */
export const hasGraph = (graph: MiningGraph, site: { mining?: boolean; audit?: boolean }): boolean =>
  site.mining === true && (graph !== 'block-health' || site.audit === true);

/** Mining graphs in the order of their tabs; each is the last segment of its path. */
export const miningGraphs = [
  'pools',
  'pools-dominance',
  'hashrate-difficulty',
  'block-fee-rates',
  'block-fees',
  'block-fees-subsidy',
  'block-rewards',
  'block-sizes-weights',
  'block-health',
] as const;
/** Id of a mining graph. */
export type MiningGraph = (typeof miningGraphs)[number];
