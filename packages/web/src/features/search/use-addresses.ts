import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import type { Finder } from './finder.ts';

/** Typing is over when nothing was typed for so long. */
const pauseMs = 200;

/** Addresses of the mempool that begin with a typed text. */
export interface AddressMatches {
  /** The text as addresses have it; undefined: no address of the network begins so. */
  typedPrefix: string | undefined;
  addresses: readonly string[];
  /** The server has not answered yet, or could not; until then there are those of its last answer that begin so, too. */
  isAsked: boolean;
}

/** Asks for the addresses that begin with a typed text when typing pauses. */
export function useAddresses(finder: Finder | undefined, typed: string): AddressMatches {
  const { network, prefix } = usePlace();
  const typedPrefix = finder?.addressBeginning(typed, network);
  const [found, setFound] = useState<{ typedPrefix: string; addresses: readonly string[] }>();
  useEffect(() => {
    if (finder === undefined || typedPrefix === undefined) return undefined;
    let isRemoved = false;
    const timer = setTimeout(async () => {
      const addresses = await finder.findAddressesByPrefix(browserApi(), prefix, typedPrefix);
      if (!isRemoved && addresses !== undefined) setFound({ typedPrefix, addresses });
    }, pauseMs);
    return () => {
      isRemoved = true;
      clearTimeout(timer);
    };
  }, [finder, typedPrefix, prefix]);
  const addresses =
    typedPrefix === undefined || found === undefined ? [] : (finder?.narrowed(found.addresses, typedPrefix) ?? []);
  return { typedPrefix, addresses, isAsked: typedPrefix !== undefined && found?.typedPrefix !== typedPrefix };
}
