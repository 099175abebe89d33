import { useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import styles from './liquid-tx.module.css';

/** Shows an identifier of the parent chain, linked to its site in a new tab where one is known. */
export function ParentHash({ value, href, tail = 4 }: { value: string; href: string | undefined; tail?: number }) {
  const text = useText();
  const shown = <Hash value={value} tail={tail} className={styles.parent} />;
  if (href === undefined) return shown;
  return (
    <a
      className={styles.parent}
      href={href}
      target="_blank"
      rel="noopener"
      title={text('liquid.onBitcoin', { what: value })}
    >
      {shown}
    </a>
  );
}
