import { basename, dirname, relative } from 'node:path';

/** `new URL('./x-worker.ts', import.meta.url)`, in any quotes. */
const workerUrl = /new URL\((['"`])[^'"`]*?([\w-]+-worker)\.ts\1,\s*import\.meta\.url\)/g;

/**
 * Returns the code of a module in a bundle: URLs of workers lead to their entry beside the bundle's files, all other URLs
 * and directories are those of the module's source.
 * @param code JavaScript or TypeScript
 * @param file path of the module
 * @param directory of the files of the bundle
 */
export function withSourceUrls(code: string, file: string, directory: string): string {
  const path = JSON.stringify(relative(directory, file));
  const parent = JSON.stringify(`/${relative(directory, dirname(file))}`);
  const own = 'import.meta\u0000url';
  return code
    .replace(workerUrl, (_, _quote, name: string) => `new URL("./${basename(name)}.js", ${own})`)
    .replaceAll('import.meta.url', `new URL(${path}, ${own}).href`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${parent})`)
    .replaceAll(own, 'import.meta.url');
}
