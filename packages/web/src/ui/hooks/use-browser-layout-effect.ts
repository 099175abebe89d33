import { useLayoutEffect } from 'react';

/** A layout effect in the browser; nothing on the server, which would complain of one. */
export const useBrowserLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? () => {} : useLayoutEffect;
