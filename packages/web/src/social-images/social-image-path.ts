/** Subject of an image. */
export type SocialImageSubject =
  | { kind: Pictured; id: string; network: string }
  | { kind: 'site' | 'manual'; network: string };

/**
 * Parses the path of an image: `/render/{lang}/preview{url of the page}`.
 * @param path below the base path
 * @param networks served networks with their paths, without a slash
 * @returns undefined for other paths
 */
export function socialImageOf(
  path: string,
  networks: readonly { name: string; path: string }[],
  rootNetwork: string,
): SocialImageSubject | undefined {
  const rest = /^\/render\/[a-z]{2}\/preview(\/.*)?$/.exec(path);
  if (rest === null) return undefined;
  const parts = (rest[1] ?? '').split('/').filter((part) => part !== '');
  const named = networks.find((network) => network.path !== '' && network.path === parts[0]);
  if (named !== undefined) parts.shift();
  const network = named?.name ?? rootNetwork;
  const above = parents[parts.slice(0, 2).join('/')];
  const [kind, encoded] = above === undefined ? parts : parts.slice(1);
  const id = encoded === undefined ? undefined : decoded(encoded);
  const isPlaced = above === kind || (above === undefined && kind !== 'pool' && kind !== 'asset');
  if (hasSocialImage(kind) && isPlaced && id !== undefined && isId(kind, id)) return { kind, id, network };
  return { kind: kind === 'docs' || kind === 'about' ? 'manual' : 'site', network };
}

/** Paths with a name above the kind of page. */
const parents: Readonly<Record<string, string>> = { 'mining/pool': 'pool', 'assets/asset': 'asset' };
const pictured = ['tx', 'block', 'address', 'pool', 'asset'] as const;
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
