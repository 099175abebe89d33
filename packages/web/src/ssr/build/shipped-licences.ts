import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** A package whose code is sent to the browser. */
export interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  /** Contents of its licence and notice files. */
  notices: string[];
}

const viteManifest = createRequire(import.meta.url).resolve('vite/package.json');

/** Names of such files. */
const noticeFile = /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i;

/** Directory of the package of a module; undefined for our own. Generated modules have no path. */
function packageOf(id: string): string | undefined {
  const file = id.split('?')[0] ?? '';
  return /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/** Empty for a missing directory. */
function whenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function readPackage(directory: string): Promise<ShippedPackage> {
  const manifest: unknown = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const { name, version, license } = manifest as Partial<Record<'name' | 'version' | 'license', string>>;
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`${directory} is sent to browsers and does not say its name, version and licence`);
  const files = (await readdir(directory)).filter((file) => noticeFile.test(file));
  // packages may list the licences of included work there
  const inside = (await readdir(join(directory, 'licenses')).catch(whenMissing)).map((file) => join('licenses', file));
  const texts = await Promise.all([...files, ...inside].sort().map((file) => readFile(join(directory, file), 'utf8')));
  // build tools append licences of their own dependencies, which are not sent to the browser
  const notices = texts.map((text) => text.split(/\n#+ Licenses of bundled dependencies/)[0]!.trim());
  return { name, version, licence: license, notices };
}

/** Returns the text file: a list, then the licences. */
export function licenceText(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  return [
    'Glassblock sends the code of these packages, or parts of it, to the browser.',
    'This list is made by the build from what is in its files.',
    '',
    ...packages.map(({ name, version, licence }) => `${name} ${version} (${licence})`),
    ...packages.flatMap(({ name, version, licence, notices }) => [
      '',
      line,
      `${name} ${version}`,
      `Licence: ${licence}`,
      line,
      ...notices.flatMap((notice) => ['', notice.replaceAll('\r\n', '\n')]),
    ]),
    '',
  ].join('\n');
}

/** Writes `third-party-licenses.txt` beside the client files: all packages with code in them. */
export function shippedLicences(): Plugin {
  return {
    name: 'glassblock-licences',
    apply: 'build',
    async generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const outputs = Object.values(bundle);
      const ids = outputs.flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames.map((file) => join(process.cwd(), file)),
      );
      const directories = new Set(ids.map(packageOf).filter((directory) => directory !== undefined));
      // its loader of lazy modules has no file of its own
      if (ids.some((id) => id.startsWith('\0vite/'))) directories.add(dirname(viteManifest));
      const read = await Promise.all([...directories].map(readPackage));
      // a package may be installed in several places
      const packages = [...new Map(read.map((each) => [`${each.name} ${each.version}`, each])).values()];
      packages.sort((one, other) => (one.name < other.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source: licenceText(packages) });
    },
  };
}
