import type { ChannelLifetime, LifetimeEvent } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../lightning.module.css';
import { Capacity, FeePpm, Msat, NodeLink } from '../lightning-figures.tsx';
import { lightningPage } from '../lightning-url.ts';
import type { LifetimeRow } from './lifetime.ts';

const eventTexts = {
  opened: 'lightning.life.opened',
  policy: 'lightning.life.policy',
  spliced: 'lightning.life.spliced',
  closed: 'lightning.life.closed',
} as const satisfies Record<LifetimeEvent['type'], TextId>;
const eventBadges = { opened: 'ok', policy: 'off', spliced: 'info', closed: 'bad' } as const;

/** Lists the events of a channel. */
export function LifetimeTable({ rows, nodes }: { rows: readonly LifetimeRow[]; nodes: ChannelLifetime['nodes'] }) {
  const text = useText();
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable} ${styles.wideEnds}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th scope="col">{text('lightning.life.time')}</th>
          <th scope="col">{text('lightning.life.event')}</th>
          <th scope="col">{text('lightning.node')}</th>
          <th scope="col">{text('lightning.life.what')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ event, before }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same content
          <tr key={at}>
            <td data-label={text('lightning.life.time')}>
              <Moment time={event.time} withAge={false} />
            </td>
            <td data-label={text('lightning.life.event')}>
              <span className={`badge ${eventBadges[event.type]}`}>{text(eventTexts[event.type])}</span>
            </td>
            <td data-label={text('lightning.node')} className={event.public_key === null ? undefined : styles.nameCell}>
              {event.public_key === null ? (
                <span className="quiet">–</span>
              ) : (
                <NodeLink
                  publicKey={event.public_key}
                  alias={nodes.find(({ public_key }) => public_key === event.public_key)?.alias ?? ''}
                />
              )}
            </td>
            <td data-label={text('lightning.life.what')}>
              <What event={event} before={before} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function What({ event, before }: LifetimeRow) {
  const text = useText();
  const { prefix } = usePlace();
  if (event.type === 'policy') return <PolicyWords event={event} before={before} />;
  return (
    <span className={styles.keyed}>
      {event.capacity !== null && <Capacity sats={event.capacity} />}
      {event.reason !== null && <span>{text(`lightning.closed.${event.reason}`)}</span>}
      {event.type === 'spliced' && (
        <Link to={lightningPage.channel(prefix, event.short_id)} className="figure">
          {event.short_id}
        </Link>
      )}
      {event.txid !== null && (
        <Hash value={event.txid} to={page.tx(prefix, event.txid)} tail={8} className={styles.shortHash} />
      )}
    </span>
  );
}

/** Shows a policy with the values that it replaced. */
function PolicyWords({ event, before }: LifetimeRow) {
  const text = useText();
  const hasFeeBefore = before !== undefined && before.fee_rate !== event.fee_rate;
  const hasBaseBefore = before !== undefined && before.base_fee_mtokens !== event.base_fee_mtokens;
  return (
    <span className={styles.keyed}>
      <span>
        {hasFeeBefore && (
          <>
            <del className="quiet figure">{before.fee_rate}</del>{' '}
          </>
        )}
        <FeePpm ppm={event.fee_rate} />
      </span>
      <span>
        {hasBaseBefore && (
          <>
            <del className="quiet figure">{before.base_fee_mtokens}</del>{' '}
          </>
        )}
        <Msat msat={event.base_fee_mtokens} />
      </span>
      {event.is_disabled === true && <span className="badge off">{text('lightning.life.disabled')}</span>}
      {(event.changes ?? 0) > 1 && (
        <span className="quiet">{text('lightning.life.changes', { count: event.changes ?? 0 })}</span>
      )}
    </span>
  );
}
