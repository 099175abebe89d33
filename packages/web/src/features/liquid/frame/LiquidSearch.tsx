import { Suspense, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { page } from '../../../url.ts';
import { isSecret } from '../../../wallet/secret-text.ts';
import { useChoice } from '../../search/hooks/use-choice.ts';
import { useSearchKeys } from '../../search/hooks/use-search-keys.ts';
import { OptionList } from '../../search/OptionList.tsx';
import { optionId } from '../../search/option.ts';
import { SearchField } from '../../search/SearchField.tsx';
import searchStyles from '../../search/search.module.css';
import { liquidPage } from '../liquid-url.ts';
import { assetOption, useAssetMatches } from './use-asset-matches.ts';

const listId = 'search-found';
const Palette = lazyComponent(() => import('./LiquidPalette.tsx'));
const maxRows = 8;

/** Finds blocks, transactions, addresses and assets. Without JavaScript it is a posted form that opens the search page. */
export function LiquidSearch() {
  const text = useText();
  const navigate = useNavigate();
  const action = useHref(page.search(''));
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const matches = useAssetMatches(isOpen ? typed.trim() : '').slice(0, maxRows);
  const choice = useChoice(typed, matches.length);
  const [hasPalette, setPalette] = useState(false);
  useSearchKeys(field, {
    palette: () => setPalette(true),
    paste(pasted) {
      setTyped(pasted);
      setOpen(true);
    },
  });
  const isShown = isOpen && matches.length > 0;
  const isKey = isSecret(typed);
  const go = (to: string) => {
    setOpen(false);
    field.current?.blur();
    void navigate(to);
  };
  const pick = (place: number) => {
    const match = matches[place];
    if (match !== undefined) go(liquidPage.asset(match.asset_id));
  };
  return (
    <search className={searchStyles.search} data-part="search">
      <form
        className={`search-box-container ${searchStyles.searchBoxContainer}`}
        action={action}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '' || isKey) return;
          if (isShown && isText(typed)) pick(choice.active);
          else go(page.search('', typed.trim()));
        }}
      >
        <SearchField
          field={field}
          listId={listId}
          placeholder={text('liquid.search.placeholder')}
          label={text('liquid.search.label')}
          typed={typed}
          activeId={isShown ? optionId(listId, choice.active) : undefined}
          setTyped={setTyped}
          setOpen={setOpen}
          onKey={(key) => isShown && choice.key(key)}
        />
        <span className={searchStyles.keyHint}>/</span>
        <button
          type="submit"
          className={`search-submit ${searchStyles.searchSubmit} icon-button`}
          aria-label={text('search.submit')}
        >
          <SearchIcon />
        </button>
      </form>
      {isKey && (
        <div className={`${searchStyles.searchResults} app-search-results`} data-part="search-results">
          <p role="alert">{text('liquid.search.secret')}</p>
        </div>
      )}
      {isShown && (
        <div className={`${searchStyles.searchResults} app-search-results`} data-part="search-results">
          <OptionList
            id={listId}
            label={text('search.found')}
            options={matches.map((match) => assetOption(match, text('liquid.search.assets')))}
            active={choice.active}
            onPoint={choice.set}
            onPick={pick}
          />
        </div>
      )}
      {hasPalette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </search>
  );
}

/** Heights, hashes and addresses are not names of assets. */
const isText = (typed: string): boolean => !/^\s*(\d+|[0-9a-f]{64}|\w{26,})\s*$/i.test(typed);
