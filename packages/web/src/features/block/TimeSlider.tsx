import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { usePlace } from '../../context/site-context.ts';
import { isoTime } from '../../format/age.ts';
import { useText } from '../../messages/use-text.ts';
import { Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import blockStyles from './block.module.css';

const minute = 60;
/** Range of the slider, seconds. */
const reach = 86_400;
const settleMs = 250;

/**
 * Selects an earlier minute of the projected block; a form without JavaScript.
 * @param at Unix seconds; undefined: live
 */
export function TimeSlider({ index, at }: { index: number; at: number | undefined }) {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const newest = Math.floor(useNow() / 1000 / minute) * minute;
  const [moved, setMoved] = useState<number>();
  const oldest = Math.min(newest - reach, at ?? newest);
  const value = moved ?? at ?? newest;

  useEffect(() => {
    if (moved === undefined) return;
    const timer = setTimeout(() => {
      setMoved(undefined);
      const target = moved >= newest ? undefined : moved;
      void navigate(page.mempoolBlock(prefix, index, target), { replace: true, preventScrollReset: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [moved, newest, navigate, prefix, index]);

  return (
    <form method="get" className={blockStyles.pastSlider} aria-label={text('past.title')}>
      <label htmlFor="past-at">{text('past.title')}</label>
      <input
        id="past-at"
        type="range"
        name="at"
        min={oldest}
        max={newest}
        step={minute}
        value={value}
        aria-valuetext={value >= newest ? text('past.now') : isoTime(value)}
        onChange={(event) => setMoved(Number(event.target.value))}
      />
      <output htmlFor="past-at">{value >= newest ? text('past.now') : <Moment time={value} withAge={false} />}</output>
      <button type="submit" className="button no-js-only">
        {text('past.show')}
      </button>
      {at !== undefined && (
        <Link className="button" to={page.mempoolBlock(prefix, index)} preventScrollReset>
          {text('past.live')}
        </Link>
      )}
      <p className="quiet">{text('past.reach')}</p>
    </form>
  );
}
