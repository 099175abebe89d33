import { useSite } from '../../context/site-context.ts';
import type { LiquidSite } from '../../data/site/site.ts';

/** Returns the Liquid network of the page. */
export function useLiquid(): LiquidSite {
  const { liquid } = useSite();
  if (liquid === undefined) throw new Error('no Liquid network in this context');
  return liquid;
}
