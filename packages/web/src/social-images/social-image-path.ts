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
  const { kind, encoded, above } = kindOf(parts);
  const id = encoded === undefined ? undefined : decoded(encoded);
  const isPlaced = above === kind || (above === undefined && isAlone(kind));
  if (hasSocialImage(kind) && isPlaced && id !== undefined && isId(kind, id)) return { kind, id, network };
  return { kind: kind === 'docs' || kind === 'about' ? 'manual' : 'site', network };
}

/** Paths with a name above the kind of page. */
const parents: Readonly<Record<string, string>> = { 'mining/pool': 'pool', 'assets/asset': 'asset' };
/** Lightning pages whose images show a single object. */
const lightningKinds: Readonly<Record<string, string>> = {
  'lightning/node': 'lightning-node',
  'lightning/channel': 'lightning-channel',
  'lightning/group': 'lightning-group',
  'lightning/nodes/isp': 'lightning-isp',
};
const pictured = [
  'tx',
  'block',
  'address',
  'pool',
  'asset',
  'lightning-node',
  'lightning-channel',
  'lightning-group',
  'lightning-isp',
] as const;

/** Returns the kind of page, the id of its object, and the kind of the parent path, if there is one. */
function kindOf(parts: readonly string[]): Record<'kind' | 'encoded' | 'above', string | undefined> {
  for (const depth of [2, 3]) {
    const kind = lightningKinds[parts.slice(0, depth).join('/')];
    if (kind !== undefined) return { kind, encoded: parts[depth], above: kind };
  }
  const above = parents[parts.slice(0, 2).join('/')];
  const [kind, encoded] = above === undefined ? parts : parts.slice(1);
  return { kind, encoded, above };
}

type Pictured = (typeof pictured)[number];
const hasSocialImage = (kind: string | undefined): kind is Pictured => pictured.some((one) => one === kind);

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whether a kind of page has no name above it. */
const isAlone = (kind: string | undefined) => kind === 'tx' || kind === 'block' || kind === 'address';

function isId(kind: Pictured, id: string): boolean {
  if (kind === 'lightning-node') return /^0[23][0-9a-fA-F]{64}$/.test(id);
  if (kind === 'lightning-channel') return /^\d{1,20}$|^\d{1,8}x\d{1,8}x\d{1,5}$/.test(id);
  if (kind === 'lightning-isp') return /^\d{1,10}(,\d{1,10}){0,99}$/.test(id);
  if (kind === 'lightning-group') return /^[a-z0-9-]{1,80}$/.test(id);
  if (kind === 'pool') return /^[a-z0-9-]{1,80}$/.test(id);
  if (kind === 'address') return /^[0-9a-zA-Z]{10,130}$/.test(id);
  if (kind === 'block' && /^\d{1,9}$/.test(id)) return true;
  return /^[0-9a-fA-F]{64}$/.test(id);
}
