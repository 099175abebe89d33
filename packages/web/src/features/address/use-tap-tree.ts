import { useCallback, useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { type GivenTaproot, givenNames, type TapFault } from '../../script/taproot/given-taproot.ts';
import type { ScriptPathSpend } from '../../script/taproot/script-path-spends.ts';
import type { TapTree } from '../../script/taproot/tap-tree.ts';

/** What the fragment of the page says about the address; undefined when it says nothing. */
function fromFragment(): GivenTaproot | undefined {
  const query = new URLSearchParams(window.location.hash.slice(1));
  const given = Object.fromEntries(
    givenNames.flatMap((name) => {
      // a plus of base64 reads as a space
      const value = query.get(name)?.replaceAll(' ', '+');
      return value ? [[name, value]] : [];
    }),
  );
  return Object.keys(given).length === 0 ? undefined : given;
}

/** The fragment that says it again. */
const toFragment = (given: GivenTaproot): string => {
  const query = new URLSearchParams();
  for (const name of givenNames) if (given[name]) query.set(name, given[name]);
  return query.size === 0 ? '' : `#${query.toString()}`;
};

/** The known part of an address's tree of scripts: from the loader, then with what is loaded, comes live, or is given. */
export function useTapTree(props: {
  address: string;
  isTaproot: boolean;
  /** Of the first `loadedSpends` of the spends. */
  loaded: TapTree | undefined;
  loadedSpends: number;
  /** Every spend that shows a script, as far as the page knows. */
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
    // not a navigation: the page and its data stay
    window.history.replaceState(window.history.state, '', pathname + search + toFragment(next));
    setGiven(fromFragment());
  }, []);
  return { tree, given, fault, give };
}
