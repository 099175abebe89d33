import type { BlockExt } from '@glassblock/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { bytes } from '../../format/amount.ts';
import { printable } from '../../format/script-text.ts';
import { useText } from '../../messages/use-text.ts';
import { useNearViewport } from '../../ui/hooks/use-near-viewport.ts';
import { useOlderRows } from '../../ui/hooks/use-older-rows.ts';
import listStyles from '../../ui/list.module.css';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Age, FigureText, Moment } from '../../ui/values.tsx';
import { api, page } from '../../url.ts';
import { FullBar, HealthCell, HeightCell, SumCell, TxCountCell } from '../block/block-cells.tsx';
import { fullness } from '../block/block-facts.ts';
import styles from './mining.module.css';
import { withNewBlocks } from './with-new-blocks.ts';

/**
 * Lists the blocks of a mining pool, newest first; loads more on scrolling and adds new ones on top.
 * @param first first blocks of the page
 * @param isNewest the mining pool has no newer blocks
 * @param hasMore there may be older ones
 */
export function MiningPoolBlocks(props: {
  slug: string;
  first: readonly BlockExt[];
  isNewest: boolean;
  hasMore: boolean;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { slug, first, isNewest } = props;
  const live = useLive((state) => state.blocks);
  const { older, add } = useOlderRows(first, ({ id }) => id);
  const [hasMore, setHasMore] = useState(props.hasMore);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const end = first.at(-1)?.height ?? 0;
  const known = [...first, ...older.filter(({ height }) => height < end)];
  const blocks = isNewest ? withNewBlocks(known, live, slug) : known;
  const lowest = known.at(-1)?.height;

  const load = async () => {
    if (isBusy || lowest === undefined) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await browserApi().get<BlockExt[]>(api.miningPoolBlocks(prefix, slug, lowest));
    setBusy(false);
    if (!answer.ok) return setProblem(answer.message);
    add(answer.body);
    setHasMore(answer.body.length > 0 && answer.body.at(-1)?.height !== 0);
  };
  const failed = problem !== undefined;
  const below = useNearViewport<HTMLParagraphElement>(hasMore && !isBusy && !failed, () => void load());

  if (blocks.length === 0) return <p className="quiet">{text('mining.pool.noBlocks')}</p>;
  return (
    <>
      <MiningPoolBlockTable blocks={blocks} />
      {hasMore && lowest !== undefined && (
        <p className={styles.moreBlocks} data-cy="more-blocks" ref={below} role="status">
          {failed && (
            <>
              {text('error.load')} <span className="quiet">{problem}</span>{' '}
              <button type="button" className="link-button" onClick={() => void load()}>
                {text('error.retry')}
              </button>{' '}
            </>
          )}
          <Link to={page.miningPool(prefix, slug, lowest)}>{text('mining.pool.older')}</Link>
        </p>
      )}
    </>
  );
}

function MiningPoolBlockTable({ blocks }: { blocks: readonly BlockExt[] }) {
  const text = useText();
  const hasHealth = blocks.some(({ extras }) => extras.matchRate !== null);
  const tag = text('mining.pool.tag');
  return (
    <TableScroll label={text('mining.pool.list')}>
      <table
        className={`${listStyles.list} ${listStyles.stacking} ${styles.poolBlocks}`}
        data-part="list stacking"
        data-cy="pool-blocks"
      >
        <thead>
          <tr>
            <th>{text('block.height')}</th>
            <th>{text('block.timestamp')}</th>
            <th>{text('block.mined')}</th>
            <th>{tag}</th>
            <th className={listStyles.number}>{hasHealth ? text('block.health') : text('block.totalFees')}</th>
            <th className={listStyles.number}>{text('block.reward')}</th>
            <th className={listStyles.number}>{text('block.txs')}</th>
            <th>{text('block.size')}</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <tr key={block.id}>
              <HeightCell block={block} />
              <td data-label={text('block.timestamp')}>
                <Moment time={block.timestamp} withAge={false} />
              </td>
              <td data-label={text('block.mined')} className="quiet">
                <Age time={block.timestamp} />
              </td>
              <td data-label={tag}>
                <bdi className={styles.coinbaseTag} data-cy="coinbase-tag" title={printable(block.extras.coinbaseRaw)}>
                  {printable(block.extras.coinbaseRaw)}
                </bdi>
              </td>
              {hasHealth ? (
                <HealthCell block={block} className={listStyles.number} />
              ) : (
                <SumCell of="block.totalFees" sats={block.extras.totalFees} />
              )}
              <SumCell of="block.reward" sats={block.extras.reward} />
              <TxCountCell block={block} />
              <td data-label={text('block.size')}>
                <FigureText figure={bytes(block.size)} />
                <FullBar share={fullness(block)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
