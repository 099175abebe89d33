/** Subject of an image. */
export type SocialImageSubject =
  | { kind: 'tx' | 'block' | 'address' | 'pool'; id: string; network: string }
  | { kind: 'site' | 'manual'; network: string };

/**
 * Parses the path of an image: `/render/{lang}/preview{url of the page}`.
 * @param path below the base path
 * @param names served networks
 * @returns undefined for other paths
 */
export function socialImageOf(
  path: string,
  names: readonly string[],
  rootNetwork: string,
): SocialImageSubject | undefined {
  const rest = /^\/render\/[a-z]{2}\/preview(\/.*)?$/.exec(path);
  if (rest === null) return undefined;
  const parts = (rest[1] ?? '').split('/').filter((part) => part !== '');
  const named =
    parts[0] !== undefined && parts[0] !== rootNetwork && names.includes(parts[0]) ? parts.shift() : undefined;
  const network = named ?? rootNetwork;
  const isMiningPool = parts[0] === 'mining' && parts[1] === 'pool';
  const [kind, encoded] = isMiningPool ? parts.slice(1) : parts;
  const id = encoded === undefined ? undefined : decoded(encoded);
  if (hasSocialImage(kind) && isMiningPool === (kind === 'pool') && id !== undefined && isId(kind, id))
    return { kind, id, network };
  return { kind: kind === 'docs' || kind === 'about' ? 'manual' : 'site', network };
}

const pictured = ['tx', 'block', 'address', 'pool'] as const;
type Pictured = (typeof pictured)[number];
const hasSocialImage = (kind: string | undefined): kind is Pictured => pictured.some((one) => one === kind);

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isId(kind: Pictured, id: string): boolean {
  if (kind === 'pool') return /^[a-z0-9-]{1,80}$/.test(id);
  if (kind === 'address') return /^[0-9a-zA-Z]{10,130}$/.test(id);
  if (kind === 'block' && /^\d{1,9}$/.test(id)) return true;
  return /^[0-9a-fA-F]{64}$/.test(id);
}
