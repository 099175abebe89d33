import { useCallback, useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { type GivenTaproot, givenNames, type TapFault } from '../../script/taproot/given-taproot.ts';
import type { ScriptPathSpend } from '../../script/taproot/script-path-spends.ts';
import type { TapTree } from '../../script/taproot/tap-tree.ts';

/** Reads scripts and internal key from the URL fragment; undefined if there are none. */
function fromFragment(): GivenTaproot | undefined {
  const query = new URLSearchParams(window.location.hash.slice(1));
  const given = Object.fromEntries(
    givenNames.flatMap((name) => {
      // a plus sign of base64 is parsed as a space
      const value = query.get(name)?.replaceAll(' ', '+');
      return value ? [[name, value]] : [];
    }),
  );
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Encodes them as a URL fragment. */
const toFragment = (given: GivenTaproot): string => {
  const query = new URLSearchParams();
  for (const name of givenNames) if (given[name]) query.set(name, given[name]);
  return query.size === 0 ? '' : `#${query.toString()}`;
};

/**
 * Returns the known part of the script tree of an address, from the loader, later pages, live events and user input.
 */
export function useTapTree(props: {
  address: string;
  isTaproot: boolean;
  /** From the first `loadedSpends` spends. */
  loaded: TapTree | undefined;
  loadedSpends: number;
  /** All script path spends that the page has loaded. */
  spends: readonly ScriptPathSpend[];
}) {
  const { address, isTaproot, loaded, loadedSpends, spends } = props;
  const { network } = usePlace();
  const [tree, setTree] = useState(loaded);
  const [given, setGiven] = useState<GivenTaproot>();
  const [fault, setFault] = useState<TapFault>();
  useEffect(() => {
    if (!isTaproot) return undefined;
    const read = () => setGiven(fromFragment());
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [isTaproot]);
  useEffect(() => {
    if (spends.length === loadedSpends && given === undefined) {
      setTree(loaded);
      setFault(undefined);
      return undefined;
    }
    let isRemoved = false;
    const work = async () => {
      const { spentPaths, tapTree } = await import('../../script/taproot/tap-tree.ts');
      const paths = spentPaths(spends);
      const { givenTree } = await import('../../script/taproot/tap-given.ts');
      if (isRemoved) return;
      const result = given === undefined ? { tree: tapTree(paths) } : givenTree(given, address, network, paths);
      setTree('tree' in result ? result.tree : tapTree(paths));
      setFault('fault' in result ? result.fault : undefined);
    };
    void work();
    return () => {
      isRemoved = true;
    };
  }, [spends, loadedSpends, given, address, network, loaded]);
  const give = useCallback((next: GivenTaproot) => {
    const { pathname, search } = window.location;
    // not a navigation: page and data stay
    window.history.replaceState(window.history.state, '', pathname + search + toFragment(next));
    setGiven(fromFragment());
  }, []);
  return { tree, given, fault, give };
}
