import type { AssetMatch, IssuedAsset, LiquidTx, LiquidVout } from '@glassblock/contract/liquid';
import type { Api } from '../../../data/answer.ts';
import { liquidApi } from '../liquid-url.ts';

/** Registry entry of an asset. */
export interface AssetName {
  name?: string;
  ticker?: string;
  precision: number;
}

/** Names of assets by id; an asset that is not registered has none. */
export type AssetNames = Readonly<Record<string, AssetName>>;

/** Assets of one page whose names are requested. */
const maxNames = 25;

/** Returns the issued assets of transactions, each once. @param native id of the pegged asset, which has a name */
export function assetsOf(txs: readonly LiquidTx[], native: string): string[] {
  const outputs: readonly (LiquidVout | null)[] = txs.flatMap(({ vin, vout }) => [
    ...vin.map(({ prevout }) => prevout),
    ...vout,
  ]);
  const explicit = outputs.flatMap((output) => output?.asset ?? []);
  const issued = txs.flatMap(({ vin }) => vin.flatMap(({ issuance }) => issuance?.asset_id ?? []));
  return [...new Set([...issued, ...explicit])].filter((id) => id !== native);
}

/** False once this server has answered that it has no registry. */
let hasRegistry = true;

/** Loads the names of assets; without a registry there are none. */
export async function loadNames(ask: Api, prefix: string, ids: readonly string[]): Promise<AssetNames> {
  const [first, ...others] = ids.slice(0, maxNames);
  if (first === undefined || !hasRegistry) return {};
  // the first request shows whether there is a registry; without one the others are not sent
  const names = [[first, await registeredName(ask, prefix, first)] as const];
  if (!hasRegistry) return {};
  names.push(...(await Promise.all(others.map(async (id) => [id, await registeredName(ask, prefix, id)] as const))));
  return Object.fromEntries(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

/** Returns the assets of the registry that match a text; once a server without one has answered, none without a request. */
export async function searchRegistry(ask: Api, prefix: string, typed: string): Promise<readonly AssetMatch[]> {
  if (!hasRegistry) return [];
  const found = await ask.get<AssetMatch[]>(liquidApi.registrySearch(prefix, typed));
  if (!found.ok && found.status === 501 && typeof document !== 'undefined') hasRegistry = false;
  return found.ok ? found.body : [];
}

/** The search answers for unknown assets too, where the route of one asset is not found: an error on the console. */
async function registeredName(ask: Api, prefix: string, id: string): Promise<AssetName | undefined> {
  const found = await searchRegistry(ask, prefix, id);
  if (!found.some((match) => match.asset_id === id)) return undefined;
  const asset = await ask.get<IssuedAsset>(liquidApi.registryAsset(prefix, id));
  return asset.ok ? nameOf(asset.body) : undefined;
}

/** Returns the name of an asset as the registry has it. */
export const nameOf = ({ name, ticker, precision = 0 }: Partial<IssuedAsset>): AssetName => ({
  ...(name !== undefined && { name }),
  ...(ticker !== undefined && { ticker }),
  precision,
});
