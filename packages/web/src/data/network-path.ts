/**
 * What of a path means something on another network too. Paths of one network's things are cut to the deepest page above
 * them that every network has; the root when there is none.
 */
const specific: readonly { path: RegExp; above: string }[] = [
  { path: /^\/tx\/(?!(push|test|preview)$)/, above: '' },
  { path: /^\/block\//, above: '' },
  { path: /^\/address\//, above: '' },
  { path: /^\/wallet(\/|$)/, above: '' },
  { path: /^\/search$/, above: '' },
  // only mainnet has them
  { path: /^\/acceleration(\/|$)/, above: '' },
  { path: /^\/graphs\/(acceleration\/|price$)/, above: '/graphs' },
];

/**
 * The same page on another network.
 * @param path  of this page, below the router's base name, without query
 * @param from  prefix of its network @param to  prefix of the other one
 */
export function onOtherNetwork(path: string, from: string, to: string): string {
  const inside = (path.startsWith(from) ? path.slice(from.length) : '').replace(/\/$/, '');
  const above = specific.find((row) => row.path.test(inside))?.above;
  return `${to}${above ?? inside}` || '/';
}
