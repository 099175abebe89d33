import { useState } from 'react';

/** Keyboard selection in a list. */
export interface Choice {
  active: number;
  set(place: number): void;
  /** Handles up, down, Home and End; up and down wrap around. Returns whether the key was handled. */
  key(key: string): boolean;
}

/** Returns the selection among `count` rows; the first one whenever `of` changes. */
export function useChoice(of: string, count: number): Choice {
  const [chosen, setChosen] = useState({ of, place: 0 });
  const active = chosen.of === of && chosen.place < count ? chosen.place : 0;
  const set = (place: number) => setChosen({ of, place });
  return {
    active,
    set,
    key(key) {
      if (count === 0) return false;
      if (key === 'ArrowDown') set((active + 1) % count);
      else if (key === 'ArrowUp') set((active + count - 1) % count);
      else return false;
      return true;
    },
  };
}
