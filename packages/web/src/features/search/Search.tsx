import { Suspense, useEffect, useRef, useState } from 'react';
import { useHref, useLocation, useNavigate, useNavigation } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { setSearched } from '../../pictures/filter/searched.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';
import { OptionList, optionId } from './OptionList.tsx';
import { useChoice } from './use-choice.ts';
import { useFound } from './use-found.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const listId = 'search-found';
const Palette = lazyComponent(() => import('./Palette.tsx'));

/**
 * Finds heights, dates, hashes, transactions, outputs and addresses, also of other networks. Without JavaScript it is a
 * form that opens the search page.
 */
export function Search() {
  const text = useText();
  const { prefix } = usePlace();
  // With base path and language of the page.
  const action = useHref(page.search(prefix));
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { rows, sentence } = useFound(typed);
  const choice = useChoice(typed, rows.length);
  const asked = typed.trim() !== '';
  const shown = open && asked;
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  /** A click on a row blurs the input before the row receives it. */
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHome = pathname === page.home(prefix) || pathname === `${page.home(prefix)}/`;

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setPalette(true);
        return;
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    // text pasted outside of inputs is searched
    const paste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain').trim().slice(0, 200) ?? '';
      if (isField(event.target) || pasted === '') return;
      event.preventDefault();
      setTyped(pasted);
      setOpen(true);
      field.current?.focus();
    };
    document.addEventListener('keydown', key);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('paste', paste);
    };
  }, []);

  // a full txid is highlighted in the block pictures of the page
  useEffect(() => {
    const txid = /^[0-9a-f]{64}$/i.exec(typed.trim())?.[0].toLowerCase();
    setSearched(txid);
    return () => setSearched(undefined);
  }, [typed]);

  // on devices with a keyboard the dashboard focuses the search
  useEffect(() => {
    if (isHome && document.activeElement === document.body && matchMedia('(hover: hover) and (pointer: fine)').matches)
      field.current?.focus({ preventScroll: true });
  }, [isHome]);

  const go = (to: string) => {
    setOpen(false);
    field.current?.blur();
    void navigate(to);
  };
  const pick = (place: number) => {
    const to = rows[place]?.to;
    if (to !== undefined) go(to);
  };

  return (
    <search className="search">
      <form
        className="search-box-container"
        action={action}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          if (!asked) return;
          const row = rows[choice.active];
          go((shown ? row?.to : undefined) ?? page.search(prefix, typed.trim()));
        }}
      >
        <input
          ref={field}
          className="form-control"
          name="q"
          type="search"
          role="combobox"
          aria-expanded={shown && rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && rows.length > 0 ? optionId(listId, choice.active) : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onFocus={() => {
            clearTimeout(closing.current);
            setOpen(true);
          }}
          onBlur={() => {
            closing.current = setTimeout(() => setOpen(false), 150);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setOpen(false);
              field.current?.blur();
            } else if (shown && choice.key(event.key)) event.preventDefault();
          }}
          placeholder={text('search.placeholder')}
          aria-label={text('search.label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
        />
        <span className="key-hint">/</span>
        <button type="submit" className="search-submit icon-button" aria-label={text('search.submit')} aria-busy={busy}>
          <SearchIcon />
        </button>
      </form>
      {shown && (rows.length > 0 || sentence !== undefined) && (
        <div className="search-results app-search-results">
          {rows.length === 0 && sentence !== undefined && (
            <p className="quiet" role="status">
              {sentence}
            </p>
          )}
          {rows.length > 0 && (
            <OptionList
              id={listId}
              label={text('search.found')}
              options={rows}
              active={choice.active}
              onPoint={choice.set}
              onPick={pick}
            />
          )}
        </div>
      )}
      {palette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </search>
  );
}
