import { walletIn } from '../data/search/recognise.ts';
import { isSecret } from '../wallet/secret-text.ts';

/** Forms that browsers without JavaScript post, by the last part of their path, with their text field. */
const fields: Readonly<Record<string, string>> = { search: 'q', wallet: 'addresses' };

/**
 * Returns the target of a posted search or wallet form, relative to its path; undefined for another path. A private key
 * or seed phrase is never in the target: URLs are in histories and in logs of proxies. An extended key or a descriptor is
 * in it only where the network has no wallet lookup.
 * @param path without query
 * @param body as `application/x-www-form-urlencoded`
 * @param hasDesk the network has a wallet lookup
 */
export function postedFormTarget(path: string, body: string, hasDesk: boolean): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return undefined;
  const text = (new URLSearchParams(body).get(field) ?? '').trim();
  if (isSecret(text)) return '?refused=secret';
  if (hasDesk && walletIn(text) !== undefined) return 'wallet/desk';
  return `?${new URLSearchParams({ [field]: text })}`;
}
