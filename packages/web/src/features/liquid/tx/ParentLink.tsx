import { truncate } from '../../../format/truncate.ts';
import { useText } from '../../../messages/use-text.ts';
import { typeName } from '../../../script/type-name.ts';
import { Hash } from '../../../ui/Hash.tsx';
import { parentPage } from '../liquid-url.ts';
import { useLiquid } from '../use-liquid.ts';
import styles from './liquid-tx.module.css';
import { parentOwner } from './parent-owner.ts';

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

/**
 * Shows the owner of an output of the parent chain: an address or public key with a link, or the type of a script that
 * has no page there.
 * @param props.value address, or script in hex without one
 * @param props.isShort only both ends, for tables
 */
export function ParentAddress({ value, isShort = false }: { value: string; isShort?: boolean }) {
  const site = useLiquid();
  const { address, type } = parentOwner(value);
  const owner = address !== undefined && (
    <ParentHash isShort={isShort} value={address} href={parentPage.address(site, address)} />
  );
  if (type === undefined) return owner;
  return (
    <span className={styles.script} title={owner === false ? value : undefined} data-part="script">
      <span className="quiet">{typeName(type)}</span> {owner}
    </span>
  );
}
