import { useText } from '../../messages/use-text.ts';
import type { Tint } from '../filter/filter.ts';
import { type MarkColour, markColours, type PictureMark, typeClasses } from '../render/paint.ts';
import pictureStyles from './picture.module.css';

const legendSteps = ['0', '1', '2', '4', '8', '15', '30', '60', '120', '300'] as const;

const typeBackgrounds: Readonly<Record<(typeof typeClasses)[number]['name'], string | undefined>> = {
  taproot: pictureStyles.typeBg0,
  segwit: pictureStyles.typeBg1,
  scriptHash: pictureStyles.typeBg2,
  keyHash: pictureStyles.typeBg3,
  other: pictureStyles.typeBg4,
};

const markBackgrounds: Readonly<Record<MarkColour | 'faded', string | undefined>> = {
  here: pictureStyles.hereBg,
  removed: pictureStyles.removedBg,
  prioritized: pictureStyles.prioritizedBg,
  deprioritized: pictureStyles.deprioritizedBg,
  conflict: pictureStyles.conflictBg,
  accelerated: pictureStyles.acceleratedBg,
  faded: pictureStyles.fadedBg,
};

/** Explains the colors, always with numbers or names. */
export function Legend(props: { tint: Tint; marks: readonly PictureMark[]; accelerated: boolean }) {
  const text = useText();
  const { tint } = props;
  return (
    <div className={pictureStyles.legend}>
      {tint === 'type' ? (
        <>
          <span className="quiet">{text('picture.legend.type')}</span>
          <ul className={pictureStyles.legendTypes} data-part="legend-types">
            {typeClasses.map(({ name }) => (
              <li key={name}>
                <i className={typeBackgrounds[name]} aria-hidden="true" />
                {text(`picture.type.${name}`)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <span className="quiet">
            {text('projected.legend')}
            {tint === 'age' && <> · {text('picture.legend.age')}</>}
          </span>
          <ol>
            {legendSteps.map((step, place) => (
              <li key={step}>
                <i className={`fee-bg-${place}`} aria-hidden="true" />
                {step}
              </li>
            ))}
          </ol>
        </>
      )}
      {(props.marks.length > 0 || props.accelerated) && (
        <ul className={pictureStyles.legendTypes} data-part="legend-types">
          {props.marks.map((mark) => (
            <li key={mark} title={text(`compare.why.${mark}`)}>
              <i className={markBackgrounds[markColours[mark] ?? 'faded']} aria-hidden="true" />
              {text(`compare.mark.${mark}`)}
            </li>
          ))}
          {props.accelerated && (
            <li>
              <i className={pictureStyles.acceleratedBg} aria-hidden="true" />
              {text('filter.acceleration')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
