import type { RefObject } from 'react';
import { usePreferences } from '../../context/preferences.tsx';
import type { Preferences } from '../../data/preferences.ts';
import { useText } from '../../messages/use-text.ts';
import { BitcoinIcon, SizeIcon, SwapIcon } from '../../ui/icons.tsx';
import stripStyles from './strip.module.css';
import { canAnimate } from './use-slide.ts';

/** Separates projected from mined blocks, with switches of the cubes' labels and of the direction of time. */
export function Divider({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const text = useText();
  const { preferences, change } = usePreferences();
  const { ltr } = preferences;
  const showsSize = preferences.blockDisplay === 'size';
  const turn = (axis: 'X' | 'Y', choice: Partial<Preferences>) => {
    const box = scroller.current;
    const make = () => change(choice);
    if (box === null || !canAnimate()) return make();
    import('./flip.ts').then(({ flip }) => flip(box, axis, make)).catch(make);
  };
  const modeTitle = text(showsSize ? 'strip.showFees' : 'strip.showSizes');
  const timeTitle = text(ltr ? 'strip.newestLeft' : 'strip.newestRight');
  return (
    <div id="divider">
      <button
        type="button"
        className={`block-display-toggle ${stripStyles.blockDisplayToggle} icon-button js-only`}
        title={modeTitle}
        aria-label={modeTitle}
        onClick={() => turn('X', { blockDisplay: showsSize ? 'fees' : 'size' })}
      >
        {showsSize ? <BitcoinIcon /> : <SizeIcon />}
      </button>
      <span className={stripStyles.dividerLine} />
      <button
        type="button"
        className={`time-toggle ${stripStyles.timeToggle} icon-button js-only`}
        title={timeTitle}
        aria-label={timeTitle}
        onClick={() => turn('Y', { ltr: !ltr })}
      >
        <SwapIcon />
      </button>
    </div>
  );
}
