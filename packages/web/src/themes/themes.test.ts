import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterpriseColors } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { themeNames } from '../data/preferences.ts';

/** Tokens of a theme file by name. */
function tokensOf(theme: string): Map<string, string> {
  const css = readFileSync(join(import.meta.dirname, `${theme}.css`), 'utf8');
  return new Map([...css.matchAll(/^ {2}(--[\w-]+): ([^;]+);$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance of #rrggbb.   Source: WCAG 2.2 */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colourOf = (tokens: Map<string, string>, name: string): string => {
  const value = tokens.get(name) ?? '';
  expect(value, name).toMatch(/^#[0-9a-f]{6}$/);
  return value;
};

const words = ['--ink-0', '--ink-1', '--ink-2', '--accent', '--ok', '--warn', '--bad', '--info'];
const grounds = ['--surface-0', '--surface-1', '--surface-2'];

test('computes contrast as in the published examples', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('every theme has a file, and every file is a theme', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'));
  expect(files.sort()).toEqual(themeNames.map((name) => `${name}.css`).sort());
});

test.each(themeNames)('%s sets the common tokens and nothing else', (theme) => {
  expect([...tokensOf(theme).keys()].sort()).toEqual([...tokensOf('default').keys()].sort());
  const css = readFileSync(join(import.meta.dirname, `${theme}.css`), 'utf8');
  expect(css).toMatch(/^:root \{\n {2}color-scheme: (dark|light);\n( {2}--[\w-]+: [^;]+;\n)+\}\n$/);
});

test('the colors that sites of enterprises may replace are tokens with such a color in every theme', () => {
  for (const theme of themeNames) for (const name of enterpriseColors) colourOf(tokensOf(theme), `--${name}`);
});

test.each(themeNames)('the texts of %s are readable on every background', (theme) => {
  const tokens = tokensOf(theme);
  const min = theme === 'contrast' ? 7 : 4.5;
  for (const word of words) {
    for (const ground of grounds) {
      const found = contrast(colourOf(tokens, word), colourOf(tokens, ground));
      expect(found, `${word} on ${ground}`).toBeGreaterThanOrEqual(min);
    }
  }
  expect(contrast(colourOf(tokens, '--accent-ink'), colourOf(tokens, '--accent'))).toBeGreaterThanOrEqual(min);
});

test.each(themeNames)('the fee ramp of %s is monotonic in lightness, and stands out from the background', (theme) => {
  const tokens = tokensOf(theme);
  const ramp = Array.from({ length: 10 }, (_, step) => colourOf(tokens, `--fee-${step}`));
  const lights = ramp.map(luminance);
  expect(lights).toEqual(lights.toSorted((a, b) => a - b));
  if (theme === 'light') return; // cubes have an outline there
  for (const colour of ramp) expect(contrast(colour, colourOf(tokens, '--surface-0'))).toBeGreaterThanOrEqual(3);
});

test('contrast and bukele go from blue to amber, the others have their own ramp', () => {
  for (const theme of ['contrast', 'bukele']) {
    const tokens = tokensOf(theme);
    const first = colourOf(tokens, '--fee-0');
    const last = colourOf(tokens, '--fee-9');
    expect(Number.parseInt(first.slice(5), 16)).toBeGreaterThan(0xe0);
    expect(Number.parseInt(last.slice(1, 3), 16)).toBe(0xff);
    expect(Number.parseInt(last.slice(5), 16)).toBeLessThan(0x60);
  }
});
