import { type ReactEventHandler, type RefObject, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

/** Props of a `details` element for tracking its state. */
export interface DetailsState {
  open: boolean;
  props: { ref: RefObject<HTMLDetailsElement | null>; onToggle: ReactEventHandler<HTMLDetailsElement> };
}

/** Returns whether a `details` element is open, including when it was opened before hydration. */
export function useDetailsOpen(): DetailsState {
  const ref = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  useBrowserLayoutEffect(() => setOpen(ref.current?.open === true), []);
  return { open, props: { ref, onToggle: (event) => setOpen(event.currentTarget.open) } };
}
