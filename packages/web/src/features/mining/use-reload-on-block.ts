import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from '../../context/live.ts';
import { browserApi } from '../../data/browser-api.ts';

/**
 * Reloads the data of a page on each new block.
 * @param paths from `api` of url.ts, those of the page's loader
 * @param isOn the page shows the newest data
 */
export function useReloadOnBlock(paths: readonly string[], isOn = true): boolean {
  const tip = useLive((state) => state.blocks[0]?.id);
  const revalidator = useRevalidator();
  const shown = useRef(tip);
  const latest = useRef({ paths, revalidator });
  latest.current = { paths, revalidator };
  useEffect(() => {
    if (shown.current === tip) return undefined;
    const isFirst = shown.current === undefined;
    shown.current = tip;
    if (isFirst || !isOn) return undefined;
    let isRemoved = false;
    void browserApi()
      .renew(latest.current.paths)
      .then(() => {
        if (!isRemoved) void latest.current.revalidator.revalidate();
      });
    return () => {
      isRemoved = true;
    };
  }, [tip, isOn]);
  return revalidator.state !== 'idle';
}
