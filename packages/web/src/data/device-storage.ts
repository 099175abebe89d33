import { createStore, type StoreApi } from 'zustand/vanilla';

/** The part of the browser's local storage that was read. */
interface DeviceState {
  /** Text by name; empty on the server and while hydrating, so that the first paint is the server's. */
  texts: ReadonlyMap<string, string>;
  /** Names whose last change the browser refused to store: that change lasts as long as the page. */
  unsaved: ReadonlySet<string>;
}

/** The browser's local storage as a store; usable where storage is disabled. */
export interface DeviceStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  readonly store: StoreApi<DeviceState>;
  /** Reads everything. */
  load(): void;
  /** Reads an item again, after another tab changed it. */
  reload(name: string): void;
}

/**
 * Creates the store; it reads nothing by itself.
 * @param open returns the storage; throws where it is disabled
 */
export function createDeviceStorage(
  open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Record<string, unknown>,
): DeviceStorage {
  const store = createStore<DeviceState>(() => ({ texts: new Map(), unsaved: new Set() }));
  const change = (name: string, text: string | undefined) => {
    const texts = new Map(store.getState().texts);
    if (text === undefined) texts.delete(name);
    else texts.set(name, text);
    const unsaved = new Set(store.getState().unsaved);
    try {
      if (text === undefined) open().removeItem(name);
      else open().setItem(name, text);
      unsaved.delete(name);
    } catch {
      unsaved.add(name);
    }
    store.setState({ texts, unsaved });
  };
  return {
    store,
    load() {
      try {
        store.setState({ texts: new Map(Object.entries(open()) as [string, string][]), unsaved: new Set() });
      } catch {
        // Storage is disabled: changes last as long as the page.
      }
    },
    reload(name) {
      const texts = new Map(store.getState().texts);
      const text = open().getItem(name);
      if (text === null) texts.delete(name);
      else texts.set(name, text);
      store.setState({ texts });
    },
    getItem(name) {
      try {
        return open().getItem(name);
      } catch {
        return store.getState().texts.get(name) ?? null;
      }
    },
    setItem: change,
    removeItem: (name) => change(name, undefined),
  };
}

/** How a value is stored as text. */
export interface StoredFormat<T> {
  /** The value while none is stored, on the server and while hydrating. */
  readonly initial: T;
  /** Parses a stored text; undefined when it is invalid. */
  parse(text: string): T | undefined;
  /** Encodes a value; undefined: nothing is stored. */
  encode(value: T): string | undefined;
}

/** Returns the format of a switch. */
export const storedSwitch = (initial: boolean, on = 'true', off = 'false'): StoredFormat<boolean> => ({
  initial,
  parse: (text) => (text === on ? true : text === off ? false : undefined),
  encode: (value) => (value ? on : off),
});

/** Returns the format of one of several texts. */
export const storedChoice = <T extends string>(values: readonly T[], initial: T): StoredFormat<T> => ({
  initial,
  parse: (text) => values.find((value) => value === text),
  encode: (value) => value,
});
