import { describe, expect, it } from 'vitest';
import { parsePriceCsv, priceCsv, thinned } from './price-row.ts';

describe('price file', () => {
  it('has times or days, and currencies in any order', () => {
    const text = '\u{feff}time,EUR,USD\r\n1700000000,33000.5,36000\r\n1600000000,,10000\r\n\r\n';
    expect(parsePriceCsv(text)).toEqual({
      rows: [
        { time: 1_600_000_000, prices: { USD: 10_000 } },
        { time: 1_700_000_000, prices: { EUR: 33_000.5, USD: 36_000 } },
      ],
      faults: [],
    });
    // a closing price is known at the end of its day
    expect(parsePriceCsv('date;USD;JPY\n2024-04-20; 64994 ;10050000\n')).toEqual({
      rows: [{ time: 1_713_657_600, prices: { USD: 64_994, JPY: 10_050_000 } }],
      faults: [],
    });
  });

  it('skips unknown prices', () => {
    expect(parsePriceCsv('time,USD,EUR\n1,0,-1\n2,-1,5\n')).toEqual({
      rows: [{ time: 2, prices: { EUR: 5 } }],
      faults: [],
    });
  });

  it('round-trips', () => {
    const rows = [
      { time: 5, prices: { USD: 0.07 } },
      { time: 6, prices: { EUR: 3, USD: 4 } },
    ];
    expect(priceCsv(rows)).toBe('time,USD,EUR\n5,0.07,\n6,4,3\n');
    expect(parsePriceCsv(priceCsv(rows))).toEqual({ rows, faults: [] });
    expect(parsePriceCsv(priceCsv([]))).toEqual({ rows: [], faults: [] });
  });

  it.each([
    ['', 'line 1: the first column is not "time" or "date"'],
    ['{"prices":[]}', 'line 1: the first column is not "time" or "date"'],
    ['time,DOGE\n1,2\n', 'line 1: "DOGE" is not a known currency'],
    ['time,__proto__\n1,2\n', 'line 1: "__proto__" is not a known currency'],
    ['time,USD\nsoon,2\n', 'line 2: "soon" is not a time'],
    ['time,USD\n99999999999,2\n', 'line 2: "99999999999" is not a time'],
    ['date,USD\n2024-13-01,2\n', 'line 2: "2024-13-01" is not a time'],
    ['time,USD\n1,many\n', 'line 2: "many" is not a price in USD'],
    ['time,USD\n1,1e9\n', 'line 2: "1e9" is not a price in USD'],
    ['time,USD\n1,-5\n', 'line 2: "-5" is not a price in USD'],
  ])('reports the error in %j', (text, fault) => {
    expect(parsePriceCsv(text)).toEqual({ rows: [], faults: [fault] });
  });

  it('reports at most five errors', () => {
    expect(parsePriceCsv(`time,USD\n${'x,1\n'.repeat(100)}`).faults).toHaveLength(5);
  });
});

describe('old prices', () => {
  const day = 86_400;
  it('are thinned to the last one per day', () => {
    const hours = Array.from({ length: 90 * 24 }, (_, hour) => 110 * day + hour * 3_600);
    const rows = [0, 3_600, day - 1, day, 2 * day + 5, ...hours].map((time) => ({ time, prices: { USD: 1 } }));
    expect(thinned(rows).map(({ time }) => time)).toEqual([day - 1, day, 2 * day + 5, ...hours]);
    // one that is far ahead makes only one other row old
    const jumped = thinned([...rows, { time: 600 * day, prices: { USD: 1 } }]);
    expect(jumped).toHaveLength(2_163);
  });
});
