import type { NodeChannel } from '@glassblock/contract';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import listStyles from '../../../../ui/list.module.css';
import { Moment } from '../../../../ui/values.tsx';
import { ChannelCells, ChannelHeadings } from '../../channel-cells.tsx';
import styles from '../../lightning.module.css';
import { ChannelStatus, ClosingBadge, FeePpm, NodeLink } from '../../lightning-figures.tsx';

/** Lists channels of a node with their other nodes. @param isClosed closing instead of status and fee rate */
export function ChannelTable({ channels, isClosed }: { channels: readonly NodeChannel[]; isClosed: boolean }) {
  const text = useText();
  if (channels.length === 0) return <p className="quiet">{text('lightning.list.none')}</p>;
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('lightning.peer')}</th>
          <th scope="col" className={listStyles.number}>
            {text('lightning.peerChannels')}
          </th>
          <th scope="col" className={styles.apart}>
            {text('lightning.status')}
          </th>
          <th scope="col" className={listStyles.number}>
            {text(isClosed ? 'lightning.closingDate' : 'lightning.feeRate')}
          </th>
          <ChannelHeadings />
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.short_id}>
            <td data-label={text('lightning.peer')} className={styles.nameCell}>
              <NodeLink publicKey={channel.node.public_key} alias={channel.node.alias} />
            </td>
            <td data-label={text('lightning.peerChannels')} className={listStyles.number}>
              <span className="figure">{count(channel.node.channels ?? 0)}</span>
            </td>
            <td data-label={text('lightning.status')} className={styles.apart}>
              {isClosed ? (
                <ClosingBadge reason={channel.closing_reason ?? null} />
              ) : (
                <ChannelStatus status={channel.status ?? 0} />
              )}
            </td>
            <td
              data-label={text(isClosed ? 'lightning.closingDate' : 'lightning.feeRate')}
              className={listStyles.number}
            >
              {!isClosed && <FeePpm ppm={channel.fee_rate ?? null} />}
              {isClosed && typeof channel.closing_date === 'number' && (
                <Moment time={channel.closing_date} withAge={false} />
              )}
            </td>
            <ChannelCells channel={channel} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
