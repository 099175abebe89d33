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
  const [said, setSaid] = useState('');
  const [isCertain, setSure] = useState(false);
  const take = async (input: HTMLInputElement) => {
    const given = input.files?.[0];
    if (given === undefined) return;
    setSaid(text('desk.labels.imported', store.take(await given.text())));
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
              onBlur={() => setSure(false)}
              onClick={() => {
                if (isCertain) store.forget();
                setSure(!isCertain);
              }}
            >
              {text(isCertain ? 'desk.labels.sure' : 'desk.labels.forget')}
            </button>
          </>
        )}
      </p>
      <p role="status" className={store.isStored ? 'quiet' : 'loss'}>
        {store.isStored ? said : text('desk.labels.full')}
      </p>
    </Card>
  );
}
