import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => resolve(source, file));

/** Returns the local class names of a CSS Module. */
function classesOf(file: string): Set<string> {
  const css = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '');
  // declarations are left out: their values contain dots, too
  const selectors = css.replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set(Array.from(selectors.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name = '']) => name));
}

// a name without a rule is undefined at run time, and the compiler does not see it
it('every class that a component takes from a CSS Module is in it', () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of files.filter((each) => each.endsWith('.tsx'))) {
    const code = readFileSync(file, 'utf8');
    for (const [, name = '', path = ''] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const known = classesOf(resolve(dirname(file), path));
      for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(?!module\\.css)(\\w+)`, 'g'))) {
        count++;
        if (!known.has(used)) missing.push(`${file.slice(source.length + 1)}: ${name}.${used}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
