import { useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useText } from '../../../messages/use-text.ts';
import formStyles from '../../../ui/form.module.css';
import { useChoice } from '../../search/hooks/use-choice.ts';
import { OptionList } from '../../search/OptionList.tsx';
import { optionId } from '../../search/option.ts';
import { assetOption, useAssetMatches } from '../frame/use-asset-matches.ts';
import { liquidPage } from '../liquid-url.ts';
import styles from './assets.module.css';

const listId = 'assets-found';
const maxLetters = 64;

/** Finds assets of the registry by name, ticker, domain or id; without JavaScript a form that lists them. */
export function AssetSearch({ query }: { query: string }) {
  const text = useText();
  const navigate = useNavigate();
  const action = useHref('/assets/all');
  const [typed, setTyped] = useState(query);
  const [isOpen, setOpen] = useState(false);
  const matches = useAssetMatches(isOpen ? typed.trim() : '');
  const choice = useChoice(typed, matches.length);
  const isShown = isOpen && matches.length > 0;
  const pick = (place: number) => {
    const match = matches[place];
    if (match === undefined) return;
    setOpen(false);
    void navigate(liquidPage.asset(match.asset_id));
  };
  return (
    <form
      className={styles.search}
      action={action}
      method="get"
      onSubmit={(event) => {
        if (!isShown) return;
        event.preventDefault();
        pick(choice.active);
      }}
    >
      <input
        className={`form-control ${formStyles.formControl}`}
        type="search"
        name="q"
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
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
          else if (isShown && choice.key(event.key)) event.preventDefault();
        }}
        placeholder={text('liquid.assets.search')}
        aria-label={text('liquid.assets.search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLetters}
      />
      <button type="button" className="button js-only" disabled={typed === ''} onClick={() => setTyped('')}>
        {text('liquid.assets.clear')}
      </button>
      {isShown && (
        <div className={styles.found}>
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
    </form>
  );
}
