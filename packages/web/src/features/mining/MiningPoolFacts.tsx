import type { MiningPoolPage } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { hashrate } from '../../format/hashrate.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import answersStyles from '../../ui/answers.module.css';
import cardStyles from '../../ui/card.module.css';
import foldStyles from '../../ui/fold.module.css';
import { Hash } from '../../ui/Hash.tsx';
import { Amount, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { HealthBadge } from '../block/HealthBadge.tsx';
import styles from './mining.module.css';

/** Out-of-band fees of a mining pool (accelerations) in a time window. */
export interface OutOfBandFees {
  span: '1w' | '1m' | 'all';
  sats: number;
  txs: number;
}

/** Shows blocks, rewards, addresses and coinbase tags of a mining pool. */
export function MiningPoolFacts({
  miningPool: page_,
  paid,
}: {
  miningPool: MiningPoolPage;
  paid: readonly OutOfBandFees[];
}) {
  const text = useText();
  const { pool: miningPool, blockCount, blockShare, estimatedHashrate, totalReward, avgBlockHealth } = page_;
  const spans = [
    ['24h', text('mining.pool.day')],
    ['1w', text('mining.pool.week')],
    ['all', text('mining.pool.ever')],
  ] as const;
  return (
    <>
      <div className={`${answersStyles.answers} ${styles.poolAnswers}`} data-part="answers">
        {spans.map(([span, label]) => (
          <div className={answersStyles.answer} key={span}>
            <strong className="figure">
              {count(blockCount[span])} <small>{percent(100 * blockShare[span], 1)}</small>
            </strong>
            <span className="quiet">{label}</span>
          </div>
        ))}
        <div className={answersStyles.answer}>
          <strong>
            <FigureText figure={hashrate(estimatedHashrate)} />
          </strong>
          <span className="quiet">{text('mining.pool.hashrate')}</span>
        </div>
        <div className={answersStyles.answer}>
          <strong>
            <Amount sats={Number(totalReward)} digits={[2, 2]} />
          </strong>
          <span className="quiet">{text('mining.pool.reward')}</span>
        </div>
        {avgBlockHealth !== null && (
          <div className={answersStyles.answer}>
            <strong>
              <HealthBadge rate={avgBlockHealth} />
            </strong>
            <span className="quiet">{text('mining.health')}</span>
          </div>
        )}
      </div>
      <dl className={`pool-known ${cardStyles.card}`} data-part="card">
        <div>
          <dt>{text('mining.pool.tags')}</dt>
          <dd>
            {miningPool.regexes.length === 0 ? (
              '~'
            ) : (
              <ul className={styles.poolTags} data-cy="pool-tags">
                {miningPool.regexes.map((tag) => (
                  <li key={tag}>
                    <bdi>{escapeInvisible(tag)}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        {paid.length > 0 && (
          <div>
            <dt>{text('mining.pool.paid')}</dt>
            <dd>
              <ul className="pool-paid">
                {paid.map(({ span, sats, txs }) => (
                  <li key={span} title={text('graphs.transactions', { count: txs })}>
                    <span className="quiet">{text(`mining.pool.paid.${span}`)}</span>{' '}
                    <Amount sats={sats} digits={[4, 4]} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{text('mining.pool.addresses')}</dt>
          <dd>
            <Addresses addresses={miningPool.addresses} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  const text = useText();
  const { prefix } = usePlace();
  const [first, ...others] = addresses;
  if (first === undefined) return '~';
  const link = (address: string) => <Hash value={address} to={page.address(prefix, address)} copy />;
  return (
    <>
      {link(first)}
      {others.length > 0 && (
        <details className={`${foldStyles.fold} ${styles.poolAddresses}`} data-part="fold" data-cy="pool-addresses">
          <summary>
            <span className={styles.whenClosed}>{text('mining.pool.showAll', { count: addresses.length })}</span>
            <span className={styles.whenOpen}>{text('mining.pool.hide')}</span>
          </summary>
          <ul>
            {others.map((address) => (
              <li key={address}>{link(address)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
