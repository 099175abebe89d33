import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip as gzipCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { themeNames } from '../data/preferences.ts';
import { basePlaceholder } from './base-placeholder.ts';
import { fileMode, makeReadableDirectory } from './build/readable-modes.ts';

/** A file of the built client. In memory is only its smallest form: compressed, unless its format is compressed. */
export interface Asset {
  body(): Promise<Buffer>;
  headers: Record<string, string>;
  /** Compressed; absent for compressed formats. */
  brotli?: Buffer;
  /** For browsers on plain http, which do not accept brotli; absent for compressed formats. */
  gzip?(): Promise<Buffer>;
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
const decompress = promisify(brotliDecompress);
const gzip = promisify(gzipCompress);
/** Bytes of other forms that are cached after they were sent. */
const maxOtherBytes = 4e6;

/** Below the build directory: compressed files, by a hash of the base path that was inserted. */
const compressedName = 'compressed';

/** Returns the directory of the compressed files of a build. */
export const compressedDirectory = (build: string): string => join(build, compressedName);

/**
 * Loads every client file, inserts the base path and compresses it. The compressed files are stored beside the build for
 * later starts, if that directory can be written.
 * @param build the build directory
 * @returns asset by URL path below the base path, with its leading slash
 */
export async function loadAssets(build: string, basePath: string): Promise<Map<string, Asset>> {
  const directory = join(build, 'client');
  const stored = join(compressedDirectory(build), createHash('sha256').update(basePath).digest('hex').slice(0, 16));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const assets = new Map<string, Asset>();
  const keep = keepRead();
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = relative(directory, file).split(sep).join('/');
        const type = types[extname(file)] ?? 'application/octet-stream';
        const bytes = await readFile(file);
        const forms = isText.test(type)
          ? await textForms(withBasePath(bytes, basePath), join(stored, path), keep)
          : { body: async () => bytes };
        const asset: Asset = { ...forms, headers: headersOf(path, type) };
        assets.set(`/${path}`, asset);
        const theme = themeOf(path);
        if (theme !== undefined) assets.set(`/${theme}.css`, { ...asset, headers: headersOf(`${theme}.css`, type) });
        // programs that read no HTML request this name
        if (path === 'favicon.svg') assets.set('/favicon.ico', asset);
      }),
  );
  return assets;
}

const withBasePath = (bytes: Buffer, basePath: string): Buffer =>
  Buffer.from(bytes.toString('utf8').replaceAll(basePlaceholder, basePath));

/** Returns a function that reads bytes, and caches them for some time. */
type Keep = (key: string, read: () => Promise<Buffer>) => () => Promise<Buffer>;

/** Caches the bytes that were read last, of all files together. */
function keepRead(): Keep {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxOtherBytes, sizeCalculation: ({ length }) => length || 1 });
  return (key, read) => async () => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bytes = await read();
    kept.set(key, bytes);
    return bytes;
  };
}

type Forms = Pick<Asset, 'body' | 'brotli' | 'gzip'>;

/** Returns the forms of a text. @param file of the compressed ones, without `.br` and `.gz` */
async function textForms(text: Buffer, file: string, keep: Keep): Promise<Forms> {
  const brotli = await storedOr(`${file}.br`, () =>
    compress(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  );
  const zipped = await storedOr(`${file}.gz`, () => gzip(text, { level: 9 }));
  return formsOf(brotli.bytes, zipped.isStored ? undefined : zipped.bytes, file, keep);
}

/** A function of its own: what it returns must not keep the text in memory. @param zipped undefined: is stored */
function formsOf(brotli: Buffer, zipped: Buffer | undefined, file: string, keep: Keep): Forms {
  const body = keep(file, () => decompress(brotli));
  const read = async () => (await storedOr(`${file}.gz`, async () => gzip(await body(), { level: 9 }))).bytes;
  return { brotli, body, gzip: zipped === undefined ? keep(`${file}.gz`, read) : async () => zipped };
}

/** Returns the content of a file, and whether the file exists; one that does not is made and written. */
async function storedOr(file: string, make: () => Promise<Buffer>): Promise<{ bytes: Buffer; isStored: boolean }> {
  try {
    return { bytes: await readFile(file), isStored: true };
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
    return { bytes, isStored: false };
  }
  return { bytes, isStored: true };
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
