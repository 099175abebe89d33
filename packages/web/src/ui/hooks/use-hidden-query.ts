import { useEffect } from 'react';

/** Removes the query from the address bar and this entry of the history, for links with a private key. */
export function useHiddenQuery(isHidden: boolean): void {
  useEffect(() => {
    if (isHidden) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [isHidden]);
}
