import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useDeviceStorage } from '../../context/device-storage.ts';
import type { StoredFormat } from '../../data/device-storage.ts';

/**
 * Returns a value of the browser's storage and how to change it; all users of a name share it. On the server and while
 * hydrating it is the initial value.
 * @param name undefined: held by the component, not stored
 * @param format keep the object identical
 */
export function useStored<T>(name: string | undefined, format: StoredFormat<T>): readonly [T, (value: T) => void] {
  const storage = useDeviceStorage();
  const [own, setOwn] = useState<string>();
  const stored = useStore(storage.store, ({ texts }) => (name === undefined ? undefined : texts.get(name)));
  const text = name === undefined ? own : stored;
  const value = useMemo(() => (text === undefined ? undefined : format.parse(text)) ?? format.initial, [text, format]);
  const change = useCallback(
    (next: T) => {
      const encoded = format.encode(next);
      if (name === undefined) setOwn(encoded);
      else if (encoded === undefined) storage.removeItem(name);
      else storage.setItem(name, encoded);
    },
    [storage, name, format],
  );
  return [value, change];
}
