import type { FederationAddress } from '@glassblock/contract/liquid';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { ParentAddress } from '../tx/ParentLink.tsx';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';

/** Shows addresses of the federation with their balances. @param props.isShort only both ends of the addresses */
export function AddressTable(props: { addresses: readonly FederationAddress[]; isShort?: boolean }) {
  const { addresses, isShort = false } = props;
  const text = useText();
  return (
    <table className={`${listStyles.list} ${styles.addresses}`} data-part="list">
      <thead>
        <tr>
          <th scope="col">{text('liquid.wallet.address')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.wallet.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ bitcoinaddress: address, balance }) => (
          <tr key={address}>
            <td>
              <ParentAddress isShort={isShort} value={address} />
            </td>
            <td className={listStyles.number}>
              <ParentAmount sats={Number(balance)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
