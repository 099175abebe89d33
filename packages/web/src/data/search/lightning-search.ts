import { lightningApi } from '../../features/lightning/lightning-url.ts';
import { maySecretFollow } from '../../wallet/secret-text.ts';

const minLength = 3;
const maxLength = 80;

/**
 * Returns the path of the search for Lightning nodes and channels; undefined for texts that are too short or long, or may
 * be secret: the path is requested while a user types.
 */
export function lightningSearchPath(prefix: string, typed: string): string | undefined {
  const text = typed.trim();
  return text.length < minLength || text.length > maxLength || maySecretFollow(text)
    ? undefined
    : lightningApi.search(prefix, text);
}
