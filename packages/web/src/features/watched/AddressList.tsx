import { usePlace } from '../../context/site-context.ts';
import type { WalletView } from '../../data/watched/wallet-view.ts';
import { Hash } from '../../ui/Hash.tsx';
import { Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './watched.module.css';

/** Lists addresses with their balances. */
export function AddressList({ addresses }: { addresses: WalletView['addresses'] }) {
  const { prefix } = usePlace();
  return (
    <ul className={styles.addresses}>
      {addresses.map(({ address, sats }) => (
        <li key={address}>
          <Hash value={address} to={page.address(prefix, address)} tail={8} />
          <Amount sats={sats} />
        </li>
      ))}
    </ul>
  );
}
