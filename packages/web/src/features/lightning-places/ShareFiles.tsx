import { useRef } from 'react';
import { useSite } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { save } from '../../ui/save.ts';
import { csvUrl } from '../graphs/csv-url.ts';
import graphsStyles from '../graphs/graphs.module.css';
import type { RingShare } from './ring-shares.ts';

/** Saves a ring of shares as a picture, and its values as CSV. @param props.source  path of the values */
export function ShareFiles({ parts, source, name }: { parts: readonly RingShare[]; source: string; name: string }) {
  const text = useText();
  const { basePath } = useSite();
  const row = useRef<HTMLSpanElement>(null);
  const savePicture = async (kind: 'png' | 'svg') => {
    if (row.current === null) return;
    const style = getComputedStyle(row.current);
    const read = (property: string) => style.getPropertyValue(property).trim();
    const named = parts.map((part) => ({
      name: part.row === undefined ? text('lightning.other') : escapeInvisible(part.row.name),
      share: part.to - part.from,
      colour: read(part.colour),
    }));
    const { ringPng, ringSvg } = await import('../mining/ring-picture.ts');
    const paper = { ground: read('--surface-1'), ink: read('--ink-1') };
    const file = kind === 'svg' ? ringSvg(named, paper) : await ringPng(named, paper);
    if (file !== undefined) save(`${name}-${Math.floor(Date.now() / 1000)}.${kind}`, file);
  };
  return (
    <span className={graphsStyles.chartFiles} data-part="chart-files" ref={row}>
      <a href={csvUrl(basePath, source)} download={`${name}.csv`}>
        CSV
      </a>
      <button type="button" className="js-only" onClick={() => void savePicture('png')}>
        PNG
      </button>
      <button type="button" className="js-only" onClick={() => void savePicture('svg')}>
        SVG
      </button>
    </span>
  );
}
