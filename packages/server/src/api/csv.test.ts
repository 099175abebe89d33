import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('rows as CSV', () => {
  it('have a line of names, and quotes where they are needed', () => {
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

  it.each(['=1+1', '+1', '-1', '@x', '\tx'])('do not let %j be a formula', (name) => {
    expect(csvOf([name], [['name', (text) => text]])).toBe(`name\r\n'${name}\r\n`);
  });
});
