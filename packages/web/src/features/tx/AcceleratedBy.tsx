import { Link } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { percent } from '../../format/amount.ts';
import type { TxView } from '../../live/reducers/fold-tx.ts';
import { acceleratingMiningPools, shareOf } from '../../live/reducers/tx-acceleration.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { page } from '../../url.ts';
import { MiningPoolMark } from '../mining/MiningPoolMark.tsx';
import markStyles from '../mining/mining-pool-mark.module.css';
import txStyles from './tx.module.css';

const maxNames = 4;

/**
 * Shows the mining pools that accelerate an unconfirmed transaction, and their share of last week's blocks; only their
 * number when the mining pools are unknown.
 */
export function AcceleratedBy({ view }: { view: TxView }) {
  const text = useText();
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const all = view.acceleration?.miningPools.length ?? 0;
  if (all === 0) return null;
  const known = acceleratingMiningPools(view);
  if (known.length === 0) return <p className="quiet">{text('accelerated.count', { count: all })}</p>;
  const named = known.slice(0, maxNames);
  const others = all - named.length;
  return (
    <div className={`${txStyles.acceleratedBy} quiet`} data-part="accelerated-by">
      <span>{text('accelerated.by')}</span>
      <ul>
        {named.map(({ id, name, slug }) => (
          <li key={id}>
            {mining ? (
              <Link className={`miner-name ${markStyles.minerName}`} to={page.miningPool(prefix, slug)}>
                <MiningPoolMark slug={slug} name={name} />
                <span>{escapeInvisible(name)}</span>
              </Link>
            ) : (
              <span className={`miner-name ${markStyles.minerName}`}>
                <MiningPoolMark slug={slug} name={name} />
                <span>{escapeInvisible(name)}</span>
              </span>
            )}
          </li>
        ))}
        {others > 0 && <li>{text('accelerated.others', { count: others })}</li>}
      </ul>
      <span>{text('accelerated.share', { percent: percent(100 * shareOf(known), 0) })}</span>
    </div>
  );
}
