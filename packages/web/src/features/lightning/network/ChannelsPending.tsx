import { use } from 'react';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { PendingContext } from '../lookups.ts';

/** States that funding outputs are still looked up in the index: capacities are unknown or partial. */
export function ChannelsPending() {
  const text = useText();
  if (!use(PendingContext)) return null;
  return (
    <p className={`${bannerStyles.banner} info`} data-part="banner" role="status">
      {text('lightning.indexing')}
    </p>
  );
}
