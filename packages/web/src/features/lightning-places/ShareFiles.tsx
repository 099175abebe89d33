import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { RingFiles } from '../mining/RingFiles.tsx';
import type { RingShare } from './ring-shares.ts';

/** Saves a ring of shares as a picture, and its values as CSV. @param props.source path of the values */
export function ShareFiles({ parts, source, name }: { parts: readonly RingShare[]; source: string; name: string }) {
  const text = useText();
  const named = () =>
    parts.map(({ row, from, to, colour }) => ({
      name: row === undefined ? text('lightning.other') : escapeInvisible(row.name),
      share: to - from,
      colour,
    }));
  return <RingFiles parts={named} source={source} name={name} />;
}
