import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useBrowserLayoutEffect } from './hooks/use-browser-layout-effect.ts';
import { useDetailsOpen } from './hooks/use-details-open.ts';
import sheetStyles from './sheet.module.css';

/**
 * A dialog that opens below its button, on a phone from the edge of the screen; a `details` element, so that it works
 * without JavaScript. Closed by Esc or a click outside. `later`: content that is created when it is first opened.
 */
export function Sheet(props: {
  label: string;
  face: React.ReactNode;
  className?: string | undefined;
  /** Name of the element in style sheets and tests: `data-part`. */
  part?: string;
  /** Id of its button. */
  id?: string;
  children: React.ReactNode;
  later?: () => React.ReactNode;
}) {
  const { open, props: fold } = useDetailsOpen();
  const { ref } = fold;
  const [wasOpen, setWasOpen] = useState(false);
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const shownAt = useRef(pathname);
  const isOnTheWay = useRef(false);
  /** URL path when it was opened: it changes before the page does. */
  const openedAt = useRef('');
  useBrowserLayoutEffect(() => {
    if (shownAt.current === pathname) return;
    // closed only by navigation to another page: it may have been opened before hydration or while a page was loading,
    // in which case it belongs to that page
    const isLeft = open && !isOnTheWay.current && openedAt.current !== window.location.pathname;
    if (isLeft && ref.current) ref.current.open = false;
    shownAt.current = pathname;
    isOnTheWay.current = false;
  }, [pathname, open, ref]);
  useEffect(() => {
    if (open) setWasOpen(true);
  }, [open]);
  // listens while it is closed too: the browser reports that it was opened after the next key
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const sheet = ref.current;
      if (event.key !== 'Escape' || !sheet?.open) return;
      sheet.open = false;
      sheet.querySelector('summary')?.focus();
    };
    const click = ({ target }: MouseEvent) => {
      const sheet = ref.current;
      // an element that the click removed was inside
      if (sheet?.open && target instanceof Node && target.isConnected && !sheet.contains(target)) sheet.open = false;
    };
    document.addEventListener('keydown', key);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('click', click);
    };
  }, [ref]);
  return (
    <details
      {...fold}
      className={`${sheetStyles.sheet} ${props.className ?? ''}`}
      data-part={props.part}
      onToggle={(event) => {
        isOnTheWay.current = event.currentTarget.open && state !== 'idle';
        openedAt.current = window.location.pathname;
        fold.onToggle(event);
      }}
    >
      <summary id={props.id} className="icon-button dropdown-toggle" aria-label={props.label}>
        {props.face}
      </summary>
      <div className={sheetStyles.sheetBody} data-part="sheet-body">
        {props.children}
        {(open || wasOpen) && props.later?.()}
      </div>
    </details>
  );
}
