import type { MempoolAt } from '@glassblock/contract';
import { bytes } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { FeeRateText, FigureText, Moment } from '../../ui/values.tsx';
import graphsStyles from '../graphs/graphs.module.css';

/** Shows the mempool of a past minute: its projected blocks and recommended fee rates. */
export function MempoolSnapshot({ past }: { past: MempoolAt }) {
  const text = useText();
  const { time, height, mempoolInfo, fees } = past;
  const blocks = past['mempool-blocks'];
  return (
    <Card title={text('graphs.past.title')} id="past-pool" className="past-pool">
      <p>
        <Moment time={time} withAge={false} /> ·{' '}
        {text('graphs.past.text', {
          height: height.toLocaleString('en'),
          count: mempoolInfo.size,
        })}
      </p>
      <dl className={graphsStyles.graphFacts}>
        <div>
          <dt>{text('fees.high')}</dt>
          <dd>
            <FeeRateText rate={fees.fastestFee} />
          </dd>
        </div>
        <div>
          <dt>{text('fees.medium')}</dt>
          <dd>
            <FeeRateText rate={fees.halfHourFee} />
          </dd>
        </div>
        <div>
          <dt>{text('fees.low')}</dt>
          <dd>
            <FeeRateText rate={fees.hourFee} />
          </dd>
        </div>
      </dl>
      {blocks.length === 0 ? (
        <p className="quiet">{text('graphs.past.empty')}</p>
      ) : (
        <TableScroll label={text('graphs.past.blocks')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('graphs.past.block')}</th>
                <th scope="col">{text('graphs.past.median')}</th>
                <th scope="col">{text('graphs.past.range')}</th>
                <th scope="col">{text('graphs.past.size')}</th>
                <th scope="col">{text('graphs.count')}</th>
              </tr>
            </thead>
            <tbody>
              {blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a projected block is identified by its index
                <tr key={index}>
                  <th scope="row">+{index + 1}</th>
                  <td>
                    <FeeRateText rate={block.medianFee} />
                  </td>
                  <td>
                    <FeeRateText rate={block.feeRange[0] ?? 0} /> – <FeeRateText rate={block.feeRange.at(-1) ?? 0} />
                  </td>
                  <td>
                    <FigureText figure={bytes(block.blockSize, 2)} />
                  </td>
                  <td className="figure">{block.nTx.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Card>
  );
}
