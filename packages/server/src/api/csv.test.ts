import { expect, it } from 'vitest';
import { csvOfRows } from './csv.ts';

it('writes a header line and the values of each column', () => {
  const rows = [
    { name: 'A, "B"', fee: 1.5 },
    { name: '=two', fee: -2 },
  ];
  const text = csvOfRows(rows, [
    ['pool', ({ name }) => name],
    ['fee (sat/vB)', ({ fee }) => fee],
  ]);
  expect(text).toBe('pool,fee (sat/vB)\r\n"A, ""B""",1.5\r\n\'=two,-2\r\n');
});
