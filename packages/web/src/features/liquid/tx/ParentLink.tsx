import { truncate } from '../../../format/truncate.ts';
import { useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import styles from './liquid-tx.module.css';

/**
 * Shows an identifier of the parent chain, linked to its site in a new tab where one is known.
 * @param props.isShort only both ends, for tables
 */
export function ParentHash(props: { value: string; href: string | undefined; isShort?: boolean }) {
  const text = useText();
  const { value, href } = props;
  const shown = props.isShort ? (
    <span className={`${styles.parent} ${styles.id}`} title={value}>
      {truncate(value, 16)}
    </span>
  ) : (
    <Hash value={value} className={styles.parent} />
  );
  if (href === undefined) return shown;
  return (
    <a
      className={`${styles.parent} ${styles.parentLink}`}
      href={href}
      target="_blank"
      rel="noopener"
      title={text('liquid.onBitcoin', { what: value })}
    >
      {shown}
    </a>
  );
}
