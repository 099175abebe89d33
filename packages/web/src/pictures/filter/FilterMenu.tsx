import { useRef, useState } from 'react';
import { type TextId, useText } from '../../messages/use-text.ts';
import filterStyles from './filter.module.css';
import {
  filterGroups,
  filterModes,
  importantFilters,
  noFilter,
  type PictureFilter,
  type PictureKind,
  tints,
  toggled,
} from './filter.ts';

/**
 * Shows the filters by group, how they are combined, and the color modes; the important ones first where there is
 * little room.
 */
export default function FilterMenu(props: {
  id: string;
  filter: PictureFilter;
  onChange(filter: PictureFilter): void;
  kind: PictureKind;
  /** Show the other filters on request only. */
  isShort: boolean;
}) {
  const text = useText();
  const { filter, onChange, kind } = props;
  const [isShort, setShort] = useState(props.isShort);
  const menu = useRef<HTMLElement>(null);
  const chip = (key: string) => (
    <button
      key={key}
      type="button"
      className={filterStyles.chip}
      data-part="chip"
      aria-pressed={filter.keys.includes(key)}
      onClick={() => onChange(toggled(filter, key))}
    >
      {text(`filter.${key}` as TextId)}
    </button>
  );
  return (
    <section
      className={filterStyles.filterMenu}
      data-part="filter-menu"
      id={props.id}
      ref={menu}
      tabIndex={-1}
      aria-label={text('filter.title')}
    >
      <div className={filterStyles.filterChoices}>
        <Choice
          name={`${props.id}match`}
          label={text('filter.match')}
          options={filterModes.map((mode) => ({ value: mode, label: text(`filter.mode.${mode}`) }))}
          value={filter.mode}
          onChange={(mode) => onChange({ ...filter, mode })}
        />
        <Choice
          name={`${props.id}tint`}
          label={text('filter.tint')}
          options={tints.map((tint) => ({ value: tint, label: text(`filter.tint.${tint}`) }))}
          value={filter.tint}
          onChange={(tint) => onChange({ ...filter, tint })}
        />
      </div>
      {isShort ? (
        <fieldset className={filterStyles.filterGroup}>
          <legend className="sr-only">{text('filter.title')}</legend>
          {importantFilters(kind, filter.keys).map(({ key }) => chip(key))}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setShort(false);
              // the button is removed: the keyboard focus stays in the menu
              menu.current?.focus();
            }}
          >
            {text('filter.more')}
          </button>
        </fieldset>
      ) : (
        filterGroups(kind).map(({ group, rows }) => (
          <fieldset key={group} className={filterStyles.filterGroup}>
            <legend>{text(`filter.group.${group}`)}</legend>
            {rows.map(({ key }) => chip(key))}
          </fieldset>
        ))
      )}
      <p className={filterStyles.filterFoot}>
        <span className="quiet">{text('filter.shared')}</span>
        <button type="button" className="link-button" onClick={() => onChange(noFilter)}>
          {text('filter.clear')}
        </button>
      </p>
    </section>
  );
}

function Choice<T extends string>(props: {
  name: string;
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
}) {
  return (
    <fieldset className={filterStyles.filterChoice}>
      <legend>{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
