import type { AssetMatch, IssuedAsset } from '@glassblock/contract/liquid';
import { type RegistryAsset, searchRegistry } from '@glassblock/liquid';
import { CodedError, hashFromDisplay } from '@glassblock/primitives';
import { slices } from '../../../concurrency/slices.ts';
import { type LiquidContext, withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';
import { issuedAsset } from './asset-handlers.ts';
import { contradicts } from './registry-entry.ts';

/** @throws {CodedError} registry.none: clients then stop requesting it */
function registryOf({ registry }: LiquidContext): ReadonlyMap<string, RegistryAsset> {
  if (registry === undefined) throw new CodedError('registry.none', 'no registry is configured');
  return registry.content.assets;
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
    if (issued?.name === undefined) throw new CodedError('registry.not-found', 'not in the registry', { datum: id });
    return issued;
  });

/** Handlers of the routes of the asset registry. */
export const registryHandlers = {
  registryAssets: async (context, { query }) => {
    registryOf(context);
    const { start_index: start, limit, sort_field: field = 'ticker', sort_dir: direction = 'asc' } = query;
    const sorted = await context.assetFiles.sorted(field, direction);
    const assets = sorted.slice(start, start + limit);
    const issued = await withLiquidIndex(context, (view) =>
      Promise.all(assets.map(({ assetId }) => issuedAsset(context, view, assetId))),
    );
    // without a name: the entry contradicts the contract that the issuer committed to
    const answer = issued.filter((one) => one?.name !== undefined);
    return { value: answer, headers: { 'x-total-results': String(sorted.length) } };
  },
  registrySearch: value(async (context, { query }) => {
    const found = await searchRegistry(registryOf(context), query.q ?? '', query.limit, slices);
    return withLiquidIndex(context, async (view) => {
      const committed = await Promise.all(found.map(({ assetId }) => view.asset(hashFromDisplay(assetId))));
      return found.filter((one, i) => !contradicts(one, committed[i]?.contractHash)).map(matchOf);
    });
  }),
  registryAsset: value((context, { params }) => registered(context, params.id)),
} satisfies Partial<LiquidHandlers>;
