import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('writes numbers unquoted, texts quoted where needed, gaps empty, formulas as text', () => {
  const rows = [
    ['time', 'a "b"', 'c,d'],
    [1, null, 0.5],
    ['=1+1', '-2', 'two\nlines'],
  ];
  expect(csvOf(rows)).toBe('time,"a ""b""","c,d"\r\n1,,0.5\r\n\'=1+1,\'-2,"two\nlines"\r\n');
});
