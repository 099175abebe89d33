import { use, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { PriceContext } from '../../context/price.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { hasAccelerations, hasLightning, hasPrices } from '../../data/site/site.ts';
import texts from '../../messages/en.json?palette';
import { useText } from '../../messages/use-text.ts';
import formStyles from '../../ui/form.module.css';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { passToDesk } from '../../wallet/pending-input.ts';
import { type Command, commands, fitting } from './commands.ts';
import { OptionList, optionId } from './OptionList.tsx';
import styles from './palette.module.css';
import { useChoice } from './use-choice.ts';
import { useFound } from './use-found.ts';
import { maxSearchLength } from './use-search-keys.ts';

const listId = 'palette-found';

/** Command palette: search results, pages, networks and settings in one list. Loaded when opened. */
export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <MoreTexts texts={texts}>
      <Dialog onClose={onClose} />
    </MoreTexts>
  );
}

function Dialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      data-cy="palette"
      onClose={onClose}
      aria-label={text('palette.title')}
    >
      <Inside close={() => dialog.current?.close()} />
    </dialog>
  );
}

function Inside({ close }: { close: () => void }) {
  const text = useText();
  const { network, prefix } = usePlace();
  const site = useSite();
  const { rootNetwork, networks, fixedTheme, mining = false, audit = false } = site;
  const isPriced = use(PriceContext) !== undefined;
  const { preferences, change } = usePreferences();
  const navigate = useNavigate();
  const { pathname: path } = useLocation();
  const [typed, setTyped] = useState('');
  const found: Command[] = useFound(typed).rows.map((row) => ({
    ...row,
    run() {
      if (row.wallet !== undefined) passToDesk(row.wallet);
      if (row.to !== undefined) void navigate(row.to);
    },
  }));
  const all = commands({
    text,
    prefix,
    path,
    rootNetwork,
    network,
    networks,
    has: {
      mining,
      health: mining && audit,
      accelerations: hasAccelerations(site, network),
      price: hasPrices(site, network) && isPriced,
      lightning: hasLightning(site, network),
    },
    fixedTheme,
    preferences,
    change,
    navigate,
    copyAddress: () => void navigator.clipboard.writeText(window.location.href),
  });
  const options = [...found, ...fitting(all, typed)];
  const choice = useChoice(typed, options.length);
  const pick = (place: number) => {
    const option = options[place];
    if (option === undefined || option.away) return;
    close();
    option.run();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pick(choice.active);
      }}
    >
      <input
        className={`form-control ${formStyles.formControl}`}
        type="search"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? optionId(listId, choice.active) : undefined}
        aria-label={text('palette.title')}
        placeholder={text('palette.placeholder')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (choice.key(event.key)) event.preventDefault();
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxSearchLength}
      />
      {options.length === 0 ? (
        <p className="quiet" role="status">
          {text('palette.none')}
        </p>
      ) : (
        <OptionList
          id={listId}
          label={text('palette.title')}
          options={options}
          active={choice.active}
          onPoint={choice.set}
          onPick={pick}
        />
      )}
    </form>
  );
}
