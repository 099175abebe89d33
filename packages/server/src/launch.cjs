// JavaScript, because it is loaded before the compile cache is enabled: Node would load its program that removes types for
// this file alone, and the main thread would keep it (11 MB).
const { enableCompileCache } = require('node:module');
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
const compileCache = join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'compile');
enableCompileCache(compileCache);
process.env['NODE_COMPILE_CACHE'] ??= compileCache;

import('./main.ts');
