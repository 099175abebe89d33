import { useEffect, useRef, useState } from 'react';
import texts from '../../../messages/en.json?palette';
import { useText } from '../../../messages/use-text.ts';
import formStyles from '../../../ui/form.module.css';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { useChoice } from '../hooks/use-choice.ts';
import { maxSearchLength } from '../hooks/use-search-keys.ts';
import { OptionList } from '../OptionList.tsx';
import { optionId } from '../option.ts';
import { type Command, fitting } from './commands.ts';
import styles from './palette.module.css';

const listId = 'palette-found';

/** Options of the palette for a typed text: search results and all commands. */
export type UsePaletteOptions = (typed: string) => { found: readonly Command[]; commands: readonly Command[] };

/** Dialog of the command palette. @param props.useOptions a hook */
export function PaletteDialog(props: { onClose: () => void; useOptions: UsePaletteOptions }) {
  return (
    <MoreTexts texts={texts}>
      <Dialog {...props} />
    </MoreTexts>
  );
}

function Dialog({ onClose, useOptions }: { onClose: () => void; useOptions: UsePaletteOptions }) {
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
      <Inside close={() => dialog.current?.close()} useOptions={useOptions} />
    </dialog>
  );
}

function Inside({ close, useOptions }: { close: () => void; useOptions: UsePaletteOptions }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { found, commands } = useOptions(typed);
  const options = [...found, ...fitting(commands, typed)];
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
