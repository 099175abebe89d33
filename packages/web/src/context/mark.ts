import { createContext, use, useEffect } from 'react';

/** What the strip points at. */
export type Mark = { kind: 'block'; height: number } | { kind: 'projected'; index: number; share?: number };

interface MarkStore {
  mark: Mark | undefined;
  set(mark: Mark | undefined): void;
}

export const MarkContext = createContext<MarkStore>({ mark: undefined, set: () => {} });

/** What is marked now. */
export const useMark = (): Mark | undefined => use(MarkContext).mark;

/** Lets the strip point at something while the page is shown. */
export function useSetMark(mark: Mark | undefined): void {
  const { set } = use(MarkContext);
  const key = JSON.stringify(mark);
  useEffect(() => set(key === undefined ? undefined : (JSON.parse(key) as Mark)), [key, set]);
  useEffect(() => () => set(undefined), [set]);
}
