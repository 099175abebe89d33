import { type RefObject, useEffect, useRef } from 'react';

/** Characters of a search text: a link or a descriptor may be long. */
export const maxSearchLength = 1_000;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Listens to the whole page: `/` focuses the search, Ctrl+K opens the palette, and text pasted outside of inputs is
 * searched.
 */
export function useSearchKeys(
  field: RefObject<HTMLInputElement | null>,
  on: { palette(): void; paste(text: string): void },
): void {
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        latest.current.palette();
        return;
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    const paste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain').trim().slice(0, maxSearchLength) ?? '';
      if (isField(event.target) || pasted === '') return;
      event.preventDefault();
      latest.current.paste(pasted);
      field.current?.focus();
    };
    document.addEventListener('keydown', key);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('paste', paste);
    };
  }, [field]);
}
