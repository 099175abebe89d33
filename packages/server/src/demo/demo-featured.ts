/** Assets of the simulated Liquid network by id. */
export type DemoAssets = Readonly<Record<string, { readonly name: string; readonly ticker: string }>>;

const singles = 4;

/** Returns the featured assets of the demo: the first assets, and a group of the others once there are two of them. */
export function demoFeatured(assets: DemoAssets): object[] {
  const all = Object.entries(assets).map(([asset, { name, ticker }]) => ({ asset, name, ticker }));
  const others = all.slice(singles).map(({ asset }) => asset);
  const group = { id: 'newest', name: 'Newest assets', assets: others };
  return [...all.slice(0, singles), ...(others.length > 1 ? [group] : [])];
}
