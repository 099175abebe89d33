import { useEffect, useState } from 'react';

/** Returns a boolean in browser storage. The stored value is known only after the first paint. */
export function useStored(name: string, defaultValue: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(defaultValue);
  useEffect(() => {
    try {
      const stored = localStorage.getItem(name);
      if (stored !== null) setValue(stored === 'true');
    } catch {
      // storage may be disabled: the value is lost with the page
    }
  }, [name]);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(name, String(next));
      } catch {
        // storage may be disabled
      }
    },
  ];
}
