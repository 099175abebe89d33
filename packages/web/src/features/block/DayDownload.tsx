import { useNow } from '../../context/clock.ts';
import { usePlace, useSite } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { api } from '../../url.ts';
import styles from './day-download.module.css';

/**
 * Returns a date as YYYY-MM-DD (UTC).
 * @param time ms
 */
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A form that downloads all blocks of a day. */
export function DayDownload() {
  const text = useText();
  const { prefix } = usePlace();
  const { basePath } = useSite();
  const today = isoDay(useNow());
  return (
    <form className={styles.dayDownload} action={basePath.slice(0, -1) + api.dayBlocks(prefix)} method="get">
      <strong>{text('blocks.day')}</strong>
      <label>
        {text('blocks.day.label')}{' '}
        <input type="date" name="day" defaultValue={today} min="2009-01-03" max={today} required />
      </label>
      <button type="submit" name="format" value="csv" className="button">
        CSV
      </button>
      <button type="submit" name="format" value="json" className="button">
        JSON
      </button>
    </form>
  );
}
