import type { IssuedAsset, LiquidTx, LiquidVout } from '@glassblock/contract/liquid';
import type { Api } from '../../../data/answer.ts';
import { liquidApi } from '../liquid-url.ts';

/** What the registry says about an asset. */
export interface AssetName {
  name?: string;
  ticker?: string;
  precision: number;
}

/** Names of assets by id; an asset that is not registered has none. */
export type AssetNames = Readonly<Record<string, AssetName>>;

/** Assets of one page whose names are requested. */
const maxNames = 25;

/** Returns the issued assets of transactions, each once. @param native  id of the pegged asset, which has a name */
export function assetsOf(txs: readonly LiquidTx[], native: string): string[] {
  const outputs: readonly (LiquidVout | null)[] = txs.flatMap(({ vin, vout }) => [
    ...vin.map(({ prevout }) => prevout),
    ...vout,
  ]);
  const explicit = outputs.flatMap((output) => output?.asset ?? []);
  const issued = txs.flatMap(({ vin }) => vin.flatMap(({ issuance }) => issuance?.asset_id ?? []));
  return [...new Set([...issued, ...explicit])].filter((id) => id !== native);
}

/** Loads the names of assets; without a registry there are none. */
export async function loadNames(ask: Api, prefix: string, ids: readonly string[]): Promise<AssetNames> {
  const [first, ...others] = ids.slice(0, maxNames);
  if (first === undefined) return {};
  const answer = await ask.get<IssuedAsset>(liquidApi.registryAsset(prefix, first));
  // 501: this server has no registry, so the others need no request
  if (!answer.ok && answer.status === 501) return {};
  const rest = await Promise.all(
    others.map(async (id) => [id, await ask.get<IssuedAsset>(liquidApi.registryAsset(prefix, id))] as const),
  );
  return Object.fromEntries(
    [[first, answer] as const, ...rest].flatMap(([id, one]) => (one.ok ? [[id, nameOf(one.body)]] : [])),
  );
}

/** Returns the name of an asset as the registry has it. */
export const nameOf = ({ name, ticker, precision = 0 }: Partial<IssuedAsset>): AssetName => ({
  ...(name !== undefined && { name }),
  ...(ticker !== undefined && { ticker }),
  precision,
});
