/**
 * Fills Node's compile cache for `npm start` with the bundle of the server and its threads, with the flags of the start and
 * with those that a demo sets later (`docs/decisions/0005-heap-flags.md`).
 *
 *     node scripts/warm-compile-cache.ts
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.env['GLASSBLOCK_WARM'] === undefined) warm();
else await loadModules();

/** Loads all modules once for each set of flags, in processes of their own: flags are part of the key of the cache. */
function warm(): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const atStart = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  const limited = [...atStart, '--heap-growing-percent=40'];
  const small = [...limited, '--optimize-for-size', '--expose-gc'];
  const env = {
    ...process.env,
    GLASSBLOCK_WARM: '1',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  };
  for (const flags of [atStart, limited, small])
    spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url)], { stdio: 'inherit', env });
}

/** Imports every entry. Those of threads fail without their data, when their imports are compiled. */
async function loadModules(): Promise<void> {
  process.on('unhandledRejection', () => undefined);
  process.on('uncaughtException', () => undefined);
  // the thread that renders pages imports the build when it has its data
  const entries = ['packages/web/build/server/index.js'];
  for await (const file of glob('packages/server/build/{explorer,follower,services-process,*-worker}*.js', {
    cwd: root,
  }))
    entries.push(file);
  for (const entry of entries) await import(pathToFileURL(join(root, entry)).href).catch(() => undefined);
  process.exit(0);
}
