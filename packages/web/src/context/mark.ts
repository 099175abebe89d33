import { createContext, use, useEffect } from 'react';

/** The block that the strip points at. */
export type Mark = { kind: 'block'; height: number } | { kind: 'projected'; index: number; share?: number };

interface MarkStore {
  mark: Mark | undefined;
  set(mark: Mark | undefined): void;
}

/** The current mark of the strip. */
export const MarkContext = createContext<MarkStore>({ mark: undefined, set: () => {} });

/** Returns the current mark. */
export const useMark = (): Mark | undefined => use(MarkContext).mark;

/** Sets the mark of the strip while the page is shown. */
export function useSetMark(mark: Mark | undefined): void {
  const { set } = use(MarkContext);
  const key = JSON.stringify(mark);
  useEffect(() => set(key === undefined ? undefined : (JSON.parse(key) as Mark)), [key, set]);
  useEffect(() => () => set(undefined), [set]);
}
