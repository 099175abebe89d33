import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { withSourceUrls } from './module-urls.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Directory of the bundle. */
export const bundleDirectory = join(root, 'packages/server/build');

/**
 * Packages that stay outside: with native code, with files or workers of their own, and React, of which the web app's build
 * loads the only copy.
 */
const external =
  /^(node:|(@napi-rs\/canvas|@node-rs\/crc32|cassandra-driver|classic-level|fastify|pg|pino|piscina|react|react-dom|react-router|zeromq)(\/|$))/;

/** A file of which the bundle was made: path from the root of the repository, bytes, time of the last change, SHA-1. */
export type BundledFile = readonly [path: string, bytes: number, mtimeMs: number, sha1: string];

/** The file that `launch.cjs` compares with the sources. */
export interface BundleManifest {
  readonly files: readonly BundledFile[];
}

/**
 * Bundles the program and its threads, each an entry of its own; shared modules are in files of their own.
 * @param directory of the bundle, which is replaced
 */
export async function bundleServer(directory = bundleDirectory): Promise<void> {
  const entries = [join(root, 'packages/server/src/main.ts')];
  for (const packageName of ['server', 'web']) {
    for await (const file of glob('src/**/*-worker.ts', { cwd: join(root, 'packages', packageName) }))
      entries.push(join(root, 'packages', packageName, file));
  }
  const input = Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file]));
  if (Object.keys(input).length !== entries.length) throw new Error('two threads have the same file name');
  /** Also modules that leave no code in the bundle, such as those with types only. */
  const loaded = new Set<string>();
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => external.test(id) || id.endsWith('.node'),
    plugins: [
      {
        name: 'source-urls',
        transform(code, id) {
          if (!id.startsWith(root) || id.includes(`${sep}node_modules${sep}`)) return undefined;
          loaded.add(id);
          return code.includes('import.meta') ? withSourceUrls(code, id, directory) : undefined;
        },
      },
    ],
  });
  const made = `${directory}.new`;
  await rm(made, { recursive: true, force: true });
  await bundle.write({ dir: made, format: 'esm' });
  await bundle.close();
  // these decide which modules are loaded, and how they are changed
  for await (const file of glob(
    ['package-lock.json', 'packages/*/package.json', 'packages/server/src/bundle/{bundle-server,module-urls}.ts'],
    {
      cwd: root,
    },
  ))
    loaded.add(join(root, file));
  const files = await Promise.all([...loaded].sort().map(bundledFile));
  await writeFile(join(made, 'manifest.json'), JSON.stringify({ files } satisfies BundleManifest));
  await rm(directory, { recursive: true, force: true });
  await rename(made, directory);
}

async function bundledFile(file: string): Promise<BundledFile> {
  const { size, mtimeMs } = await stat(file);
  const sha1 = createHash('sha1')
    .update(await readFile(file))
    .digest('hex');
  return [relative(root, file), size, mtimeMs, sha1];
}
