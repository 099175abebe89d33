/** What an image is of. */
export type StillOf =
  | { kind: 'tx' | 'block' | 'address'; id: string; network: string }
  | { kind: 'site' | 'manual'; network: string };

/**
 * Reads the path of an image: `/render/{lang}/preview{url of the page}`.
 * @param path  below the base path   @param names  networks that are served   @returns undefined for other paths
 */
export function stillOf(path: string, names: readonly string[], rootNetwork: string): StillOf | undefined {
  const rest = /^\/render\/[a-z]{2}\/preview(\/.*)?$/.exec(path);
  if (rest === null) return undefined;
  const parts = (rest[1] ?? '').split('/').filter((part) => part !== '');
  const named =
    parts[0] !== undefined && parts[0] !== rootNetwork && names.includes(parts[0]) ? parts.shift() : undefined;
  const network = named ?? rootNetwork;
  const [kind, encoded] = parts;
  const id = encoded === undefined ? undefined : decoded(encoded);
  if ((kind === 'tx' || kind === 'block' || kind === 'address') && id !== undefined && isId(kind, id))
    return { kind, id, network };
  return { kind: kind === 'docs' || kind === 'about' ? 'manual' : 'site', network };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isId(kind: 'tx' | 'block' | 'address', id: string): boolean {
  if (kind === 'address') return /^[0-9a-zA-Z]{10,130}$/.test(id);
  if (kind === 'block' && /^\d{1,9}$/.test(id)) return true;
  return /^[0-9a-fA-F]{64}$/.test(id);
}
