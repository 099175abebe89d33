import { useEffect, useState } from 'react';

/** A switch that the browser remembers. What it remembers is known after the first paint only. */
export function useStored(name: string, defaultValue: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(defaultValue);
  useEffect(() => {
    try {
      const stored = localStorage.getItem(name);
      if (stored !== null) setValue(stored === 'true');
    } catch {
      // storage may be switched off: the switch works for this page then
    }
  }, [name]);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(name, String(next));
      } catch {
        // as above
      }
    },
  ];
}
