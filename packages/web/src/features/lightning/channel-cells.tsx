import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import listStyles from '../../ui/list.module.css';
import { Capacity } from './lightning-figures.tsx';
import { lightningPage } from './lightning-url.ts';

/** Column headings of capacity and id, the last ones of a list of channels. */
export function ChannelHeadings() {
  const text = useText();
  return (
    <>
      <th scope="col" className={listStyles.number}>
        {text('lightning.capacity')}
      </th>
      <th scope="col" className={listStyles.number}>
        {text('lightning.channelId')}
      </th>
    </>
  );
}

/** Shows the capacity of a channel and links its id, the last cells of a row. */
export function ChannelCells({ channel }: { channel: { short_id: string; capacity: number } }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <>
      <td data-label={text('lightning.capacity')} className={listStyles.number}>
        <Capacity sats={channel.capacity} />
      </td>
      <td data-label={text('lightning.channelId')} className={listStyles.number}>
        <Link to={lightningPage.channel(prefix, channel.short_id)} className="figure">
          {channel.short_id}
        </Link>
      </td>
    </>
  );
}
