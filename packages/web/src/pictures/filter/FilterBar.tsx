import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { type TextId, useText } from '../../messages/use-text.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import filterStyles from './filter.module.css';
import { type PictureFilter, type PictureKind, toggled } from './filter.ts';

/** Below this width of the picture, px, only the important filters are shown first: all of them would cover it. */
const narrowBelow = 480;

const FilterMenu = lazyComponent(() => import('./FilterMenu.tsx'));

/** Shows the active filters, each removable, and a button for all of them. */
export function FilterBar(props: {
  filter: PictureFilter;
  onChange(filter: PictureFilter): void;
  kind: PictureKind;
  /** Placed at the end of the bar. */
  children?: React.ReactNode;
}) {
  const text = useText();
  const { filter, onChange, kind } = props;
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const bar = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from any of its elements
    <div
      className={filterStyles.filterBar}
      ref={bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        type="button"
        ref={button}
        className={`button ${filterStyles.filterButton}`}
        data-part="filter-button"
        aria-expanded={open}
        aria-controls={menuId}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon /> {text('filter.title')}
      </button>
      {filter.keys.length > 1 && <span className="quiet">{text(`filter.mode.${filter.mode}`)}:</span>}
      {filter.keys.length === 1 && filter.mode === 'nor' && <span className="quiet">{text('filter.mode.nor')}:</span>}
      <ul className={filterStyles.filterChips}>
        {filter.keys.map((key) => (
          <li key={key}>
            <button
              type="button"
              className={filterStyles.chip}
              data-part="chip"
              onClick={() => onChange(toggled(filter, key))}
            >
              <span className="sr-only">{text('filter.remove')} </span>
              {text(`filter.${key}` as TextId)} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      {props.children}
      {open && (
        <Suspense fallback={null}>
          <FilterMenu
            id={menuId}
            filter={filter}
            onChange={onChange}
            kind={kind}
            isShort={(bar.current?.clientWidth ?? narrowBelow) < narrowBelow}
          />
        </Suspense>
      )}
    </div>
  );
}

const FilterIcon = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" className="icon" aria-hidden="true" focusable="false">
    <path d="M2 3.5h12M4.5 8h7M6.5 12.5h3" />
  </svg>
);
