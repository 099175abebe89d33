import type { AssetMatch, IssuedAsset } from '@glassblock/contract/liquid';
import { type RegistryAsset, registryPage, searchRegistry } from '@glassblock/liquid';
import { CodedError } from '@glassblock/primitives';
import { type LiquidContext, withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';
import { issuedAsset } from './asset-handlers.ts';

/** @throws {CodedError} registry.none: clients stop asking then */
function registryOf({ registry }: LiquidContext): ReadonlyMap<string, RegistryAsset> {
  if (registry === undefined) throw new CodedError('registry.none', 'no registry is configured');
  return registry.registry.assets;
}

const matchOf = ({ assetId, name, ticker, domain }: RegistryAsset): AssetMatch => ({
  asset_id: assetId,
  name,
  ...(ticker === undefined ? {} : { ticker }),
  ...(domain === undefined ? {} : { domain }),
});

const registered = (context: LiquidContext, id: string): Promise<IssuedAsset> =>
  withLiquidIndex(context, async (view) => {
    const issued = registryOf(context).has(id) ? await issuedAsset(context, view, id) : undefined;
    if (issued === undefined) throw new CodedError('registry.not-found', 'not in the registry', { datum: id });
    return issued;
  });

/** Handlers of the routes of the asset registry. */
export const registryHandlers = {
  registryAssets: async (context, { query }) => {
    const { total, assets } = registryPage(registryOf(context), {
      start: query.start_index,
      limit: query.limit,
      field: query.sort_field ?? 'ticker',
      direction: query.sort_dir ?? 'asc',
    });
    const issued = await withLiquidIndex(context, (view) =>
      Promise.all(assets.map(({ assetId }) => issuedAsset(context, view, assetId))),
    );
    // an entry that was never issued here is only the operator's word
    const answer = issued.filter((one) => one !== undefined);
    return { value: answer, headers: { 'x-total-results': String(total) } };
  },
  registrySearch: value((context, { query }) => searchRegistry(registryOf(context), query.q, query.limit).map(matchOf)),
  registryAsset: value((context, { params }) => registered(context, params.id)),
} satisfies Partial<LiquidHandlers>;
