import { expect, test } from 'vitest';
import { ago, ahead, isoTime, span, timestamp, zoneName } from './age.ts';
import { amount, bytes, count, difficulty, hex32, percent, shortDigits, unitPrefix } from './amount.ts';
import { fiat, worth } from './fiat.ts';
import { cardFeeRate, feeRate, feeStep, flow, flowStep, rate } from './rate.ts';
import { printable, pushedData } from './script-text.ts';
import { shortNumber } from './short-number.ts';
import { truncate } from './truncate.ts';

test('formats BTC with eight digits', () => {
  expect(amount(1, 'btc')).toEqual({ value: '0.00000001', unit: 'BTC' });
  expect(amount(2_100_000_000_000_000, 'btc').value).toBe('21,000,000.00000000');
  expect(amount(-150_000_000, 'btc').value).toBe('-1.50000000');
  expect(amount(0, 'btc', 'mainnet', [2, 4]).value).toBe('0.00');
  expect(amount(0, 'btc', 'mainnet', shortDigits(0, 4)).value).toBe('0');
  expect(amount(10_000, 'btc', 'mainnet', shortDigits(10_000, 3)).value).toBe('0.0001');
  expect(amount(141, 'btc', 'mainnet', [3, 4]).value).toBe('0.00000141');
  expect(amount(-4_000, 'btc', 'mainnet', [2, 3]).value).toBe('-0.00004');
  expect(amount(123_456_789, 'btc', 'mainnet', [2, 3]).value).toBe('1.235');
});

test('marks units of test networks', () => {
  expect(amount(5000, 'sats', 'signet')).toEqual({ value: '5,000', unit: 's-sats' });
  expect(amount(0, 'btc', 'testnet4').unit).toBe('tBTC');
  expect(['mainnet', 'regtest', 'testnet', 'signet', 'liquid', 'liquidtestnet', 'liquiddemo'].map(unitPrefix)).toEqual([
    '',
    '',
    't',
    's',
    'L',
    'tL',
    'dL',
  ]);
  expect(amount(1, 'btc', 'liquidtestnet').unit).toBe('tLBTC');
  expect(amount(1, 'sats', 'liquid').unit).toBe('Lsats');
});

test('formats non-numbers as a dash, never NaN or Infinity', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    for (const text of [
      amount(value, 'btc').value,
      amount(value, 'sats').value,
      count(value),
      bytes(value).value,
      percent(value),
    ]) {
      expect(text).toBe('–');
    }
    expect(difficulty(value)).toBe('–');
    expect(rate(value).value).toBe('–');
    expect(flow(value, 'vb').value).toBe('–');
    expect(ago(value, 0)).toBeUndefined();
  }
});

test('formats regtest difficulty and header numbers', () => {
  expect(difficulty(4.6565423739069247e-10)).toBe('4.66 × 10⁻¹⁰');
  expect(difficulty(86_388_558_925_171.02)).toBe('86.39 T');
  expect(hex32(0x20000000)).toBe('0x20000000');
  expect(hex32(-1)).toBe('0xffffffff');
});

test('a fee rate has no decimals from 100, one from 10, at most two below', () => {
  expect(rate(123.4)).toEqual({ value: '123', unit: 'sat/vB' });
  expect(rate(12.34).value).toBe('12.3');
  expect(rate(1.234).value).toBe('1.23');
  expect(rate(40, 'wu')).toEqual({ value: '10', unit: 'sat/WU' });
  expect(cardFeeRate(0.14).value).toBe('0.14');
  expect(cardFeeRate(33.6).value).toBe('34');
});

test('a coinbase and a weightless transaction have no fee rate', () => {
  expect(feeRate(0, 800)).toBeUndefined();
  expect(feeRate(500, 0)).toBeUndefined();
  expect(feeRate(500, 1000)).toBe(2);
});

test('colour steps rise with the fee rate up to nine', () => {
  expect([0, 0.5, 1, 3, 29, 299, 5000, Number.NaN].map(feeStep)).toEqual([0, 0, 1, 2, 5, 8, 9, 0]);
});

test('ages are never negative, and the future is just now', () => {
  expect(ago(1000, 900_000)).toBeUndefined();
  expect(ago(1000, 1_030_000)).toBeUndefined();
  expect(ago(0, 90 * 60_000)).toEqual({ unit: 'minutes', count: 90 });
  expect(ago(0, 3 * 3_600_000)).toEqual({ unit: 'hours', count: 3 });
  expect(span(-5)).toEqual({ unit: 'seconds', count: 0 });
  expect(ahead(0, 50_000)).toEqual({ unit: 'minutes', count: 1 });
});

test('formats times in the requested zone, and impossible ones as a dash', () => {
  expect(timestamp(1_713_571_767, 0, true)).toBe('2024-04-20 00:09:27');
  expect(timestamp(1_713_571_767, 14)).toBe('2024-04-20 14:09');
  expect(timestamp(1_713_571_767, -12)).toBe('2024-04-19 12:09');
  expect([0, 2, -5].map(zoneName)).toEqual(['UTC', 'UTC+2', 'UTC−5']);
  expect(timestamp(1e18, 0)).toBe('–');
  expect(isoTime(1e18)).toBeUndefined();
});

test('makes text from the chain readable and keeps its direction', () => {
  expect(printable('48656c6c6f00e280ae776f726c64')).toBe('Hello world');
  expect(pushedData('6a0b68656c6c6f20776f726c64')).toBe('68656c6c6f20776f726c64');
  expect(pushedData('6a4c0361626364')).toBe('61626364'.slice(0, 6));
  expect(pushedData('6a4cff61')).toBe('61');
});

test('shortens sats from 1000 on in the short form only', () => {
  expect(amount(999, 'sats', 'mainnet', [2, 3]).value).toBe('999');
  expect(amount(1000, 'sats', 'mainnet', [2, 3]).value).toBe('1k');
  expect(amount(-12_345_678, 'sats', 'mainnet', [2, 3]).value).toBe('-12.3M');
  expect(amount(2_100_000_000_000_000, 'sats', 'mainnet', [2, 4]).value).toBe('2.1P');
  expect(amount(12_345_678, 'sats').value).toBe('12,345,678');
});

test('returns non-integers and negative numbers unchanged', () => {
  expect([Number.NaN, -5, 1.5, Number.POSITIVE_INFINITY].map(shortNumber)).toEqual(['NaN', '-5', '1.5', 'Infinity']);
  expect([0, 999, 1000, 1_234_567, 5e9, 7e12, 8e15, 9e18].map(shortNumber)).toEqual([
    '0',
    '999',
    '1k',
    '1.23M',
    '5G',
    '7T',
    '8P',
    '9E',
  ]);
});

test.each([
  [0.5, 'USD', false, '$0.50'],
  [999.994, 'USD', false, '$999.99'],
  [1234.56, 'EUR', false, '€1,235'],
  [12.34, 'JPY', false, '¥12'],
  [-3.456, 'GBP', false, '-£3.46'],
  [-0.001, 'USD', false, '$0.00'],
  [12.34, 'USD', true, '$12.3'],
  [1_250_000, 'USD', true, '$1.3M'],
  [2_500_000_000, 'USD', true, '$2.5B'],
  [Number.NaN, 'USD', false, '–'],
] as const)('formats %d %s (short: %s) as %s', (value, currency, isShort, text) => {
  expect(fiat(value, currency, isShort)).toEqual({ value: text, unit: currency });
});

test('converts sats to fiat', () => {
  expect(worth(50_000_000, 60_000)).toBe(30_000);
});

test('truncates a long text to six characters at both ends', () => {
  expect(truncate('0123456789abcdef')).toBe('012345…abcdef');
  expect(truncate('0123456789ab')).toBe('0123456789ab');
  expect(truncate('0123456789abcdef', 8)).toBe('0123…cdef');
});

test('the inflow colour changes above 1667, 2000, 2500, 3000 and 3500 vB/s', () => {
  expect([0, 1667, 1668, 2000, 2001, 2501, 3001, 3500, 3501, 1e9].map((rate) => flowStep(rate))).toEqual([
    0, 0, 1, 1, 2, 3, 4, 4, 5, 5,
  ]);
  expect([22_000, 22_300, 27_000].map((rate) => flowStep(rate, 22_227))).toEqual([0, 1, 2]);
  expect(flow(1000, 'wu')).toEqual({ value: '4,000', unit: 'WU/s' });
});
