import type { GeographyState } from '@glassblock/contract';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';

/** Shows which geographic file is missing, and that places are simulated. */
export function GeographyNote({ geography }: { geography: GeographyState | undefined }) {
  const text = useText();
  const sentence = geography?.missing ?? (geography?.simulated ? text('lightning.simulated') : undefined);
  if (sentence === undefined) return null;
  return (
    <p className={`${bannerStyles.banner} info`} data-part="banner" role="status">
      {sentence}
    </p>
  );
}
