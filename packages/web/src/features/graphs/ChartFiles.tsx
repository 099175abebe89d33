import type { Ref } from 'react';
import graphsStyles from './graphs.module.css';

/**
 * Links and buttons that save the values of a chart as CSV, and the chart as a picture.
 * @param props.csv URL of the values and name of the file, or the function that saves them
 * @param props.onPicture absent: there is no picture
 */
export function ChartFiles(props: {
  csv: { href: string; fileName: string } | (() => void);
  onPicture?: false | ((kind: 'png' | 'svg') => Promise<void>);
  ref?: Ref<HTMLSpanElement>;
}) {
  const { csv, onPicture } = props;
  return (
    <span className={graphsStyles.chartFiles} data-part="chart-files" ref={props.ref}>
      {typeof csv === 'function' ? (
        <button type="button" className="js-only" onClick={csv}>
          CSV
        </button>
      ) : (
        <a href={csv.href} download={csv.fileName}>
          CSV
        </a>
      )}
      {onPicture &&
        (['png', 'svg'] as const).map((kind) => (
          <button key={kind} type="button" className="js-only" onClick={() => void onPicture(kind)}>
            {kind.toUpperCase()}
          </button>
        ))}
    </span>
  );
}
