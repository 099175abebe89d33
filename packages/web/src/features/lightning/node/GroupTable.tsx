import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import type { GeoRow } from '../../lightning-places/GeoNodeTable.tsx';
import { placeWords } from '../../lightning-places/places.ts';
import styles from '../lightning.module.css';
import { Capacity, NodeLink } from '../lightning-figures.tsx';
import { lightningPage } from '../lightning-url.ts';
import { AddressTools } from './AddressTools.tsx';
import { offeredTypes, type SocketType, socketType } from './sockets.ts';

/** A row of the table. */
export type GroupRow = GeoRow & {
  /** `host:port` of each announced address. */
  sockets: readonly string[];
};

/** Links one kind of addresses each. @param shown the kind in the list */
export function AddressKinds({ slug, rows, shown }: { slug: string; rows: readonly GroupRow[]; shown: SocketType }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <nav className={styles.tabs} aria-label={text('lightning.connect')}>
      {offeredTypes(rows.map(({ sockets }) => sockets)).map((type) => (
        <Link
          key={type}
          to={lightningPage.group(prefix, slug, type)}
          preventScrollReset
          replace
          {...(type === shown && { 'aria-current': 'true' as const })}
        >
          {text(`lightning.socket.${type}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Lists the nodes of a group with an address of a kind to connect to. */
export function GroupTable({ rows, shown }: { rows: readonly GroupRow[]; shown: SocketType | undefined }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${styles.group}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('lightning.alias')}</th>
          <th scope="col">{text('lightning.address')}</th>
          <th scope="col">{text('lightning.place')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const socket = row.sockets.find((each) => socketType(each) === shown);
          return (
            <tr key={row.public_key}>
              <td data-label={text('lightning.alias')} className={styles.nameCell}>
                <NodeLink publicKey={row.public_key} alias={row.alias} />
                <span className={`${styles.socketPlace} quiet`}>
                  {text('lightning.map.channels', { count: row.channels, number: count(row.channels) })},{' '}
                  <Capacity sats={row.capacity} />
                </span>
              </td>
              <td data-label={text('lightning.address')}>
                {socket === undefined ? (
                  '–'
                ) : (
                  <span className={styles.connect}>
                    <code className={`code ${styles.connectText}`} title={`${row.public_key}@${socket}`}>
                      {socket}
                    </code>
                    <AddressTools publicKey={row.public_key} socket={socket} />
                  </span>
                )}
              </td>
              <td data-label={text('lightning.place')}>{placeWords(row) || text('lightning.place.unknown')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
