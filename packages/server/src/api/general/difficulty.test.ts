import { describe, expect, it } from 'vitest';
import { difficultyAdjustment, retargetPercent } from './difficulty.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;

// epoch start, 503 ago, now, height, previous %, testnet, newest -> change, remaining, timeAvg, adjusted, offset
const vectors: [
  string,
  string | undefined,
  string,
  number,
  number,
  boolean,
  string | undefined,
  number,
  number,
  number,
  number,
  number,
][] = [
  [
    '2024-02-02T15:42:06',
    '2024-02-08T14:43:05',
    '2024-02-11T22:43:01',
    830027,
    7.3335,
    false,
    undefined,
    8.512745140778843,
    565,
    553311,
    553311,
    0,
  ],
  [
    '2022-08-18T11:07:00',
    '2022-08-16T03:16:54',
    '2022-08-19T14:03:53',
    750134,
    0.6280047707459726,
    false,
    undefined,
    1.0420538959004633,
    1834,
    533038,
    594992,
    0,
  ],
  [
    '2022-08-18T11:07:00',
    '2022-08-16T03:16:54',
    '2022-08-19T14:03:53',
    750134,
    0.6280047707459726,
    true,
    '2022-08-19T13:52:46',
    1.0420538959004633,
    1834,
    533038,
    594992,
    -667000,
  ],
  [
    '2023-04-20T09:57:33',
    undefined,
    '2023-05-04T14:54:09',
    788255,
    1.7220298879531821,
    false,
    '2023-05-04T14:54:26',
    -1.4512637555574193,
    1,
    609129,
    609129,
    0,
  ],
];

describe('difficulty estimate', () => {
  it.each(vectors)(
    'from %s at %s matches the table',
    (start, ago, now, height, previous, testnet, newest, change, remaining, avg, adjusted, offset) => {
      const da = difficultyAdjustment({
        epochStart: at(start),
        time503: ago === undefined ? undefined : at(ago),
        now: at(now),
        height,
        interval: 2016,
        previousRetarget: previous,
        minimumDifficultyBlocks: testnet,
        newest: newest === undefined ? 0 : at(newest),
      });
      expect(da.difficultyChange).toBeCloseTo(change, 9);
      expect(da).toMatchObject({
        remainingBlocks: remaining,
        timeAvg: avg,
        adjustedTimeAvg: adjusted,
        timeOffset: offset,
      });
    },
  );

  it('is finite on regtest: equal times, future blocks, the first block', () => {
    for (const [height, start, now] of [
      [0, 100, 100],
      [5, 100, 100],
      [5, 500, 100],
      [2015, 100, 100],
      [700, 900, 100],
    ] as const) {
      for (const time503 of [undefined, 100, 900]) {
        const da = difficultyAdjustment({
          epochStart: start,
          time503,
          now,
          height,
          interval: 2016,
          previousRetarget: 0,
          minimumDifficultyBlocks: false,
          newest: start,
        });
        for (const [name, value] of Object.entries(da))
          expect(Number.isFinite(value), `${name} at ${height}`).toBe(true);
        expect(da.difficultyChange).toBeGreaterThanOrEqual(-75);
        expect(da.timeAvg).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('measures a retarget between two compact targets', () => {
    expect(retargetPercent(0x1d00ffff, 0x1d00ffff)).toBe(0);
    expect(retargetPercent(0x1d00ffff, 0x1c7fff80)).toBeCloseTo(100, 6);
    expect(retargetPercent(0x207fffff, 0x1d00ffff)).toBe(300);
    expect(retargetPercent(0, 0x1d00ffff)).toBe(0);
  });
});
