import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { CsvLink } from '../lightning/lightning-figures.tsx';
import { RingFiles } from '../mining/ring/RingFiles.tsx';
import type { RingShare } from './ring-shares.ts';

/** Saves a ring of shares as a picture, unless it is empty, and its values as CSV. @param props.source path of the values */
export function ShareFiles({ parts, source, name }: { parts: readonly RingShare[]; source: string; name: string }) {
  const text = useText();
  if (parts.length === 0) return <CsvLink source={source} />;
  const named = () =>
    parts.map(({ row, from, to, colour }) => ({
      name: row === undefined ? text('lightning.other') : escapeInvisible(row.name),
      share: to - from,
      colour,
    }));
  return <RingFiles parts={named} source={source} name={name} />;
}
