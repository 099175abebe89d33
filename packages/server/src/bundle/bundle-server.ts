import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { withSourceUrls } from './module-urls.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Directory of the bundle. */
export const bundleDirectory = join(root, 'packages/server/build');

/**
 * Packages that stay outside: with native code, with files or workers of their own, loaded by the web app's build too (one
 * copy of React for both), or loaded only when they are used.
 */
const external =
  /^(node:|@glassblock\/web\/dev|@napi-rs\/|@node-rs\/|@react-router\/|@vulpemventures\/|argon2|cassandra-driver|classic-level|fastify|pg|pino|piscina|react|react-dom|react-router|rolldown|vite|zeromq)/;

/** A file of which the bundle was made: path from the root of the repository, bytes, time of the last change, SHA-1. */
export type BundledFile = readonly [path: string, bytes: number, mtimeMs: number, sha1: string];

/** The file that `launch.cjs` compares with the sources. */
export interface BundleManifest {
  readonly files: readonly BundledFile[];
}

/** Bundles the program and its threads, each an entry of its own; what they share is in files of its own. */
export async function bundleServer(): Promise<void> {
  const entries = [join(root, 'packages/server/src/main.ts')];
  for (const packageName of ['server', 'web']) {
    for await (const file of glob('src/**/*-worker.ts', { cwd: join(root, 'packages', packageName) }))
      entries.push(join(root, 'packages', packageName, file));
  }
  const input = Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file]));
  if (Object.keys(input).length !== entries.length) throw new Error('two threads have the same file name');
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => external.test(id) || id.endsWith('.node'),
    plugins: [
      {
        name: 'source-urls',
        transform: (code, id) =>
          id.includes(`${sep}node_modules${sep}`) || !code.includes('import.meta')
            ? undefined
            : withSourceUrls(code, id, bundleDirectory),
      },
    ],
  });
  const made = `${bundleDirectory}.new`;
  await rm(made, { recursive: true, force: true });
  const { output } = await bundle.write({ dir: made, format: 'esm' });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const own = modules.filter((id) => id.startsWith(root) && !id.includes(`${sep}node_modules${sep}`));
  const files = await Promise.all([...new Set(own), join(root, 'package-lock.json')].sort().map(bundledFile));
  await writeFile(join(made, 'manifest.json'), JSON.stringify({ files } satisfies BundleManifest));
  await rm(bundleDirectory, { recursive: true, force: true });
  await rename(made, bundleDirectory);
}

async function bundledFile(file: string): Promise<BundledFile> {
  const { size, mtimeMs } = await stat(file);
  const sha1 = createHash('sha1')
    .update(await readFile(file))
    .digest('hex');
  return [relative(root, file), size, mtimeMs, sha1];
}
