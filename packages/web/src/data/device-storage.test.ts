import { describe, expect, it } from 'vitest';
import { createDeviceStorage, storedChoice, storedSwitch } from './device-storage.ts';

/** A storage whose items are enumerable properties, as those of `localStorage` are. */
function fakeStorage(items: Record<string, string>) {
  const own = items as Record<string, unknown>;
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    setItem(name: string, text: string) {
      if (text.length > 10) throw new Error('quota exceeded');
      items[name] = text;
    },
    removeItem: (name: string) => void delete items[name],
  };
  return Object.setPrototypeOf(own, methods) as typeof methods & Record<string, unknown>;
}

describe('createDeviceStorage', () => {
  it('is empty until loaded, then follows its own changes', () => {
    const items: Record<string, string> = { a: '1' };
    const fake = fakeStorage(items);
    const storage = createDeviceStorage(() => fake);
    expect(storage.store.getState().texts.size).toBe(0);
    storage.load();
    storage.setItem('b', '2');
    storage.removeItem('a');
    expect([...storage.store.getState().texts]).toEqual([['b', '2']]);
    expect(Object.entries(items)).toEqual([['b', '2']]);
    expect([storage.getItem('a'), storage.getItem('b')]).toEqual([null, '2']);
  });

  it('keeps a refused change for the page and names it', () => {
    const fake = fakeStorage({});
    const storage = createDeviceStorage(() => fake);
    storage.setItem('a', 'longer than ten');
    expect(storage.store.getState().texts.get('a')).toBe('longer than ten');
    expect([...storage.store.getState().unsaved]).toEqual(['a']);
    storage.setItem('a', 'short');
    expect(storage.store.getState().unsaved.size).toBe(0);
  });

  it('works without access to storage', () => {
    const storage = createDeviceStorage(() => {
      throw new Error('denied');
    });
    storage.load();
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
  });

  it('does not share state between two instances', () => {
    const [one, other] = [createDeviceStorage(() => fakeStorage({})), createDeviceStorage(() => fakeStorage({}))];
    one.setItem('a', '1');
    expect(other.store.getState().texts.size).toBe(0);
  });
});

it('stored formats ignore invalid text', () => {
  expect(['true', 'false', '1'].map(storedSwitch(false).parse)).toEqual([true, false, undefined]);
  expect(['show', 'hide', 'true'].map(storedSwitch(true, 'show', 'hide').parse)).toEqual([true, false, undefined]);
  expect(storedSwitch(true, 'show', 'hide').encode(false)).toBe('hide');
  expect(['a', 'c'].map(storedChoice(['a', 'b'], 'a').parse)).toEqual(['a', undefined]);
});
