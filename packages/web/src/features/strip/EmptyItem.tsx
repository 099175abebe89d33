import { useText } from '../../messages/use-text.ts';
import { Cube } from './Cube.tsx';
import cubeStyles from './cube.module.css';
import stripStyles from './strip.module.css';

/**
 * Placeholder of a block, with the same size.
 * @param props.known the mempool is known to be empty
 * @param props.marked it is the block of the page: the strip scrolls to it before it is loaded
 */
export function EmptyItem(props: { id?: string; name: string | undefined; known: boolean; marked?: boolean }) {
  const { id, name, known, marked } = props;
  const text = useText();
  return (
    <li
      className={`${stripStyles.stripItem} ${known ? '' : stripStyles.waiting} ${id ? 'mined-block' : ''}`}
      data-waiting={!known || undefined}
      data-marked={marked || undefined}
      id={id}
      aria-hidden={!known}
    >
      <span className={`blockLink ${stripStyles.blockLink}`}>
        <span className={stripStyles.stripHead} data-part="strip-head">
          {name ?? '\u00a0'}
        </span>
        <Cube full={0} rates={[]} className={cubeStyles.soon} />
        <span className={stripStyles.pointer} data-part="pointer" />
        {known && <span>{text('count.txs', { count: 0 })}</span>}
      </span>
    </li>
  );
}
