import { useText } from '../../messages/use-text.ts';
import type { Tint } from '../filter/filter.ts';
import { markColours, type PictureMark, typeClasses } from '../render/paint.ts';

const legendSteps = ['0', '1', '2', '4', '8', '15', '30', '60', '120', '300'] as const;

/** Explains the colors, always with numbers or names. */
export function Legend(props: { tint: Tint; marks: readonly PictureMark[]; accelerated: boolean }) {
  const text = useText();
  const { tint } = props;
  return (
    <div className="legend">
      {tint === 'type' ? (
        <>
          <span className="quiet">{text('picture.legend.type')}</span>
          <ul className="legend-types">
            {typeClasses.map(({ name }, place) => (
              <li key={name}>
                <i className={`type-bg-${place}`} aria-hidden="true" />
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
        <ul className="legend-types">
          {props.marks.map((mark) => (
            <li key={mark} title={text(`compare.why.${mark}`)}>
              <i className={`${markColours[mark] ?? 'faded'}-bg`} aria-hidden="true" />
              {text(`compare.mark.${mark}`)}
            </li>
          ))}
          {props.accelerated && (
            <li>
              <i className="accelerated-bg" aria-hidden="true" />
              {text('filter.acceleration')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
