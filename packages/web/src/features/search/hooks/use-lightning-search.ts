import type { LightningHits } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { hasLightning } from '../../../data/site/site.ts';
import type { Finder } from '../finder.ts';

/** Debounce of typing, ms. */
const pauseMs = 200;

/** Returns Lightning nodes and channels that match a typed text; undefined without a graph and until the answer came. */
export function useLightningSearch(finder: Finder | undefined, typed: string): LightningHits | undefined {
  const { network, prefix } = usePlace();
  const site = useSite();
  const path = hasLightning(site, network) ? finder?.lightningSearchPath(prefix, typed) : undefined;
  const [found, setFound] = useState<{ path: string; hits: LightningHits }>();
  useEffect(() => {
    if (path === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answer = await browserApi().get<LightningHits>(path);
      if (isCurrent && answer.ok) setFound({ path, hits: answer.body });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path]);
  return path !== undefined && found?.path === path ? found.hits : undefined;
}
