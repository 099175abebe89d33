import { join } from 'node:path';
import {
  type AssetIcons,
  type AssetSortDirection,
  type AssetSortField,
  assetOrder,
  type FeaturedAssets,
  type Fetch,
  openWatchedFile,
  openWatchedUrl,
  type ParsedRegistry,
  parseFeaturedAssets,
  type RegistryAsset,
  type RegistryTexts,
  readAssetIcons,
  readRegistry,
  registryTexts,
  type WatchedContent,
  type WatchOptions,
} from '@glassblock/liquid';
import type { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { slices } from '../../concurrency/slices.ts';

/** Paths or URLs of the operator's asset metadata; undefined: none. */
export interface AssetPaths {
  readonly assetRegistry: string | undefined;
  readonly assetIcons: string | undefined;
  readonly featuredAssets: string | undefined;
}

/** Returns whether a source of assets is a URL, not a path. */
export const isAssetUrl = (source: string): boolean => /^https?:\/\//.test(source);

/** Assets in the operator's files. */
export interface AssetFiles {
  readonly registry: WatchedContent<ParsedRegistry> | undefined;
  /** Where the registry comes from. */
  readonly registrySource: 'file' | 'url';
  /** The registry as static files, written once for each content; undefined without one. */
  texts(): Promise<RegistryTexts> | undefined;
  /** The registry in an order, sorted once for each content. */
  sorted(field: AssetSortField, direction: AssetSortDirection): Promise<readonly RegistryAsset[]>;
  icons(): AssetIcons;
  featured(): FeaturedAssets;
  close(): void;
}

/** Options of the assets. */
export interface AssetFilesOptions extends AssetPaths {
  /** Directory in which answers of URLs are stored for the next start; undefined: none. */
  readonly directory: string | undefined;
  readonly fetch: Fetch;
}

/** Opens files and URLs, which are read again when they change. Read errors are logged. */
export async function openAssetFiles(options: AssetFilesOptions, log: Logger): Promise<AssetFiles> {
  const onError = ({ code, message }: CodedError) => log.warn({ event: 'asset-files', code }, message);
  const open = async <T>(
    source: string | undefined,
    copyName: string,
    watching: Omit<WatchOptions<T>, 'onError'>,
  ): Promise<WatchedContent<T> | undefined> => {
    if (source === undefined) return undefined;
    if (!isAssetUrl(source)) return openWatchedFile({ ...watching, onError, path: source });
    const copyPath = options.directory === undefined ? undefined : join(options.directory, copyName);
    return openWatchedUrl({ ...watching, onError, url: source, copyPath, fetch: options.fetch });
  };
  let texts: Promise<RegistryTexts> | undefined;
  const orders = new Map<string, Promise<readonly RegistryAsset[]>>();
  const registry = await open<ParsedRegistry>(options.assetRegistry, 'registry.json', {
    name: 'asset registry',
    empty: { assets: new Map(), rejected: [] },
    parse: (text) => readRegistry(text, slices),
    onChange({ assets, rejected }) {
      texts = undefined;
      orders.clear();
      log.info({ event: 'asset-registry', assets: assets.size, rejected: rejected.length });
    },
  });
  const icons = await open<AssetIcons>(options.assetIcons, 'icons.json', {
    name: 'icons of assets',
    empty: new Map(),
    parse: (text) => readAssetIcons(text, slices),
    onChange: ({ size }) => log.info({ event: 'asset-icons', assets: size }),
  });
  const featured = await open<FeaturedAssets>(options.featuredAssets, 'featured.json', {
    name: 'featured assets',
    empty: noneFeatured,
    parse: (text) => parseFeaturedAssets(JSON.parse(text)),
    onChange: ({ groups }) => log.info({ event: 'featured-assets', groups: groups.size }),
  });
  return {
    registry,
    registrySource: options.assetRegistry !== undefined && isAssetUrl(options.assetRegistry) ? 'url' : 'file',
    texts() {
      if (registry === undefined) return undefined;
      texts ??= registryTexts(registry.content.assets, slices);
      return texts;
    },
    sorted(field, direction) {
      const key = `${field} ${direction}`;
      let order = orders.get(key);
      if (order === undefined) {
        const assets = registry?.content.assets.values() ?? [];
        orders.set(key, (order = slices.sort(assets, assetOrder(field, direction))));
      }
      return order;
    },
    icons: () => icons?.content ?? new Map(),
    featured: () => featured?.content ?? noneFeatured,
    close() {
      for (const content of [registry, icons, featured]) content?.close();
    },
  };
}

const noneFeatured: FeaturedAssets = { featured: [], groups: new Map() };
