import { useLocation } from 'react-router';
import { useHydrated } from '../../context/clock.ts';

/** The input or output that the URL selects, and whether it is in the diagram. */
export interface Selected {
  vin?: number;
  vout?: number;
  flow?: true;
}

/** Parses `#vin=3`, `#vout=0`, `#flow=&vin=3`. */
export function selectedOf(hash: string): Selected {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const place = (name: string): number | undefined => {
    const value = query.get(name);
    return value !== null && /^\d{1,7}$/.test(value) ? Number(value) : undefined;
  };
  const vin = place('vin');
  const vout = place('vout');
  return {
    ...(vin !== undefined && { vin }),
    ...(vout !== undefined && { vout }),
    ...(query.has('flow') && { flow: true as const }),
  };
}

/** Returns the selection; none on the server, which never receives the fragment. */
export function useSelected(): Selected {
  const { hash } = useLocation();
  return useHydrated() ? selectedOf(hash) : {};
}
