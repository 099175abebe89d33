// JavaScript, because it is loaded before the compile cache is enabled: Node would load its program that removes types for
// this file alone, and the main thread would keep it (11 MB).
const { enableCompileCache } = require('node:module');
const { readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

// LevelDB shares libuv's thread pool with everything else; four threads are too few. Must be set before the thread pool is
// used, which is why this file is CommonJS and loads the program only then.
process.env['UV_THREADPOOL_SIZE'] ??= '12';

// React renders several times slower with the checks of its development build, which it loads unless this is set.
process.env['NODE_ENV'] ??= 'production';

// data is for this user only: directories 0700, files 0600. Set before any thread starts, as it is the process's.
process.umask(0o077);

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `glassblock: needs Node 24 or newer, this is ${process.versions.node}; start it with npm start\n`,
  );
  process.exit(1);
}
// compiled modules, for faster starts of later processes; without write access there is no cache. Worker threads use it
// only if the variable names it: without, each spends 300 ms on removing types.
const root = join(__dirname, '..', '..', '..');
const compileCache = join(root, 'node_modules', '.cache', 'compile');
enableCompileCache(compileCache);
process.env['NODE_COMPILE_CACHE'] ??= compileCache;

/** The bundle loads in a third of the time of the sources, as long as none of them has changed (`src/bundle`). */
function isBundleCurrent() {
  try {
    const { files } = JSON.parse(readFileSync(join(__dirname, '..', 'build', 'manifest.json'), 'utf8'));
    return files.every(isUnchanged);
  } catch {
    // not built, or a source was removed
    return false;
  }
}

/** A copy of the repository has other times, and the same contents. */
function isUnchanged([path, bytes, mtimeMs, sha1]) {
  const file = join(root, path);
  const { size, mtimeMs: time } = statSync(file);
  if (size !== bytes) return false;
  if (time === mtimeMs) return true;
  const { createHash } = require('node:crypto');
  return createHash('sha1').update(readFileSync(file)).digest('hex') === sha1;
}

import(isBundleCurrent() ? '../build/main.js' : './main.ts');
