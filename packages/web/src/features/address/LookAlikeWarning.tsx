import { useMemo } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import type { ListedTx } from '../../live/reducers/listed-tx.ts';
import { useText } from '../../messages/use-text.ts';
import { lookAlikesOf } from '../../script/look-alikes.ts';
import { page } from '../../url.ts';
import './address.module.css';
import bannerStyles from '../../ui/banner.module.css';
import txListStyles from '../tx-list/tx-list.module.css';

/** Warns of addresses in the history that look like this one. */
export function LookAlikeWarning({ address, txs }: { address: string; txs: readonly ListedTx[] }) {
  const text = useText();
  const { prefix } = usePlace();
  const alikes = useMemo(() => lookAlikesOf(address, txs), [address, txs]);
  if (alikes.length === 0) return null;
  return (
    <div className={`${bannerStyles.banner} warn alert ${bannerStyles.alert} poison-alert`} data-part="banner">
      <p>{text('address.poison')}</p>
      <ul>
        {alikes.map(({ address: other, head, tail }) => (
          <li key={other}>
            <Link to={page.address(prefix, other)} className={txListStyles.alike} data-part="alike" dir="ltr">
              <b className={`prefix ${txListStyles.prefix}`}>{other.slice(0, head)}</b>
              <span className="infix">{other.slice(head, other.length - tail)}</span>
              <b className={`postfix ${txListStyles.postfix}`}>{other.slice(other.length - tail)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
