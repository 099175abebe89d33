import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { themeNames } from '../data/preferences.ts';
import { basePlaceholder } from './base-placeholder.ts';
import { fileMode, makeReadableDirectory } from './build/readable-modes.ts';

/** A file of the built client, ready to send. */
export interface Asset {
  body: Buffer;
  headers: Record<string, string>;
  /** Compressed; absent for compressed formats. */
  brotli?: Buffer;
  /** For browsers on plain http, which do not accept brotli. */
  gzip?: Buffer;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const isText = /^(text|application)\/|svg/;
const compress = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** Below the build directory: compressed files, by a hash of the base path that was inserted. */
const compressedName = 'compressed';

/** Returns the directory of the compressed files of a build. */
export const compressedDirectory = (build: string): string => join(build, compressedName);

/**
 * Reads every client file, inserts the base path and compresses it. The compressed files are stored beside the build for
 * later starts, if that directory can be written.
 * @param build the build directory
 * @returns asset by URL path below the base path, with its leading slash
 */
export async function loadAssets(build: string, basePath: string): Promise<Map<string, Asset>> {
  const directory = join(build, 'client');
  const stored = join(compressedDirectory(build), createHash('sha256').update(basePath).digest('hex').slice(0, 16));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const assets = new Map<string, Asset>();
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = relative(directory, file).split(sep).join('/');
        const type = types[extname(file)] ?? 'application/octet-stream';
        let body = await readFile(file);
        const asset: Asset = { body, headers: headersOf(path, type) };
        if (isText.test(type)) {
          body = Buffer.from(body.toString('utf8').replaceAll(basePlaceholder, basePath));
          asset.body = body;
          asset.brotli = await storedOr(join(stored, `${path}.br`), () =>
            compress(body, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
            }),
          );
          asset.gzip = await storedOr(join(stored, `${path}.gz`), () => gzip(body, { level: 9 }));
        }
        assets.set(`/${path}`, asset);
        const theme = themeOf(path);
        if (theme !== undefined) assets.set(`/${theme}.css`, { ...asset, headers: headersOf(`${theme}.css`, type) });
      }),
  );
  return assets;
}

/** Returns the content of a file; one that does not exist is made and written. */
async function storedOr(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const bytes = await make();
  try {
    await makeReadableDirectory(dirname(file));
    // a second process may write the same file: its content appears at once
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, bytes);
    await chmod(unfinished, fileMode);
    await rename(unfinished, file);
  } catch (error) {
    if (!readOnly.has(codeOf(error))) throw error;
  }
  return bytes;
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
/** Errors of a directory that cannot be written. */
const readOnly: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** Returns the name of a theme whose style sheet a file is; sites embed it as `{theme}.css`. */
function themeOf(path: string): string | undefined {
  const name = /^assets\/([a-z]+)-[\w-]+\.css$/.exec(path)?.[1];
  return themeNames.find((theme) => theme === name);
}

/** Files below `assets/` have a content hash in their name and are immutable. */
function headersOf(path: string, type: string): Record<string, string> {
  const cache = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  return { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff' };
}
