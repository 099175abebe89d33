import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csvOf', () => {
  it('ends every line with CRLF and quotes commas, quotes and line breaks', () => {
    const rows = [
      ['time', 'a "b"', 'c,d'],
      ['x', 'two\nlines', 'two\r\nlines'],
    ];
    expect(csvOf(rows)).toBe('time,"a ""b""","c,d"\r\nx,"two\nlines","two\r\nlines"\r\n');
  });

  it('writes numbers as they are and absent values as empty cells', () => {
    expect(csvOf([[1, null, 0.5, undefined, -2]])).toBe('1,,0.5,,-2\r\n');
  });

  it('keeps spaces, which RFC 4180 makes part of a field', () => {
    expect(csvOf([[' a ', '']])).toBe(' a ,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx'])('escapes %j, which a spreadsheet would evaluate as a formula', (text) => {
    expect(csvOf([[text]])).toBe(`'${text}\r\n`);
  });

  it('quotes a formula that also needs quotes', () => {
    expect(csvOf([['=A1,"x"'], ['\rx']])).toBe(`"'=A1,""x"""\r\n"'\rx"\r\n`);
  });

  it('returns an empty text for no rows', () => {
    expect(csvOf([])).toBe('');
  });
});
