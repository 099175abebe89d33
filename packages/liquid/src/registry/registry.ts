import { CodedError, displayHash } from '@glassblock/primitives';
import { contractHash } from '@glassblock/primitives/elements';
import type { Slices } from '../slices.ts';
import { isEntryText } from './entry-text.ts';
import { jsonEntries } from './json-entries.ts';

/** Registry entry of an asset. It is an unverified claim unless `isContractOf` confirms it. */
export interface RegistryAsset {
  /** Display order. */
  readonly assetId: string;
  readonly name: string;
  readonly ticker: string | undefined;
  /** Decimals of an amount, 0 to 8. */
  readonly precision: number;
  readonly domain: string | undefined;
  /** As the issuer committed to it; undefined in the minimal format. */
  readonly contract: Readonly<Record<string, unknown>> | undefined;
}

/** A registry that was read. */
export interface ParsedRegistry {
  /** By asset id. */
  readonly assets: ReadonlyMap<string, RegistryAsset>;
  /** Ids of entries that were left out because they are malformed. */
  readonly rejected: readonly string[];
}

const maxAssets = 200_000;
const maxPrecision = 8;
/** Levels and JSON characters of a contract, which is hashed at each request; those of Blockstream's registry have 2 and 300. */
const [maxContractDepth, maxContractLength] = [16, 16_384];
const idPattern = /^[0-9a-f]{64}$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrecision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxPrecision;

/** Whether a value has at most this many levels; it does not descend deeper itself. */
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)));

const isSmallContract = (contract: Record<string, unknown>): boolean =>
  isShallow(contract, maxContractDepth) && JSON.stringify(contract).length <= maxContractLength;

/**
 * Reads a registry in one of the formats of Blockstream's asset registry: an object by asset id of full records, or of
 * `[domain, ticker, name, precision]`. Malformed entries are left out.
 * @throws {CodedError} liquid.bad-registry when it is no object or has more than 200,000 entries
 */
export function parseRegistry(json: unknown): ParsedRegistry {
  if (!isRecord(json)) throw new CodedError('liquid.bad-registry', 'an asset registry is an object by asset id');
  const { registry, add } = collector();
  for (const entry of Object.entries(json)) add(entry);
  return registry;
}

/**
 * Reads the text of a registry as `parseRegistry`, in slices.
 * @throws {CodedError} liquid.bad-registry
 * @throws {SyntaxError} when it is not JSON
 */
export async function readRegistry(text: string, slices: Slices): Promise<ParsedRegistry> {
  if (!/^[ \t\n\r]*\{/.test(text)) return parseRegistry(JSON.parse(text));
  const { registry, add } = collector();
  await slices.each(jsonEntries(text), add);
  return registry;
}

/** Collects the entries of a registry. */
function collector(): { registry: ParsedRegistry; add(entry: [string, unknown]): void } {
  const assets = new Map<string, RegistryAsset>();
  const rejected: string[] = [];
  let count = 0;
  return {
    registry: { assets, rejected },
    add([id, entry]) {
      if (++count > maxAssets) throw new CodedError('liquid.bad-registry', 'an asset registry is too large');
      const asset = idPattern.test(id) ? assetOf(id, entry) : undefined;
      if (asset === undefined) rejected.push(id.slice(0, 64));
      else assets.set(id, asset);
    },
  };
}

function assetOf(assetId: string, entry: unknown): RegistryAsset | undefined {
  if (Array.isArray(entry)) {
    const [domain, ticker, name, precision] = entry;
    return checked(assetId, { domain, ticker, name, precision: precision ?? 0 }, undefined);
  }
  if (!isRecord(entry)) return undefined;
  const { name, ticker, precision = 0, entity, contract } = entry;
  if ('asset_id' in entry && entry['asset_id'] !== assetId) return undefined;
  if (isRecord(contract) && !isSmallContract(contract)) return undefined;
  const domain = isRecord(entity) ? entity['domain'] : undefined;
  return checked(assetId, { domain, ticker, name, precision }, isRecord(contract) ? contract : undefined);
}

function checked(
  assetId: string,
  { domain, ticker, name, precision }: Record<'domain' | 'ticker' | 'name' | 'precision', unknown>,
  contract: Readonly<Record<string, unknown>> | undefined,
): RegistryAsset | undefined {
  if (!isEntryText(name) || !isPrecision(precision)) return undefined;
  return {
    assetId,
    name,
    ticker: isEntryText(ticker) ? ticker : undefined,
    precision,
    domain: isEntryText(domain) ? domain : undefined,
    contract,
  };
}

/**
 * Returns whether the issuer committed to the registry entry: the contract has the hash of the issuance, and name,
 * ticker, precision and domain are the contract's.
 * @param issuedContractHash contract hash of the issuance, internal order
 */
export function isContractOf(asset: RegistryAsset, issuedContractHash: Uint8Array): boolean {
  const { contract } = asset;
  if (contract === undefined || displayHash(contractHash(contract)) !== displayHash(issuedContractHash)) return false;
  const { name, ticker, precision = 0, entity } = contract;
  const domain = isRecord(entity) ? entity['domain'] : undefined;
  return name === asset.name && ticker === asset.ticker && precision === asset.precision && domain === asset.domain;
}

/** Fields that a list of assets can be sorted by. */
export type AssetSortField = 'name' | 'ticker' | 'domain';

/** Directions of sorting. */
export type AssetSortDirection = 'asc' | 'desc';

/** Returns an order of assets; those without the field come last in both directions. */
export function assetOrder(
  field: AssetSortField,
  direction: AssetSortDirection,
): (a: RegistryAsset, b: RegistryAsset) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    const [first, second] = [a[field]?.toLowerCase(), b[field]?.toLowerCase()];
    if (first === second) return a.assetId < b.assetId ? -1 : 1;
    if (first === undefined) return 1;
    if (second === undefined) return -1;
    return first < second ? -sign : sign;
  };
}

/**
 * Returns the assets that match a text, best first: an exact id or ticker, then texts that start with it, then texts
 * that contain it; at the same rank by name.
 */
export async function searchRegistry(
  assets: ReadonlyMap<string, RegistryAsset>,
  text: string,
  limit: number,
  slices: Slices,
): Promise<RegistryAsset[]> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  /** The best ones so far, in order. */
  const best: { rank: number; asset: RegistryAsset }[] = [];
  await slices.each(assets.values(), (asset) => {
    const rank = rankOf(asset, wanted);
    if (rank === undefined) return;
    const isAfter = (other: (typeof best)[number]) =>
      rank < other.rank || (rank === other.rank && asset.name < other.asset.name);
    const place = best.findIndex(isAfter);
    if (place < 0 && best.length >= limit) return;
    best.splice(place < 0 ? best.length : place, 0, { rank, asset });
    if (best.length > limit) best.pop();
  });
  return best.map(({ asset }) => asset);
}

function rankOf({ assetId, name, ticker, domain }: RegistryAsset, wanted: string): number | undefined {
  const texts = [ticker, name, domain].flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]));
  if (assetId === wanted || ticker?.toLowerCase() === wanted) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  if (texts.some((text) => text.includes(wanted))) return 2;
  return assetId.startsWith(wanted) ? 3 : undefined;
}
