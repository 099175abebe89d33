import { useEffect, useState } from 'react';
import { usePlace } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import type { Finder } from '../finder.ts';

/** Debounce of typing, ms. */
const pauseMs = 200;

/** Addresses that match a typed prefix. */
export interface AddressMatches {
  /** The prefix in canonical form; undefined: no address of the network starts with the text. */
  typedPrefix: string | undefined;
  addresses: readonly string[];
  /** A request is pending or failed; meanwhile matching addresses of the last answer are shown. */
  isAsked: boolean;
}

/** Requests addresses that start with a typed text, debounced. */
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
