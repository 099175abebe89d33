import { miningPoolColourName } from './mining-pool-colour.ts';
import markStyles from './mining-pool-mark.module.css';

/**
 * Shows the color and the initial of a mining pool; the initial cannot be selected or searched. We show no company
 * logos.
 */
export function MiningPoolMark({ slug, name, large = false }: { slug: string; name: string; large?: boolean }) {
  const [initial = '?'] = slug === 'unknown' ? [] : (name.match(/[\p{L}\p{N}]/u) ?? []);
  return (
    <i
      className={`${markStyles.poolMark} ${large ? markStyles.large : ''}`}
      data-pool-colour={miningPoolColourName(slug)}
      data-initial={initial.toUpperCase()}
      aria-hidden="true"
    />
  );
}
