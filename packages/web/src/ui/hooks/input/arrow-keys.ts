import { useRef } from 'react';
import { useBrowserLayoutEffect } from '../use-browser-layout-effect.ts';

/** Left or right, as pressed. */
export type ArrowKey = 'ArrowLeft' | 'ArrowRight';

type Listener = (key: ArrowKey, timeStamp: number) => void;

const listeners = new Set<Listener>();

/** Elements that use the arrow keys themselves; those with `tabindex="0"` scroll or move a cursor. */
const users =
  'input, textarea, select, canvas, [role=slider], [role=menu], [role=grid], [role=tablist], [contenteditable], [tabindex="0"]';

/** A modal dialog, or the body of a menu that is open: the keys belong to it, wherever in it the focus is. */
const opened = 'dialog[open], details[open] > [data-part~=sheet-body]';

function capture(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented, timeStamp } = event;
  if (defaultPrevented || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
  if (ctrlKey || metaKey || altKey || shiftKey) return;
  if (target instanceof Element && target.closest(users) !== null) return;
  if (document.querySelector(opened) !== null) return;
  event.preventDefault();
  for (const listener of [...listeners]) listener(key, timeStamp);
}

/** Captures the left and right arrow keys outside widgets that use them, and forwards them. For the root of the app. */
export function useArrowKeyCapture(): void {
  useBrowserLayoutEffect(() => {
    document.addEventListener('keydown', capture);
    return () => document.removeEventListener('keydown', capture);
  }, []);
}

/**
 * Receives the captured arrow keys.
 * @param listener called with the key and the event's time, ms; undefined: not listening
 */
export function useArrowKeys(listener: Listener | undefined): void {
  const latest = useRef(listener);
  latest.current = listener;
  const isOn = listener !== undefined;
  useBrowserLayoutEffect(() => {
    if (!isOn) return undefined;
    const forward: Listener = (key, timeStamp) => latest.current?.(key, timeStamp);
    listeners.add(forward);
    return () => void listeners.delete(forward);
  }, [isOn]);
}
