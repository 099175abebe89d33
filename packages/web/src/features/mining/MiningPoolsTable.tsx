import type { MiningPoolRank, MiningPoolsRanking } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { hashrate } from '../../format/hashrate.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import listStyles from '../../ui/list.module.css';
import { FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { MiningPoolMark } from './MiningPoolMark.tsx';
import styles from './mining.module.css';
import markStyles from './mining-pool-mark.module.css';

/**
 * Returns the network hashrate estimated from the blocks of a window, H/s; undefined for windows without an estimate.
 */
export function networkHashrate(ranking: MiningPoolsRanking, window: string): number | undefined {
  if (window === '24h') return ranking.lastEstimatedHashrate;
  if (window === '3d') return ranking.lastEstimatedHashrate3d;
  return window === '1w' ? ranking.lastEstimatedHashrate1w : undefined;
}

/** Lists mining pools by blocks, and the total. Columns that need audits are shown only where audits exist. */
export function MiningPoolsTable({ ranking, window }: { ranking: MiningPoolsRanking; window: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { pools: miningPools, blockCount } = ranking;
  const estimate = networkHashrate(ranking, window);
  const hasHealth = miningPools.some(({ avgMatchRate }) => avgMatchRate !== null);
  const hasDelta = miningPools.some(({ avgFeeDelta }) => avgFeeDelta !== null);
  const empty = miningPools.reduce((sum, { emptyBlocks }) => sum + emptyBlocks, 0);
  const ofBlocks = (some: number, all: number) => (
    <>
      {count(some)} <small>({percent(all === 0 ? 0 : (100 * some) / all, 1)})</small>
    </>
  );
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${styles.poolsTable}`}
      data-part="list stacking"
      data-cy="mining-pools-table"
    >
      <thead>
        <tr>
          <th scope="col">{text('mining.rank')}</th>
          <th scope="col">{text('mining.pool')}</th>
          {estimate !== undefined && <th className={listStyles.number}>{text('mining.series.hashrate')}</th>}
          <th className={listStyles.number}>{text('mining.blocksHead')}</th>
          {hasHealth && <th className={listStyles.number}>{text('mining.health')}</th>}
          {hasDelta && <th className={listStyles.number}>{text('mining.feeDelta')}</th>}
          <th className={listStyles.number}>{text('mining.empty')}</th>
        </tr>
      </thead>
      <tbody>
        {miningPools.map((miningPool) => (
          <tr key={miningPool.slug}>
            <td data-label={text('mining.rank')} className="figure quiet">
              {miningPool.rank}
            </td>
            <td data-label={text('mining.pool')}>
              <Link
                className={`miner-name ${markStyles.minerName} strong`}
                to={page.miningPool(prefix, miningPool.slug)}
              >
                <MiningPoolMark slug={miningPool.slug} name={miningPool.name} />
                <span>{escapeInvisible(miningPool.name)}</span>
              </Link>
            </td>
            {estimate !== undefined && (
              <td data-label={text('mining.series.hashrate')} className={listStyles.number}>
                <FigureText figure={hashrate(blockCount === 0 ? 0 : (estimate * miningPool.blockCount) / blockCount)} />
              </td>
            )}
            <td data-label={text('mining.blocksHead')} className={`${listStyles.number} figure`}>
              {ofBlocks(miningPool.blockCount, blockCount)}
            </td>
            {hasHealth && (
              <td data-label={text('mining.health')} className={`${listStyles.number} figure`}>
                {miningPool.avgMatchRate === null ? text('mining.unknown') : percent(miningPool.avgMatchRate, 2)}
              </td>
            )}
            {hasDelta && (
              <td data-label={text('mining.feeDelta')} className={`${listStyles.number} figure`}>
                <FeeDelta miningPool={miningPool} />
              </td>
            )}
            <td data-label={text('mining.empty')} className={`${listStyles.number} figure`}>
              {ofBlocks(miningPool.emptyBlocks, miningPool.blockCount)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className={styles.noLabel} />
          <th scope="row">{text('mining.allMiners')}</th>
          {estimate !== undefined && (
            <td data-label={text('mining.series.hashrate')} className={listStyles.number}>
              <FigureText figure={hashrate(estimate)} />
            </td>
          )}
          <td data-label={text('mining.blocksHead')} className={`${listStyles.number} figure`}>
            {count(blockCount)}
          </td>
          {hasHealth && <td className={styles.noLabel} />}
          {hasDelta && <td className={styles.noLabel} />}
          <td data-label={text('mining.empty')} className={`${listStyles.number} figure`}>
            {ofBlocks(empty, blockCount)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Shows the fees of a mining pool relative to the expected fees of its blocks; a dash when unknown. */
function FeeDelta({ miningPool }: { miningPool: MiningPoolRank }) {
  const share = miningPool.avgFeeDelta === null ? Number.NaN : 100 * Number(miningPool.avgFeeDelta);
  if (!Number.isFinite(share)) return '-';
  return (
    <span className={share >= 0 ? 'gain' : 'loss'}>
      {share > 0 ? '+' : ''}
      {percent(share, 2)}
    </span>
  );
}
