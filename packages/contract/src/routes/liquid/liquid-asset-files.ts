import { Type } from 'typebox';
import { endpoint, tagged } from '../../endpoint.ts';
import * as field from '../../fields.ts';
import { AssetGroup, FeaturedAsset } from '../../shapes/liquid/asset-shapes.ts';
import * as example from '../../shapes/liquid/liquid-examples.ts';
import { HashHex, Nullable, Text } from '../../shapes/terms.ts';

const exampleAsset = example.issuedAsset.asset_id;

/** Routes of the operator's asset files: icons, featured assets, groups, and the registry as static files. */
export const assetFiles = tagged('Assets', {
  assetIcons: endpoint({
    id: 'assetIcons',
    path: '/api/v1/assets/icons',
    summary: 'Ids of the assets that have an icon.',
    answer: Type.Array(HashHex),
    example: [exampleAsset],
  }),
  assetIcon: endpoint({
    id: 'assetIcon',
    path: '/api/v1/asset/:id/icon',
    summary: 'The icon of an asset, a PNG file.',
    params: { id: field.hash({ description: 'asset id, 64 hex digits', example: exampleAsset }, 'asset.no-icon') },
    kind: 'bytes',
    mediaType: 'image/png',
    answer: Type.Unknown(),
    errors: ['asset.no-icon'],
  }),
  assetsFeatured: endpoint({
    id: 'assetsFeatured',
    path: '/api/v1/assets/featured',
    summary: 'Assets and groups that the operator features, in order; empty without a file.',
    answer: Type.Array(FeaturedAsset),
    example: example.featured,
  }),
  assetGroup: endpoint({
    id: 'assetGroup',
    path: '/api/v1/assets/group/:id',
    summary: 'A group of assets.',
    params: {
      id: field.text(
        {
          description: '1 to 256 characters without / ? # \\ and control characters',
          example: 'metals',
          pattern: '^[^/?#\\\\\\u0000-\\u001f\\u007f-\\u009f]{1,256}$',
        },
        'asset.group-id',
      ),
    },
    answer: AssetGroup,
    example: example.group,
    errors: ['asset.group-id', 'asset.no-group'],
  }),
  registryFull: endpoint({
    id: 'registryFull',
    path: '/resources/assets.json',
    summary: 'The registry by asset id, with full records; of liquidtestnet also at `/resources/assets-testnet.json`.',
    answer: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
    errors: ['registry.none'],
    cache: 'short',
  }),
  registryMinimal: endpoint({
    id: 'registryMinimal',
    path: '/resources/assets.minimal.json',
    summary: 'The same as `[domain, ticker, name, precision]`; also at `/resources/assets-testnet.minimal.json`.',
    answer: Type.Record(
      Type.String(),
      Type.Tuple([Nullable(Text), Nullable(Text), Text, Type.Integer({ minimum: 0, maximum: 8 })]),
    ),
    example: { [exampleAsset]: ['example.org', 'GOLD', 'Gold', 2] },
    errors: ['registry.none'],
    cache: 'short',
  }),
});
