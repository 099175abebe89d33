import { type RefObject, useRef } from 'react';
import formStyles from '../../ui/form.module.css';
import { maxSearchLength } from './hooks/use-search-keys.ts';

/** The input of the search; a list of options is open while one is active. */
export function SearchField(props: {
  field: RefObject<HTMLInputElement | null>;
  /** Id of the list of options. */
  listId: string;
  placeholder: string;
  label: string;
  typed: string;
  /** Id of the active option. */
  activeId: string | undefined;
  setTyped(text: string): void;
  setOpen(isOpen: boolean): void;
  /** Returns true for a key that the list of options used. */
  onKey(key: string): boolean;
}) {
  const { field, setTyped, setOpen } = props;
  /** A click on a row blurs the input before the row receives it. */
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <input
      ref={field}
      className={`form-control ${formStyles.formControl}`}
      name="q"
      type="search"
      // identifiers and the placeholder are read from the left in every direction
      dir="auto"
      role="combobox"
      aria-expanded={props.activeId !== undefined}
      aria-controls={props.listId}
      aria-autocomplete="list"
      aria-activedescendant={props.activeId}
      value={props.typed}
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
        } else if (props.onKey(event.key)) event.preventDefault();
      }}
      placeholder={props.placeholder}
      aria-label={props.label}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={maxSearchLength}
    />
  );
}
