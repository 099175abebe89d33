/** Bytes of script that each route loads, brotli: `npm run size`. Ends with 1 when some route loads too many. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { ServerBuild } from 'react-router';
import { buildDirectory, buildWeb } from '../../src/ssr/build/build-web.ts';

/**
 * Maximum bytes that a page loads before any interaction; for the dashboard including the imports of its initial
 * viewport.
 */
const limits = { dashboard: 150_000, firstView: 150_000, other: 250_000 };

/**
 * Maximum bytes of a page after interaction with its chart; until then a chart is a drawing within the page. The
 * library of the charts is nearly half of it: the core of ECharts with lines, one coordinate grid and the canvas is 134,000
 * bytes, with pointer and zoom 140,000; a smaller build draws nothing. Other names of files change the sum by up to 100 bytes.
 */
const withChart = 313_000;

await buildWeb({ log: console.log });
const { assets } = (await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)) as ServerBuild;

const fileOf = (url: string): string => url.slice(url.indexOf('assets/'));
const codes = new Map<string, Promise<string>>();
function codeOf(file: string): Promise<string> {
  const code = codes.get(file) ?? readFile(join(buildDirectory, 'client', file), 'utf8');
  codes.set(file, code);
  return code;
}

/** Returns the files that a file imports statically, or those it may import later. */
async function named(file: string, pattern: RegExp): Promise<string[]> {
  return [...(await codeOf(file)).matchAll(pattern)].map(([, name]) => `assets/${name}`);
}
const staticImport = /(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;
const chartLibrary = /import\(\s*["'`]\.\/(live-chart-[\w.-]+\.js)["'`]/g;

/** Imports of the dashboard's initial viewport: the picture of the next block, and the inflow. */
const firstView = /import\(\s*["'`]\.\/((?:NextBlockPicture|InflowWidget|picture|inflow)-[\w.-]+\.js)["'`]/g;

/** Adds a file and its static imports. */
async function take(file: string, files: Set<string>): Promise<void> {
  if (files.has(file)) return;
  files.add(file);
  for (const other of await named(file, staticImport)) await take(other, files);
}

const sizes = new Map<string, number>();
async function sizeOf(file: string): Promise<number> {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const size = brotliCompressSync(Buffer.from(await codeOf(file)), { params }).length;
  sizes.set(file, size);
  return size;
}
async function total(files: ReadonlySet<string>): Promise<number> {
  let sum = 0;
  for (const file of files) sum += await sizeOf(file);
  return sum;
}

/** Returns the scripts of a route: app entry, parent routes, and its own. */
async function scriptsOf(id: string): Promise<Set<string>> {
  const files = new Set<string>();
  for (const url of [assets.url, assets.entry.module, ...assets.entry.imports]) await take(fileOf(url), files);
  for (let route = assets.routes[id]; route !== undefined; route = assets.routes[route.parentId ?? '']) {
    const parts = [route.module, route.clientLoaderModule, route.clientActionModule, route.hydrateFallbackModule];
    for (const url of [...parts, ...(route.imports ?? [])]) if (url?.endsWith('.js')) await take(fileOf(url), files);
  }
  return files;
}

const ids = Object.keys(assets.routes);
const parents = new Set(Object.values(assets.routes).map((route) => route?.parentId));
const isDashboard = (id: string) => /(^|\/)dashboard$/.test(id);
if (ids.filter(isDashboard).length !== 1) throw new Error(`the route of the dashboard has changed: ${ids}`);

const figure = (bytes: number): string => bytes.toLocaleString('en').padStart(9);
let tooMuch = 0;
let charts = 0;
function line(bytes: number, limit: number, what: string): void {
  if (bytes > limit) tooMuch++;
  console.log(`${figure(bytes)} of ${figure(limit)}  ${what}${bytes > limit ? '  TOO MUCH' : ''}`);
}
for (const id of ids.filter((each) => !parents.has(each)).sort()) {
  const files = await scriptsOf(id);
  if (isDashboard(id)) for (const file of [...files].sort()) console.log(`${figure(await sizeOf(file))}  ${file}`);
  line(await total(files), isDashboard(id) ? limits.dashboard : limits.other, id);
  if (isDashboard(id)) {
    const seen = (await Promise.all([...files].map((file) => named(file, firstView)))).flat();
    if (seen.length < 2) throw new Error(`the imports of the dashboard's initial viewport have changed: ${seen}`);
    const before = new Set(files);
    for (const file of seen) await take(file, files);
    for (const file of files) if (!before.has(file)) console.log(`${figure(await sizeOf(file))}  ${file}`);
    line(await total(files), limits.firstView, `${id}, with its initial viewport`);
    continue;
  }
  const libraries = (await Promise.all([...files].map((file) => named(file, chartLibrary)))).flat();
  if (libraries.length === 0) continue;
  charts++;
  for (const library of libraries) await take(library, files);
  line(await total(files), withChart, `${id}, with its chart`);
}
if (charts < 3) throw new Error(`${charts} routes with charts were found: their library has another name now`);
process.exit(tooMuch > 0 ? 1 : 0);
