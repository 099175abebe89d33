import {
  type AssetIcons,
  type FeaturedAssets,
  openRegistryFile,
  openWatchedFile,
  parseAssetIcons,
  parseFeaturedAssets,
  type RegistryFile,
  type RegistryTexts,
  registryTexts,
} from '@glassblock/liquid';
import type { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';

/** Paths of the operator's files about assets; undefined: none. */
export interface AssetPaths {
  readonly assetRegistry: string | undefined;
  readonly assetIcons: string | undefined;
  readonly featuredAssets: string | undefined;
}

/** What the operator's files say about assets. */
export interface AssetFiles {
  readonly registry: RegistryFile | undefined;
  /** The registry as static files; undefined without one. */
  texts(): RegistryTexts | undefined;
  icons(): AssetIcons;
  featured(): FeaturedAssets;
  close(): void;
}

/** Opens the files, which are read again when they change. A file that cannot be read is logged. */
export async function openAssetFiles(
  { assetRegistry, assetIcons, featuredAssets }: AssetPaths,
  log: Logger,
): Promise<AssetFiles> {
  const onError = ({ code, message }: CodedError) => log.warn({ event: 'asset-files', code }, message);
  let texts: RegistryTexts | undefined;
  const registry =
    assetRegistry === undefined
      ? undefined
      : await openRegistryFile({
          path: assetRegistry,
          onChange({ assets, rejected }) {
            texts = undefined;
            log.info({ event: 'asset-registry', assets: assets.size, rejected: rejected.length });
          },
          onError,
        });
  const icons =
    assetIcons === undefined
      ? undefined
      : await openWatchedFile<AssetIcons>({
          path: assetIcons,
          name: 'icons of assets',
          empty: new Map(),
          parse: parseAssetIcons,
          onChange: ({ size }) => log.info({ event: 'asset-icons', assets: size }),
          onError,
        });
  const featured =
    featuredAssets === undefined
      ? undefined
      : await openWatchedFile<FeaturedAssets>({
          path: featuredAssets,
          name: 'featured assets',
          empty: noneFeatured,
          parse: parseFeaturedAssets,
          onChange: ({ groups }) => log.info({ event: 'featured-assets', groups: groups.size }),
          onError,
        });
  return {
    registry,
    texts() {
      if (registry === undefined) return undefined;
      texts ??= registryTexts(registry.registry.assets);
      return texts;
    },
    icons: () => icons?.content ?? new Map(),
    featured: () => featured?.content ?? noneFeatured,
    close() {
      for (const file of [registry, icons, featured]) file?.close();
    },
  };
}

const noneFeatured: FeaturedAssets = { featured: [], groups: new Map() };
