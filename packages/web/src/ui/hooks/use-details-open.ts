import { type ReactEventHandler, type RefObject, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

/** What a `details` element is given so that a component knows whether it is open. */
export interface DetailsState {
  open: boolean;
  props: { ref: RefObject<HTMLDetailsElement | null>; onToggle: ReactEventHandler<HTMLDetailsElement> };
}

/** Whether a `details` is open, counting what a visitor opened before the page was alive and so told nobody of. */
export function useDetailsOpen(): DetailsState {
  const ref = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  useBrowserLayoutEffect(() => setOpen(ref.current?.open === true), []);
  return { open, props: { ref, onToggle: (event) => setOpen(event.currentTarget.open) } };
}
