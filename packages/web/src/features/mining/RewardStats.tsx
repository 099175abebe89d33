import type { RewardStats as Stats } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { amount, count, percent, shortDigits } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../ui/failures/MessagePage.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { FigureText } from '../../ui/values.tsx';

/** Shows rewards of the last 144 blocks, about a day; fiat values only while there is a price. */
export function RewardStats({ stats, problem }: { stats: Stats | undefined; problem: PageProblem | undefined }) {
  const text = useText();
  const { network } = usePlace();
  const blocks = stats === undefined ? 0 : stats.endBlock - stats.startBlock + 1;
  const totalFee = Number(stats?.totalFee ?? 0);
  const perBlock = blocks === 0 || stats === undefined ? 0 : totalFee / blocks;
  const payers = stats === undefined ? 0 : Number(stats.totalTx);
  const perTx = payers === 0 || stats === undefined ? 0 : totalFee / payers;
  const share = stats === undefined ? 0 : totalFee / Math.max(1, Number(stats.totalReward));
  const inBtc = amount(perBlock, 'btc', network, shortDigits(perBlock, 4));
  const inSats = amount(Math.round(perTx), 'sats', network);
  const rows = [
    {
      label: text('mining.reward.block'),
      title: text('mining.reward.blockHint'),
      figure: { ...inBtc, unit: inBtc.unit + text('mining.reward.perBlock') },
      sats: perBlock,
    },
    {
      label: text('mining.reward.tx'),
      title: text('mining.reward.txHint'),
      figure: { ...inSats, unit: inSats.unit + text('mining.reward.perTx') },
      sats: perTx,
    },
  ];
  return (
    <Card title={text('mining.reward.title', { count: blocks === 0 ? 144 : blocks })} id="reward-stats-title">
      {problem && <Failed problem={problem} />}
      {stats !== undefined && (
        <>
          <p className={cardStyles.headline} title={text('mining.reward.hint', { count: blocks })}>
            <FigureText figure={amount(Number(stats.totalReward), 'btc', network, [2, 2])} />{' '}
            <small>
              {text('mining.reward.miners')}
              <FiatAmount sats={Number(stats.totalReward)} />
            </small>
          </p>
          <p className={cardStyles.cardText} data-part="card-text">
            {text('mining.reward.hint', { count: blocks })}
          </p>
          <dl className={rowsStyles.rows} data-part="rows">
            {rows.map(({ label, title, figure, sats }) => (
              <div key={label} title={title}>
                <dt>{label}</dt>
                <dd>
                  <FigureText figure={figure} />
                  <FiatAmount sats={sats} />
                </dd>
              </div>
            ))}
            <div>
              <dt>{text('block.totalFees')}</dt>
              <dd>
                <FigureText figure={amount(totalFee, 'btc', network, shortDigits(totalFee, 4))} />
                <FiatAmount sats={totalFee} />
              </dd>
            </div>
            <div>
              <dt>{text('mining.reward.share')}</dt>
              <dd className="figure">{percent(100 * share, 2)}</dd>
            </div>
            <div>
              <dt>{text('block.transactions')}</dt>
              <dd className="figure">{count(payers)}</dd>
            </div>
          </dl>
        </>
      )}
    </Card>
  );
}
