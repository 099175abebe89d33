import type { PoolRank, PoolsRanking } from '@glassblock/contract';
import { Link } from 'react-router';
import { count, percent } from '../../format/amount.ts';
import { hashrate } from '../../format/hashrate.ts';
import { useText } from '../../messages/use-text.ts';
import { harmless } from '../../script/chain-text.ts';
import { page } from '../../url.ts';
import { PoolMark } from '../PoolMark.tsx';
import { usePlace } from '../site-context.ts';
import { FigureText } from '../values.tsx';

/** Hash rate of the network as it is estimated from the blocks of a window, H/s; undefined for windows without an estimate. */
export function networkHashrate(ranking: PoolsRanking, window: string): number | undefined {
  if (window === '24h') return ranking.lastEstimatedHashrate;
  if (window === '3d') return ranking.lastEstimatedHashrate3d;
  return window === '1w' ? ranking.lastEstimatedHashrate1w : undefined;
}

/** Pools by their blocks, and all miners together. What needs audits has a column only where there are any. */
export function PoolsTable({ ranking, window }: { ranking: PoolsRanking; window: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { pools, blockCount } = ranking;
  const estimate = networkHashrate(ranking, window);
  const hasHealth = pools.some(({ avgMatchRate }) => avgMatchRate !== null);
  const hasDelta = pools.some(({ avgFeeDelta }) => avgFeeDelta !== null);
  const empty = pools.reduce((sum, { emptyBlocks }) => sum + emptyBlocks, 0);
  const ofBlocks = (some: number, all: number) => (
    <>
      {count(some)} <small>({percent(all === 0 ? 0 : (100 * some) / all, 1)})</small>
    </>
  );
  return (
    <table className="list stacking pools-table" data-cy="pools-table">
      <thead>
        <tr>
          <th scope="col">{text('mining.rank')}</th>
          <th scope="col">{text('mining.pool')}</th>
          {estimate !== undefined && <th className="number">{text('mining.series.hashrate')}</th>}
          <th className="number">{text('mining.blocksHead')}</th>
          {hasHealth && <th className="number">{text('mining.health')}</th>}
          {hasDelta && <th className="number">{text('mining.feeDelta')}</th>}
          <th className="number">{text('mining.empty')}</th>
        </tr>
      </thead>
      <tbody>
        {pools.map((pool) => (
          <tr key={pool.slug}>
            <td data-label={text('mining.rank')} className="figure quiet">
              {pool.rank}
            </td>
            <td data-label={text('mining.pool')}>
              <Link className="miner-name strong" to={page.pool(prefix, pool.slug)}>
                <PoolMark slug={pool.slug} name={pool.name} />
                <span>{harmless(pool.name)}</span>
              </Link>
            </td>
            {estimate !== undefined && (
              <td data-label={text('mining.series.hashrate')} className="number">
                <FigureText figure={hashrate(blockCount === 0 ? 0 : (estimate * pool.blockCount) / blockCount)} />
              </td>
            )}
            <td data-label={text('mining.blocksHead')} className="number figure">
              {ofBlocks(pool.blockCount, blockCount)}
            </td>
            {hasHealth && (
              <td data-label={text('mining.health')} className="number figure">
                {pool.avgMatchRate === null ? text('mining.unknown') : percent(pool.avgMatchRate, 2)}
              </td>
            )}
            {hasDelta && (
              <td data-label={text('mining.feeDelta')} className="number figure">
                <FeeDelta pool={pool} />
              </td>
            )}
            <td data-label={text('mining.empty')} className="number figure">
              {ofBlocks(pool.emptyBlocks, pool.blockCount)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className="no-label" />
          <th scope="row">{text('mining.allMiners')}</th>
          {estimate !== undefined && (
            <td data-label={text('mining.series.hashrate')} className="number">
              <FigureText figure={hashrate(estimate)} />
            </td>
          )}
          <td data-label={text('mining.blocksHead')} className="number figure">
            {count(blockCount)}
          </td>
          {hasHealth && <td className="no-label" />}
          {hasDelta && <td className="no-label" />}
          <td data-label={text('mining.empty')} className="number figure">
            {ofBlocks(empty, blockCount)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Fees that a pool took against those expected of its blocks; a dash when nobody knows. */
function FeeDelta({ pool }: { pool: PoolRank }) {
  const share = pool.avgFeeDelta === null ? Number.NaN : 100 * Number(pool.avgFeeDelta);
  if (!Number.isFinite(share)) return '-';
  return (
    <span className={share >= 0 ? 'up' : 'down'}>
      {share > 0 ? '+' : ''}
      {percent(share, 2)}
    </span>
  );
}
