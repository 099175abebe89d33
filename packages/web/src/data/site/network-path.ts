/**
 * Paths that exist on other networks too. Network-specific paths are shortened to the nearest page that every network
 * has, else the root.
 */
const specific: readonly { path: RegExp; above: string }[] = [
  { path: /^\/tx\/(?!(push|test|preview)$)/, above: '' },
  { path: /^\/block\//, above: '' },
  { path: /^\/address\//, above: '' },
  { path: /^\/wallet(\/|$)/, above: '' },
  { path: /^\/search$/, above: '' },
  // on mainnet only
  { path: /^\/acceleration(\/|$)/, above: '' },
  { path: /^\/graphs\/(acceleration\/|price$)/, above: '/graphs' },
];

/**
 * Returns the same page on another network.
 * @param path of this page, below the router's base name, without query
 */
export function onOtherNetwork(path: string, from: string, to: string): string {
  const inside = (path.startsWith(from) ? path.slice(from.length) : '').replace(/\/$/, '');
  const above = specific.find((row) => row.path.test(inside))?.above;
  return `${to}${above ?? inside}` || '/';
}

/** Pages that Bitcoin and Liquid networks both have. */
const common = /^\/(blocks(\/\d+)?|txs|tx\/push|about|terms-of-service|privacy-policy|trademark-policy|settings)$/;

/** Returns the same page on a network of another layer, from Bitcoin to Liquid or back, or its home page. */
export function onOtherLayer(path: string, from: string, to: string): string {
  const inside = (path.startsWith(from) ? path.slice(from.length) : '').replace(/\/$/, '');
  return `${to}${common.test(inside) ? inside : ''}` || '/';
}
