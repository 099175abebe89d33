import type { LiquidTx } from '@glassblock/contract/liquid';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type LinkFault, readBlindedLink } from './blinded-link.ts';
import { type Unblinded, unblind } from './unblind.ts';

/** Result of the fragment of the page. */
export interface Unblinding {
  /** Undefined until the commitments are computed, and without a link. */
  rows: Unblinded | undefined;
  /** `part`: some tuples match nothing; `unavailable`: the browser cannot compute commitments. */
  fault: LinkFault | 'part' | 'unavailable' | undefined;
}

const none: Unblinding = { rows: undefined, fault: undefined };

/** Reveals amounts of a transaction by the page's fragment. It is never sent anywhere: browsers keep fragments. */
export function useUnblinding(tx: LiquidTx): Unblinding {
  const { hash } = useLocation();
  const [state, setState] = useState(none);
  useEffect(() => {
    const link = readBlindedLink(hash);
    if (link === undefined) return setState(none);
    if (typeof link === 'string') return setState({ rows: undefined, fault: link });
    let isCurrent = true;
    import('./load-commitments.ts')
      .then(({ default: load }) => load())
      .then(
        (commitments) => {
          if (!isCurrent) return;
          const rows = unblind(tx, link, commitments);
          setState({ rows, fault: rows.isComplete ? undefined : 'part' });
        },
        () => isCurrent && setState({ rows: undefined, fault: 'unavailable' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [hash, tx]);
  return state;
}
