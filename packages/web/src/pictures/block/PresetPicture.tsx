import type { CompressedTx } from '@glassblock/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import rowsStyles from '../../ui/rows.module.css';
import { Amount } from '../../ui/values.tsx';
import filterStyles from '../filter/filter.module.css';
import { filtersAnything, matcher, type PictureFilter, presets } from '../filter/filter.ts';
import { useOwnFilter } from '../filter/own-filter.ts';
import { flagsOf } from '../render/paint.ts';
import { BlockPicture } from './BlockPicture.tsx';
import { Legend } from './Legend.tsx';
import { NextTexts } from './NextTexts.tsx';
import { PictureFrame } from './PictureFrame.tsx';
import pictureStyles from './picture.module.css';

/** Properties of the picture: transactions of the next block, undefined until loaded; children are beside the picture. */
interface PresetPictureProps {
  txs: ReadonlyMap<string, CompressedTx> | undefined;
  children?: ReactNode;
}

/** Shows the next block with a predefined filter, or the visitor's own. */
export default function PresetPicture(props: PresetPictureProps) {
  return (
    <NextTexts>
      <Presets {...props} />
    </NextTexts>
  );
}

const noTxs: ReadonlyMap<string, CompressedTx> = new Map();

function Presets({ txs, children }: PresetPictureProps) {
  const text = useText();
  const [own] = useOwnFilter();
  const [wanted, setWanted] = useState<keyof typeof presets | 'custom'>('all');
  const chosen = wanted === 'custom' && own === undefined ? 'all' : wanted;
  const filter: PictureFilter = chosen === 'custom' ? (own ?? presets.all) : presets[chosen];
  const known = txs ?? noTxs;
  const { matching, weightShare, fees } = useMemo(() => {
    const passes = matcher(filter);
    const sums = { matching: 0, vsize: 0, all: 0, fees: 0 };
    for (const tx of known.values()) {
      sums.all += tx[2];
      if (!passes(flagsOf(tx))) continue;
      sums.matching++;
      sums.vsize += tx[2];
      sums.fees += tx[1];
    }
    return { ...sums, weightShare: sums.all > 0 ? (100 * sums.vsize) / sums.all : 0 };
  }, [known, filter]);
  const names = [...(Object.keys(presets) as (keyof typeof presets)[]), ...(own ? (['custom'] as const) : [])];
  return (
    <div className={pictureStyles.preset}>
      <div className={pictureStyles.presetSide}>
        <fieldset className={pictureStyles.presetNames} data-part="preset-names">
          <legend className="sr-only">{text('filter.title')}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={filterStyles.chip}
              data-part="chip"
              aria-pressed={name === chosen}
              onClick={() => setWanted(name)}
            >
              {text(`filter.preset.${name}`)}
            </button>
          ))}
        </fieldset>
        <p className={pictureStyles.presetCount} data-part="preset-count" role="status">
          {filtersAnything(filter) && (
            <>
              <strong className="figure">{count(matching)}</strong>{' '}
              <span className="quiet">{text('filter.presetCount', { all: known.size })}</span>
            </>
          )}
        </p>
        {filtersAnything(filter) && (
          <dl className={rowsStyles.rows} data-part="rows">
            <div>
              <dt>{text('filter.weightShare')}</dt>
              <dd className="figure">{percent(weightShare)}</dd>
            </div>
            <div>
              <dt>{text('block.totalFees')}</dt>
              <dd>
                <Amount sats={fees} digits={[3, 3]} />
              </dd>
            </div>
          </dl>
        )}
        <p className="quiet">{text(`filter.about.${chosen}`)}</p>
        {!filtersAnything(filter) && children}
        <Legend tint={filter.tint} marks={[]} accelerated={false} />
      </div>
      {txs && txs.size > 0 ? (
        <BlockPicture txs={txs} filter={filter} />
      ) : (
        <PictureFrame sentence={txs ? text('projected.empty') : text('projected.waiting')} />
      )}
    </div>
  );
}
