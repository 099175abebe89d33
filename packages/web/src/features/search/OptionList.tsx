import { useEffect, useRef } from 'react';
import { MatchedAddress } from './MatchedAddress.tsx';
import { type Option, optionId } from './option.ts';
import searchStyles from './search.module.css';

/** Shows options by group; the input keeps the focus and names the active option. */
export function OptionList(props: {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onPoint: (place: number) => void;
  onPick: (place: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[props.active]?.scrollIntoView({ block: 'nearest' });
  }, [props.active]);
  return (
    <div
      className={searchStyles.optionList}
      data-part="option-list"
      role="listbox"
      id={props.id}
      aria-label={props.label}
      ref={list}
    >
      {props.options.map((option, place) => [
        props.options[place - 1]?.group !== option.group && (
          <span
            className={searchStyles.optionGroup}
            data-part="option-group"
            role="presentation"
            key={`of ${option.group}`}
          >
            {option.group}
          </span>
        ),
        <button
          key={option.key}
          id={optionId(props.id, place)}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={place === props.active}
          aria-disabled={option.away}
          className={`dropdown-item ${searchStyles.dropdownItem} ${place === props.active ? `active ${searchStyles.active}` : ''} ${option.away ? searchStyles.away : ''}`}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => place !== props.active && props.onPoint(place)}
          onClick={() => props.onPick(place)}
        >
          {option.prefixLength === undefined ? (
            <span>{option.text}</span>
          ) : (
            <MatchedAddress text={option.text} prefixLength={option.prefixLength} />
          )}
          {option.note !== undefined && <span className="quiet">{option.note}</span>}
        </button>,
      ])}
    </div>
  );
}
