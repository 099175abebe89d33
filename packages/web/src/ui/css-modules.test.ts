import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '..');
const web = resolve(source, '..');
const repository = resolve(web, '../..');

/** Returns the absolute paths of all files in a directory with one of the extensions. */
function filesIn(directory: string, ...extensions: string[]): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => extensions.some((extension) => file.endsWith(extension)) && !file.includes('node_modules'))
    .map((file) => resolve(directory, file));
}

const sheets = filesIn(source, '.css');
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const components = filesIn(source, '.tsx', '.ts').filter((file) => !file.endsWith('.test.ts'));
const tests = [resolve(web, 'test'), resolve(repository, 'e2e'), resolve(repository, 'bench')].flatMap((directory) =>
  filesIn(directory, '.ts'),
);

const textOf = (file: string): string => readFileSync(file, 'utf8');
const nameOf = (file: string): string => file.slice(repository.length + 1);

/** Returns the selectors of a sheet, without declarations, whose values contain dots, too. */
const selectorsOf = (file: string): string =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');

/** Returns the local class names of a CSS Module. */
function classesOf(file: string): Set<string> {
  const selectors = selectorsOf(file).replaceAll(/:global\([^)]*\)/g, '');
  return new Set(Array.from(selectors.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name = '']) => name));
}

/** Values of `data-part` that are not written as one string. */
const computedParts = ['static-left', 'static-right', 'tooltip', 'stacking', 'spent', 'unspent', 'io-arrow'];

const code = components.map(textOf).join('\n');
const literalParts = Array.from(code.matchAll(/\b(?:data-)?part=(?:"([^"]*)"|\{`([^`$]*))/g), ([, plain, start]) =>
  (plain ?? start ?? '').split(' '),
).flat();
const parts = new Set([...literalParts, ...computedParts]);

it('only base.css and the themes are global', () => {
  const global = sheets.filter((file) => !file.endsWith('.module.css') && !file.includes('/themes/'));
  expect(global.map(nameOf)).toEqual(['packages/web/src/styles/base.css']);
});

// a name without a rule is undefined at run time, and the compiler does not see it
it('every class that a component uses of a CSS Module is defined there', () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of components) {
    const text = textOf(file);
    for (const [, name = '', path = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const known = classesOf(resolve(dirname(file), path));
      for (const [, used = ''] of text.matchAll(new RegExp(`\\b${name}\\.(?!module\\.css)(\\w+)`, 'g'))) {
        count++;
        if (!known.has(used)) missing.push(`${nameOf(file)}: ${name}.${used}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

it('every class of a CSS Module is used by a component', () => {
  const used = new Map<string, string>();
  for (const file of components) {
    const text = textOf(file);
    for (const [, name = '', path = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const module = resolve(dirname(file), path);
      const names = Array.from(
        text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|(\\[))`, 'g')),
        ([, one, any]) => one ?? any,
      );
      used.set(module, `${used.get(module) ?? ' '}${names.join(' ')} `);
    }
  }
  const idle = modules.flatMap((module) => {
    const names = used.get(module) ?? '';
    // a class that is chosen by a variable may be any
    if (names.includes(' [ ')) return [];
    return [...classesOf(module)]
      .filter((one) => !names.includes(` ${one} `))
      .map((one) => `${nameOf(module)}: .${one}`);
  });
  expect(idle).toEqual([]);
});

it('every data-part that a sheet or test selects is rendered', () => {
  const missing: string[] = [];
  for (const file of [...modules, ...tests]) {
    for (const [, name = ''] of textOf(file).matchAll(/\[data-part~="?([\w-]+)"?\]/g)) {
      if (!parts.has(name)) missing.push(`${nameOf(file)}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

it('every global class that a CSS Module selects is in a component', () => {
  const missing: string[] = [];
  for (const file of modules) {
    for (const [, name = ''] of selectorsOf(file).matchAll(/:global\(\.([\w-]+)\)/g)) {
      // numbered ones are put together: fee-stroke-3
      if (!code.includes(name.replace(/-\d+$/, '-'))) missing.push(`${nameOf(file)}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
