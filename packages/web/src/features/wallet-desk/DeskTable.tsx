import { csvOf } from '@glassblock/primitives/csv';
import { useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import listStyles from '../../ui/list.module.css';
import { save } from '../../ui/save.ts';
import styles from './desk.module.css';

const firstRows = 25;
const moreRows = 200;

/** A column: title, whether it is numeric, its cell, and its value in a file. */
export interface Column<T> {
  name: string;
  isNumber?: boolean;
  cell(row: T): React.ReactNode;
  csv(row: T): string | number | undefined;
}

/** Shows some rows, more on request, and all of them as CSV. */
export function DeskTable<T>(props: {
  id: string;
  title: string;
  none: string;
  rows: readonly T[];
  keyOf(row: T): string;
  columns: readonly Column<T>[];
}) {
  const { id, title, rows, columns } = props;
  const text = useText();
  const [shown, setShown] = useState(firstRows);
  const download = () =>
    save(
      `${id}.csv`,
      new Blob([csvOf([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ csv }) => csv(row)))])], {
        type: 'text/csv',
      }),
    );
  return (
    <Card
      title={title}
      id={id}
      aside={
        rows.length > 0 && (
          <button type="button" className="link-button" aria-label={text('desk.csv.of', { title })} onClick={download}>
            {text('desk.csv')}
          </button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="quiet">{props.none}</p>
      ) : (
        <table className={`${listStyles.list} ${styles.table}`} data-part="list">
          <thead>
            <tr>
              {columns.map(({ name, isNumber }) => (
                <th key={name} scope="col" className={isNumber ? `${listStyles.number} ${styles.number}` : ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={props.keyOf(row)}>
                {columns.map(({ name, isNumber, cell }) => (
                  <td key={name} data-label={name} className={isNumber ? `${listStyles.number} ${styles.number}` : ''}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown && (
        <button type="button" className="link-button" onClick={() => setShown(shown + moreRows)}>
          {text('desk.more', { count: Math.min(moreRows, rows.length - shown) })}
        </button>
      )}
    </Card>
  );
}
