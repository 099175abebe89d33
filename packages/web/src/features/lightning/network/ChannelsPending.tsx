import type { LightningStat } from '@glassblock/contract';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';

/** States that channels are still looked up, while the network has none. @param stat undefined: not loaded */
export function ChannelsPending({ stat }: { stat: LightningStat | undefined }) {
  const text = useText();
  if (stat?.channel_count !== 0) return null;
  return (
    <p className={`${bannerStyles.banner} info`} data-part="banner" role="status">
      {text('lightning.indexing')}
    </p>
  );
}
