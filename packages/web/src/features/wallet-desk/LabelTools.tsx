import { useRef, useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { save } from '../../ui/save.ts';
import { writeLabels } from '../../wallet/labels.ts';
import styles from './desk.module.css';
import type { LabelStore } from './use-labels.ts';

/** Imports, exports and deletes labels. */
export function LabelTools({ store }: { store: LabelStore }) {
  const text = useText();
  const file = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const [isDeleteConfirmed, setDeleteConfirmed] = useState(false);
  const take = async (input: HTMLInputElement) => {
    const given = input.files?.[0];
    if (given === undefined) return;
    setMessage(text('desk.labels.imported', store.take(await given.text())));
    input.value = '';
  };
  return (
    <Card title={text('desk.labels')} id="desk-labels">
      <p className="quiet">{text('desk.labels.note', { count: store.labels.size })}</p>
      <p className={styles.buttons}>
        <input
          ref={file}
          type="file"
          accept=".jsonl,.json,.txt,application/json"
          aria-label={text('desk.labels.import')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void take(event.currentTarget)}
        />
        <button type="button" className="button" onClick={() => file.current?.click()}>
          {text('desk.labels.import')}
        </button>
        {store.labels.size > 0 && (
          <>
            <button
              type="button"
              className="button"
              onClick={() => save('labels.jsonl', new Blob([writeLabels(store.labels)], { type: 'application/jsonl' }))}
            >
              {text('desk.labels.export')}
            </button>
            <button
              type="button"
              className="button"
              onBlur={() => setDeleteConfirmed(false)}
              onClick={() => {
                if (isDeleteConfirmed) store.forget();
                setDeleteConfirmed(!isDeleteConfirmed);
              }}
            >
              {text(isDeleteConfirmed ? 'desk.labels.sure' : 'desk.labels.forget')}
            </button>
          </>
        )}
      </p>
      <p role="status" className={store.isStored ? 'quiet' : 'loss'}>
        {store.isStored ? message : text('desk.labels.full')}
      </p>
    </Card>
  );
}
