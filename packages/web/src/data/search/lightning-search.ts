import { lightningApi } from '../../features/lightning/lightning-url.ts';

const minLength = 3;
const maxLength = 80;

/** Returns the path of the search for Lightning nodes and channels; undefined for texts that are too short or long. */
export function lightningSearchPath(prefix: string, typed: string): string | undefined {
  const text = typed.trim();
  return text.length < minLength || text.length > maxLength ? undefined : lightningApi.search(prefix, text);
}
