import type { AssetMatch } from '@glassblock/contract/liquid';
import { useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { useText } from '../../../messages/use-text.ts';
import formStyles from '../../../ui/form.module.css';
import { useAnswer } from '../../../ui/hooks/use-answer.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { page } from '../../../url.ts';
import { OptionList, optionId } from '../../search/OptionList.tsx';
import searchStyles from '../../search/search.module.css';
import { useChoice } from '../../search/use-choice.ts';
import { useSearchKeys } from '../../search/use-search-keys.ts';
import { liquidApi, liquidPage } from '../liquid-url.ts';

const listId = 'search-found';
/** Shorter texts match too much of the registry. */
const minLetters = 2;
const maxLetters = 64;
const maxRows = 8;

/** Finds blocks, transactions, addresses and assets. Without JavaScript it is a form that opens the search page. */
export function LiquidSearch() {
  const text = useText();
  const navigate = useNavigate();
  const action = useHref(page.search(''));
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const matches = useAssetMatches(isOpen ? typed.trim() : '').slice(0, maxRows);
  const choice = useChoice(typed, matches.length);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSearchKeys(field, {
    palette: () => field.current?.focus(),
    paste(pasted) {
      setTyped(pasted);
      setOpen(true);
    },
  });
  const isShown = isOpen && matches.length > 0;
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
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '') return;
          if (isShown && isText(typed)) pick(choice.active);
          else go(page.search('', typed.trim()));
        }}
      >
        <input
          ref={field}
          className={`form-control ${formStyles.formControl}`}
          name="q"
          type="search"
          dir="auto"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? optionId(listId, choice.active) : undefined}
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
            // a click on a row blurs the input before the row receives it
            closing.current = setTimeout(() => setOpen(false), 150);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setOpen(false);
              field.current?.blur();
            } else if (isShown && choice.key(event.key)) event.preventDefault();
          }}
          placeholder={text('liquid.search.placeholder')}
          aria-label={text('liquid.search.label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
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
    </search>
  );
}

/** Heights, hashes and addresses are not names of assets. */
const isText = (typed: string): boolean => !/^\s*(\d+|[0-9a-f]{64}|\w{26,})\s*$/i.test(typed);

/** Returns the option of a found asset. */
export const assetOption = ({ asset_id: key, name, ticker, domain }: AssetMatch, group: string) => ({
  key,
  group,
  text: ticker === undefined ? name : `${name} (${ticker})`,
  note: domain,
});

/** Returns assets of the registry that match a text; none while it is short, or without a registry. */
export function useAssetMatches(typed: string): readonly AssetMatch[] {
  const prefix = useApiPrefix();
  const isAsked = typed.length >= minLetters && typed.length <= maxLetters;
  const { data } = useAnswer(isAsked ? typed : undefined, () =>
    browserApi().get<AssetMatch[]>(liquidApi.registrySearch(prefix, typed)),
  );
  return isAsked && data?.ok ? data.body : [];
}
