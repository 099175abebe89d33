import { Suspense, useEffect, useRef, useState } from 'react';
import { useHref, useLocation, useNavigation } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useSetSearchedTxid } from '../../context/view-store.ts';
import { useText } from '../../messages/use-text.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';
import { passToDesk } from '../../wallet/pending-input.ts';
import { useChoice } from './hooks/use-choice.ts';
import { useFound } from './hooks/use-found.ts';
import { useOpenPath } from './hooks/use-open-path.ts';
import { useSearchKeys } from './hooks/use-search-keys.ts';
import { optionId } from './option.ts';
import type { SearchRow } from './rows.ts';
import { SearchField } from './SearchField.tsx';
import searchStyles from './search.module.css';

const listId = 'search-found';
const SearchResults = lazyComponent(() => import('./SearchResults.tsx'));
const Palette = lazyComponent(() => import('./palette/Palette.tsx'));

/**
 * Finds heights, dates, hashes, transactions, outputs and addresses, also of other networks. Without JavaScript it is a
 * form that opens the search page; it is posted, since a pasted key must not be in a URL.
 */
export function Search() {
  const text = useText();
  const { prefix } = usePlace();
  // With base path and language of the page.
  const action = useHref(page.search(prefix));
  const open = useOpenPath();
  const busy = useNavigation().state !== 'idle';
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { rows, sentence } = useFound(typed);
  const choice = useChoice(typed, rows.length);
  const asked = typed.trim() !== '';
  const shown = isOpen && asked;
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  const isHome = pathname === page.home(prefix) || pathname === `${page.home(prefix)}/`;

  useSearchKeys(field, {
    palette: () => setPalette(true),
    paste(pasted) {
      setTyped(pasted);
      setOpen(true);
    },
  });

  // a full txid is highlighted in the block pictures of the page
  useSetSearchedTxid(/^[0-9a-f]{64}$/i.exec(typed.trim())?.[0].toLowerCase());

  // on devices with a keyboard the dashboard focuses the search
  useEffect(() => {
    if (isHome && document.activeElement === document.body && matchMedia('(hover: hover) and (pointer: fine)').matches)
      field.current?.focus({ preventScroll: true });
  }, [isHome]);

  const go = ({ to, wallet, network }: Pick<SearchRow, 'to' | 'wallet' | 'network'>) => {
    if (to === undefined) return;
    setOpen(false);
    field.current?.blur();
    if (wallet !== undefined) passToDesk(wallet);
    open(to, network);
  };

  return (
    <search className={searchStyles.search} data-part="search">
      <form
        className={`search-box-container ${searchStyles.searchBoxContainer}`}
        action={action}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (!asked) return;
          const row = rows[choice.active];
          go(shown && row?.to !== undefined ? row : { to: page.search(prefix, typed.trim()) });
        }}
      >
        <SearchField
          field={field}
          listId={listId}
          placeholder={text('search.placeholder')}
          label={text('search.label')}
          typed={typed}
          activeId={shown && rows.length > 0 ? optionId(listId, choice.active) : undefined}
          setTyped={setTyped}
          setOpen={setOpen}
          onKey={(key) => shown && choice.key(key)}
        />
        <span className={searchStyles.keyHint}>/</span>
        <button
          type="submit"
          className={`search-submit ${searchStyles.searchSubmit} icon-button`}
          aria-label={text('search.submit')}
          aria-busy={busy}
        >
          <SearchIcon />
        </button>
      </form>
      {shown && (rows.length > 0 || sentence !== undefined) && (
        <Suspense>
          <SearchResults
            listId={listId}
            rows={rows}
            sentence={sentence}
            active={choice.active}
            onPoint={choice.set}
            onPick={go}
          />
        </Suspense>
      )}
      {palette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </search>
  );
}
