import { parse } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import en from './en.json';
import { formatParts } from './format-parts.ts';

const parsed = (text: string) => parse(text, { shouldParseSkeletons: true, captureLocation: false });
const format = (text: string, values: Record<string, string | number>) => formatParts(parsed(text), values);

describe('formatParts', () => {
  it('formats arguments, numbers, choices and plurals', () => {
    expect(format('{name} at {height, number}', { name: 'a', height: 840000 })).toBe('a at 840,000');
    expect(format('{n, plural, =0 {none} one {# block} other {# blocks}}', { n: 0 })).toBe('none');
    expect(format('{n, plural, =0 {none} one {# block} other {# blocks}}', { n: 1 })).toBe('1 block');
    expect(format('{n, plural, one {# block} other {# blocks}}', { n: 1234.5 })).toBe('1,234.5 blocks');
    expect(format('{where, select, chain {here} other {there}}', { where: 'x' })).toBe('there');
  });

  it('throws for a missing value and for an element of another kind', () => {
    expect(() => format('{name}', {})).toThrow('a text lacks a value');
    expect(() => format('{at, date}', { at: 1 })).toThrow('not supported');
  });

  it('formats every text as intl-messageformat does', () => {
    for (const text of Object.values(en)) {
      const names = new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!));
      for (const value of [0, 1, 2, 5, 1_234_567, 0.5]) {
        const values = Object.fromEntries([...names].map((name) => [name, value]));
        expect(format(text, values)).toBe(String(new IntlMessageFormat(text, 'en').format(values)));
      }
    }
  });
});
