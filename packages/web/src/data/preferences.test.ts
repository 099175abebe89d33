import { expect, test } from 'vitest';
import {
  type Chosen,
  defaultPreferences,
  preferenceCookie,
  readForm,
  readPreferences,
  readStored,
  writeStored,
} from './preferences.ts';

const chosen: Chosen = {
  theme: 'dusk',
  unit: 'fiat',
  currency: 'CHF',
  rateUnit: 'wu',
  ltr: true,
  blockDisplay: 'size',
  zone: -12,
  sounds: true,
  hideWarning: true,
  graphWindow: '24h',
  miningWindow: 'all',
};

/** A storage with these values. */
function storageOf(values: Map<string, string>) {
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

test('round-trips all settings through the cookie', () => {
  const cookie = preferenceCookie(chosen, '/explorer/');
  expect(cookie).toBe(
    'glassblock=theme=dusk.unit=fiat.currency=CHF.rate=wu.ltr=true.blocks=size.zone=-12.sounds=true.hide=true.graph=24h.mining=all; path=/explorer/; max-age=31536000; samesite=lax',
  );
  expect(readPreferences(`a=b; ${cookie.split(';')[0]}`)).toEqual(chosen);
});

test('stores no defaults in cookie and storage', () => {
  expect(preferenceCookie({}, '/')).toBe('glassblock=; path=/; max-age=31536000; samesite=lax');
  const values = new Map([['theme-preference', 'light']]);
  writeStored(storageOf(values), { unit: 'sats' });
  expect([...values]).toEqual([['view-amount-mode', 'sats']]);
});

test('uses the specified names in storage', () => {
  const values = new Map<string, string>();
  writeStored(storageOf(values), chosen);
  expect(Object.fromEntries(values)).toEqual({
    'theme-preference': 'dusk',
    'view-amount-mode': 'fiat',
    'fiat-preference': 'CHF',
    'rate-unit-preference': 'wu',
    'time-preference-ltr': 'true',
    'block-display-mode-preference': 'size',
    'timezone-preference': '-12',
    'sound-preference': 'true',
    hideWarning: 'true',
    graphWindowPreference: '24h',
    miningWindowPreference: 'all',
  });
  expect(readStored(storageOf(values))).toEqual(chosen);
});

test('ignores invalid values', () => {
  expect(
    readPreferences(
      'glassblock=theme=../x.unit=<.currency=XBT.rate=.ltr=1.blocks=0.zone=99.sounds=yes.hide=.graph=-1y.mining=constructor',
    ),
  ).toEqual({});
  expect(readPreferences(null)).toEqual({});
  expect(
    ['15', '-13', '+2', '05', '-0', '', '1e1', 'UTC'].map((zone) => readForm(new URLSearchParams({ zone }))),
  ).toEqual(Array(8).fill({}));
  expect([0, 14, -12].map((zone) => readForm(new URLSearchParams({ zone: String(zone) })).zone)).toEqual([0, 14, -12]);
});

test('defaults to left-to-right time in right-to-left languages', () => {
  expect(defaultPreferences(true).ltr).toBe(true);
  expect(defaultPreferences(false)).toEqual({
    unit: 'btc',
    currency: 'USD',
    rateUnit: 'vb',
    ltr: false,
    blockDisplay: 'fees',
    zone: 'local',
    sounds: true,
    hideWarning: false,
  });
});
