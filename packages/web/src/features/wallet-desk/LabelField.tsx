import { useText } from '../../messages/use-text.ts';
import { type LabelType, labelKey, maxLabelLength } from '../../wallet/labels.ts';
import styles from './desk.module.css';
import type { LabelStore } from './use-labels.ts';

/** Edits a label; stored on blur. */
export function LabelField(props: { store: LabelStore; type: LabelType; subject: string }) {
  const { store, type, subject } = props;
  const text = useText();
  const known = store.labels.get(labelKey(type, subject))?.label ?? '';
  return (
    <input
      key={known}
      className={styles.labelField}
      type="text"
      dir="auto"
      maxLength={maxLabelLength}
      autoComplete="off"
      placeholder={text('desk.label.add')}
      defaultValue={known}
      aria-label={text('desk.label.of', { subject })}
      onBlur={(event) => {
        if (event.target.value.trim() !== known) store.write(type, subject, event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
