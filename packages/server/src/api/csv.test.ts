import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csvOf', () => {
  it('writes a header line and quotes values that need it', () => {
    const rows = [
      { name: 'A, "B"', fee: 1.5 },
      { name: 'two\nlines', fee: -2 },
    ];
    const text = csvOf(rows, [
      ['pool', ({ name }) => name],
      ['fee (sat/vB)', ({ fee }) => fee],
    ]);
    expect(text).toBe('pool,fee (sat/vB)\r\n"A, ""B""",1.5\r\n"two\nlines",-2\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx'])('escapes %j, which a spreadsheet would evaluate as a formula', (name) => {
    expect(csvOf([name], [['name', (text) => text]])).toBe(`name\r\n'${name}\r\n`);
  });
});
