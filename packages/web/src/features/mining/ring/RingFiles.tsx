import { useRef } from 'react';
import { useSite } from '../../../context/site-context.ts';
import { save } from '../../../ui/save.ts';
import { ChartFiles } from '../../graphs/ChartFiles.tsx';
import { csvUrl } from '../../graphs/csv-url.ts';
import type { RingPicturePart } from './ring-picture.ts';

/**
 * Saves a ring as a picture, and its values as CSV.
 * @param props.parts returns the parts; colors are custom properties
 * @param props.source path of the values
 * @param props.name of the files, without extension
 */
export function RingFiles(props: { parts: () => readonly RingPicturePart[]; source: string; name: string }) {
  const { parts, source, name } = props;
  const { basePath } = useSite();
  const row = useRef<HTMLSpanElement>(null);
  const savePicture = async (kind: 'png' | 'svg') => {
    if (row.current === null) return;
    const style = getComputedStyle(row.current);
    const read = (property: string) => style.getPropertyValue(property).trim();
    const colored = parts().map((part) => ({ ...part, colour: read(part.colour) }));
    const { ringPng, ringSvg } = await import('./ring-picture.ts');
    const paper = { ground: read('--surface-1'), ink: read('--ink-1') };
    const file = kind === 'svg' ? ringSvg(colored, paper) : await ringPng(colored, paper);
    if (file !== undefined) save(`${name}-${Math.floor(Date.now() / 1000)}.${kind}`, file);
  };
  return (
    <ChartFiles csv={{ href: csvUrl(basePath, source), fileName: `${name}.csv` }} onPicture={savePicture} ref={row} />
  );
}
