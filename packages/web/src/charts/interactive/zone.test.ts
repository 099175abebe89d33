import { expect, test } from 'vitest';
import { inZone, shiftOf } from './zone.ts';

const option = {
  xAxis: { type: 'time', min: 1_000, max: 'dataMax' },
  series: [{ data: [[1_000, 5], [2_000, null], '-'] }, { name: 'empty' }],
};

test('leaves the device time zone to the library', () => {
  expect(inZone(option, 'local')).toBe(option);
  expect(shiftOf('local')).toBe(0);
});

test('UTC shifts nothing', () => {
  expect(inZone(option, 0)).toEqual({ ...option, useUTC: true });
});

test('another zone shifts all times by its hours', () => {
  expect(inZone(option, -5)).toEqual({
    useUTC: true,
    xAxis: { type: 'time', min: 1_000 - 18_000_000, max: 'dataMax' },
    series: [{ data: [[1_000 - 18_000_000, 5], [2_000 - 18_000_000, null], '-'] }, { name: 'empty' }],
  });
  expect(shiftOf(-5)).toBe(-18_000_000);
});

test('leaves charts without a time axis unchanged', () => {
  const other = { xAxis: { type: 'value' }, series: [{ data: [[1, 2]] }] };
  expect(inZone(other, 9)).toBe(other);
});
