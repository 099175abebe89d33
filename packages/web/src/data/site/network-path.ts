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
