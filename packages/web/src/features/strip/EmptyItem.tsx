import { useText } from '../../messages/use-text.ts';
import { Cube } from './Cube.tsx';

/** Placeholder of a block, with the same size. `known`: the mempool is known to be empty. */
export function EmptyItem({ id, name, known }: { id?: string; name: string | undefined; known: boolean }) {
  const text = useText();
  return (
    <li className={`strip-item ${known ? '' : 'waiting'} ${id ? 'mined-block' : ''}`} id={id} aria-hidden={!known}>
      <span className="blockLink">
        <span className="strip-head">{name ?? '\u00a0'}</span>
        <Cube full={0} rates={[]} className="soon" />
        <span className="pointer" />
        {known && <span>{text('count.txs', { count: 0 })}</span>}
      </span>
    </li>
  );
}
