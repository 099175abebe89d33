import type { GeoNode } from '@glassblock/contract';
import { useTimestamp } from '../../context/zone.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import listStyles from '../../ui/list.module.css';
import styles from '../lightning/lightning.module.css';
import { Capacity, NodeLink } from '../lightning/lightning-figures.tsx';
import { placeWords } from './places.ts';

/** A row of the table. */
export type GeoRow = Pick<
  GeoNode,
  'public_key' | 'alias' | 'capacity' | 'channels' | 'first_seen' | 'updated_at' | 'city' | 'country'
>;

/** Lists nodes of a country or a provider. */
export function GeoNodeTable({ nodes }: { nodes: readonly GeoRow[] }) {
  const text = useText();
  const timestamp = useTimestamp();
  const day = (time: number | null) => (time === null || time === 0 ? '–' : timestamp(time).slice(0, 10));
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${styles.wideStart}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('lightning.alias')}</th>
          <th scope="col">{text('lightning.place')}</th>
          {(['firstSeen', 'updated', 'capacity', 'channels'] as const).map((name) => (
            <th key={name} scope="col" className={listStyles.number}>
              {text(`lightning.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={node.public_key}>
            <td data-label={text('lightning.alias')} className={styles.nameCell}>
              <NodeLink publicKey={node.public_key} alias={node.alias} />
            </td>
            <td data-label={text('lightning.place')}>{placeWords(node) || text('lightning.place.unknown')}</td>
            <td data-label={text('lightning.firstSeen')} className={`${listStyles.number} figure`}>
              {day(node.first_seen)}
            </td>
            <td data-label={text('lightning.updated')} className={`${listStyles.number} figure`}>
              {day(node.updated_at)}
            </td>
            <td data-label={text('lightning.capacity')} className={listStyles.number}>
              <Capacity sats={node.capacity} />
            </td>
            <td data-label={text('lightning.channels')} className={`${listStyles.number} figure`}>
              {count(node.channels)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
