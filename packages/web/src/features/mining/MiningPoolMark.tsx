import { miningPoolColourName } from './mining-pool-colour.ts';

/** A pool's mark: its colour and its initial, which no selection and no search takes for a part of the name. We show no logos
 *  of companies. */
export function MiningPoolMark({ slug, name, large = false }: { slug: string; name: string; large?: boolean }) {
  const [initial = '?'] = slug === 'unknown' ? [] : (name.match(/[\p{L}\p{N}]/u) ?? []);
  return (
    <i
      className={`pool-mark pool-${miningPoolColourName(slug)} ${large ? 'large' : ''}`}
      data-initial={initial.toUpperCase()}
      aria-hidden="true"
    />
  );
}
