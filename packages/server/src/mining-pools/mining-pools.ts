import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CodedError, isCoded, type NetworkName, type NetworkRow, parseAddress, toHex } from '@glassblock/primitives';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** A mining pool as in block answers. */
export interface MiningPool {
  id: number;
  name: string;
  slug: string;
}

/** A mining pool with its addresses and tags. */
export interface ListedMiningPool extends MiningPool {
  link: string;
  addresses: readonly string[];
  tags: readonly string[];
}

const Text = Type.String({ maxLength: 500 });
/** An entry of a mining pool list. Numbers fit the 16 bits of the block fact columns. */
const MiningPoolMatch = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 65_535 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  addresses: Type.Array(Text, { default: [], maxItems: 10_000 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { default: [], maxItems: 10_000 }),
  link: Type.String({ default: '', maxLength: 2_000 }),
});
const MiningPoolFile = Type.Array(MiningPoolMatch, { maxItems: 10_000 });
type MiningPoolMatch = Static<typeof MiningPoolMatch>;

/** Blocks of unknown miners. */
export const unknownMiningPool: ListedMiningPool = {
  id: 0,
  name: 'Unknown',
  slug: 'unknown',
  link: '',
  addresses: [],
  tags: [],
};

/**
 * Finds the mining pool of a coinbase: by payout address or a tag in its script, in list order. Tags are literal text,
 * case-insensitive; the script is read as UTF-8 and as single bytes.
 */
export interface MiningPoolFinder {
  find(coinbaseScript: Uint8Array, payoutScripts: readonly Uint8Array[], network: NetworkRow): MiningPool;
  /** All in list order, Unknown last. */
  readonly list: readonly ListedMiningPool[];
  /** Returns the mining pool of a number; Unknown for numbers missing in the list. */
  byId(id: number): ListedMiningPool;
  bySlug(slug: string): ListedMiningPool | undefined;
  /** Fingerprint of the matching rules: 16 hexadecimal digits, different for another list. */
  readonly rules: string;
}

/** Changes when the same list may match blocks differently. */
const findingVersion = 1;

/**
 * Reads the shipped list, or the operator's own.
 * @param path JSON, in the form of the shipped file
 * @throws {CodedError} config.pools with a sentence
 */
export function openMiningPoolFinder(path?: string): MiningPoolFinder {
  const file = path ?? new URL('../../data/mining-pools.json', import.meta.url);
  try {
    const list = Value.Default(MiningPoolFile, JSON.parse(readFileSync(file, 'utf8')));
    for (const { instancePath, message } of Value.Errors(MiningPoolFile, list)) {
      throw new CodedError('config.pools', `${path}: ${instancePath}: ${message}`);
    }
    return createMiningPoolFinder(list as MiningPoolMatch[]);
  } catch (error) {
    if (isCoded(error)) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CodedError('config.pools', `the list of mining pools cannot be read: ${path}: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Creates a finder.
 * @throws {CodedError} config.pools when two entries have one number
 */
export function createMiningPoolFinder(
  facts: readonly (Omit<MiningPoolMatch, 'link'> & { link?: string })[],
): MiningPoolFinder {
  const slugs = new Set([unknownMiningPool.slug]);
  const miningPools = facts.map(({ id, name, addresses, tags, link }): ListedMiningPool => {
    const slug = freeSlug(slugOf(name), id, slugs);
    return { id, name, slug, link: link ?? '', addresses, tags };
  });
  const list = [...miningPools, unknownMiningPool];
  const byId = new Map(list.map((miningPool) => [miningPool.id, miningPool]));
  if (byId.size < list.length) throw new CodedError('config.pools', 'two mining pools of the list have the same id');
  const bySlug = new Map(list.map((miningPool) => [miningPool.slug, miningPool]));
  const named = list.map(({ id, name, slug }): MiningPool => ({ id, name, slug }));
  const tags = miningPools.flatMap((miningPool, place) =>
    miningPool.tags.map((tag) => {
      const text = tag.toLowerCase();
      return { place, text, isAscii: Buffer.byteLength(text) === text.length };
    }),
  );
  const placesOf = new Map<NetworkName, ReadonlyMap<string, number>>();
  const scriptPlaces = (network: NetworkRow) => {
    let places = placesOf.get(network.name);
    if (places === undefined) placesOf.set(network.name, (places = placesByScript(miningPools, network)));
    return places;
  };
  return {
    find(coinbaseScript, payoutScripts, network) {
      const places = scriptPlaces(network);
      let best = miningPools.length;
      for (const script of payoutScripts) best = Math.min(best, places.get(toHex(script)) ?? best);
      const bytes = Buffer.from(coinbaseScript);
      const single = bytes.toString('latin1').toLowerCase();
      let utf8: string | undefined;
      for (const { place, text, isAscii } of tags) {
        if (place >= best) break;
        if (single.includes(text)) return named[place]!;
        if (!isAscii && (utf8 ??= bytes.toString('utf8').toLowerCase()).includes(text)) return named[place]!;
      }
      return named[best]!;
    },
    list,
    byId: (id) => byId.get(id) ?? unknownMiningPool,
    bySlug: (slug) => bySlug.get(slug),
    rules: createHash('sha256')
      .update(JSON.stringify([findingVersion, miningPools.map(({ id, addresses, tags }) => [id, addresses, tags])]))
      .digest('hex')
      .slice(0, 16),
  };
}

const slugOf = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** Mining pools with one name have the id of the later one appended, and a counter where that is taken too. */
function freeSlug(slug: string, id: number, taken: Set<string>): string {
  let own = slug === '' || taken.has(slug) ? `${slug}${id}` : slug;
  for (let count = 2; taken.has(own); count++) own = `${slug}${id}-${count}`;
  taken.add(own);
  return own;
}

/** Index of the first mining pool paid by a script, by hex script. Ignores addresses of other networks. */
function placesByScript(miningPools: readonly ListedMiningPool[], network: NetworkRow): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { addresses }] of miningPools.entries()) {
    for (const address of addresses) {
      const script = scriptOf(address, network);
      if (script !== undefined && !places.has(script)) places.set(script, place);
    }
  }
  return places;
}

function scriptOf(address: string, network: NetworkRow): string | undefined {
  try {
    return toHex(parseAddress(address, network).script);
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}
