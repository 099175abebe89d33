/** Bytes of script that the dashboard loads, brotli: `npm run size`. Ends with 1 when they are too many. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { ServerBuild } from 'react-router';
import { buildDirectory, buildWeb } from '../src/serve/build-web.ts';

const limit = 150_000;

await buildWeb({ log: console.log });
const { assets } = (await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href)) as ServerBuild;
const routes = Object.values(assets.routes).filter((route) => /(root|network|dashboard)$/.test(route?.id ?? ''));
if (routes.length !== 3)
  throw new Error(`the dashboard's routes are not what they were: ${Object.keys(assets.routes)}`);

/** Paths of scripts below the client directory: those named, and whatever they import at once. */
const files = new Set<string>();
const fileOf = (url: string): string => url.slice(url.indexOf('assets/'));
async function take(file: string): Promise<void> {
  if (files.has(file)) return;
  files.add(file);
  const code = await readFile(join(buildDirectory, 'client', file), 'utf8');
  for (const [, name] of code.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)) await take(`assets/${name}`);
}
await take(fileOf(assets.url));
for (const url of [assets.entry.module, ...assets.entry.imports]) await take(fileOf(url));
for (const route of routes) {
  const parts = [route?.module, route?.clientLoaderModule, route?.clientActionModule, route?.hydrateFallbackModule];
  for (const url of [...parts, ...(route?.imports ?? [])]) if (url?.endsWith('.js')) await take(fileOf(url));
}

let total = 0;
for (const file of [...files].sort()) {
  const body = await readFile(join(buildDirectory, 'client', file));
  const { length } = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  console.log(`${length.toLocaleString('en').padStart(9)}  ${file}`);
  total += length;
}
console.log(
  `${total.toLocaleString('en').padStart(9)}  of at most ${limit.toLocaleString('en')} bytes of script on the dashboard`,
);
process.exit(total > limit ? 1 : 0);
