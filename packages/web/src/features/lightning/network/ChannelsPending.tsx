import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';

/** States that the channels are still looked up in the index: capacities are not known yet. */
export function ChannelsPending({ isPending }: { isPending: boolean }) {
  const text = useText();
  if (!isPending) return null;
  return (
    <p className={`${bannerStyles.banner} info`} data-part="banner" role="status">
      {text('lightning.indexing')}
    </p>
  );
}
