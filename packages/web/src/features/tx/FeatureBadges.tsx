import type { Tx } from '@glassblock/contract';
import { percent } from '../../format/amount.ts';
import { type Text, useText } from '../../messages/use-text.ts';
import { type FeatureGains, featureGains } from '../../script/tx-input/feature-gains.ts';
import txStyles from './tx.module.css';

interface Badge {
  name: string;
  tone: 'ok' | 'warn' | 'off';
  words: string;
}

function segwitBadge({ saved, possible }: FeatureGains['segwit'], text: Text): Badge {
  const name = text('feature.segwit');
  if (counts(saved)) {
    return counts(possible)
      ? { name, tone: 'warn', words: text('feature.segwit.part', { percent: share(saved), more: share(possible) }) }
      : { name, tone: 'ok', words: text('feature.segwit.all', { percent: share(saved) }) };
  }
  const words = counts(possible)
    ? text('feature.segwit.none', { more: share(possible) })
    : text('feature.segwit.plain');
  return { name, tone: 'off', words };
}

function taprootBadge({ used, possible }: FeatureGains['taproot'], text: Text): Badge {
  const name = text('feature.taproot');
  if (used) {
    return counts(possible)
      ? { name, tone: 'warn', words: text('feature.taproot.part', { more: share(possible) }) }
      : { name, tone: 'ok', words: text('feature.taproot.all') };
  }
  const words = counts(possible)
    ? text('feature.taproot.none', { more: share(possible) })
    : text('feature.taproot.plain');
  return { name, tone: 'off', words };
}

const share = (value: number): string => percent(100 * value, 0);

/** Returns whether a saving is at least half a percent. */
const counts = (value: number): boolean => value >= 0.005;

/** Minimum heights at which confirmed transactions have a badge; undefined: never. */
export type FeatureHeights = Readonly<Record<'rbf' | 'segwit' | 'taproot', number>>;

/** Shows the features that a transaction uses, and their savings; those not yet active at its height are left out. */
export function FeatureBadges({ tx, heights }: { tx: Tx; heights: FeatureHeights | undefined }) {
  const text = useText();
  const gains = featureGains(tx);
  const height = tx.status.confirmed ? tx.status.block_height : undefined;
  const isMarked = (feature: keyof FeatureHeights): boolean =>
    height === undefined || (heights !== undefined && height >= heights[feature]);
  const badges: Badge[] = [
    ...(isMarked('segwit') ? [segwitBadge(gains.segwit, text)] : []),
    ...(isMarked('taproot') ? [taprootBadge(gains.taproot, text)] : []),
    ...(isMarked('rbf')
      ? [
          {
            name: text('feature.rbf'),
            tone: gains.rbf ? ('ok' as const) : ('off' as const),
            words: text(gains.rbf ? 'feature.rbf.yes' : 'feature.rbf.no'),
          },
        ]
      : []),
  ];
  if (badges.length === 0) return <>–</>;
  return (
    <ul className={txStyles.features}>
      {badges.map(({ name, tone, words }) => (
        <li key={name}>
          <span className={`badge ${tone}`}>{tone === 'off' ? <s>{name}</s> : name}</span>
          <span className="quiet">{words}</span>
        </li>
      ))}
    </ul>
  );
}
