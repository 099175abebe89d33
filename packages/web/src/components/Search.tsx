import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { recognise } from '../data/recognise.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { SearchIcon } from './icons.tsx';
import { useLive } from './live.ts';
import { usePlace, useSite } from './site-context.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Finds heights, hashes, transactions, outputs and addresses. Without JavaScript it is a form that asks the search page. */
export function Search() {
  const text = useText();
  const { network, prefix, label } = usePlace();
  const site = useSite();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const tip = useLive((state) => state.blocks[0]?.height);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const found = typed.trim() === '' ? [] : recognise(typed, network, tip);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);

  const go = (to: string) => {
    setOpen(false);
    field.current?.blur();
    void navigate(to);
  };

  return (
    <search className="search">
      <form
        className="search-box-container"
        action={`${site.basePath.slice(0, -1)}${page.search(prefix)}`}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') go(page.search(prefix, typed.trim()));
        }}
      >
        <input
          ref={field}
          className="form-control"
          name="q"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setTimeout(() => setOpen(false), 150)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setOpen(false);
              field.current?.blur();
            }
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
      {open && typed.trim() !== '' && (
        <div className="search-results" role="status">
          {found.length === 0 && <p className="quiet">{text('search.unclear')}</p>}
          {found.map((guess) => (
            <button
              key={guess.kind}
              type="button"
              className="dropdown-item"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(page.search(prefix, typed.trim()))}
            >
              <span className="quiet">{text(`search.kind.${guess.kind}`, { network: label })}</span>
              <span className="hash-text">{text('search.goTo', { what: shorten(guess.value) })}</span>
            </button>
          ))}
        </div>
      )}
    </search>
  );
}

const shorten = (value: string): string => (value.length > 24 ? `${value.slice(0, 10)}…${value.slice(-10)}` : value);
