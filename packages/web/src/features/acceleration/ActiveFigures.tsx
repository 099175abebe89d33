import type { Acceleration } from '@glassblock/contract';
import { count, percent, vbytes } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { Failed } from '../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../ui/failures/MessagePage.tsx';
import { FigureText } from '../../ui/values.tsx';
import { blockVsize } from '../block/block-facts.ts';
import styles from './acceleration.module.css';
import { activeSums } from './acceleration-sums.ts';
import { BtcWithFiat } from './BtcWithFiat.tsx';

/**
 * Shows three figures about pending accelerations.
 * @param list undefined: not loaded
 */
export function ActiveFigures(props: { list: readonly Acceleration[] | undefined; problem: PageProblem | undefined }) {
  const text = useText();
  const { list, problem } = props;
  const sums = activeSums(list ?? []);
  return (
    <Card title={text('accel.active')} id="active-title">
      {list === undefined && problem && <Failed problem={problem} />}
      {list !== undefined && (
        <>
          <dl className="board-figures">
            <div>
              <dt>{text('accel.requests')}</dt>
              <dd>
                <FigureText figure={{ value: count(sums.count), unit: text('accel.pending') }} />
              </dd>
            </div>
            {sums.count > 0 && (
              <>
                <div>
                  <dt>{text('accel.meanBid')}</dt>
                  <dd>
                    <BtcWithFiat sats={sums.meanBid} />
                  </dd>
                </div>
                <div>
                  <dt>{text('accel.vsize')}</dt>
                  <dd>
                    <FigureText figure={vbytes(sums.vsize)} />{' '}
                    <span className={`${styles.figureShare} quiet`}>
                      {text('accel.ofBlock', { share: percent((100 * sums.vsize) / blockVsize, 2) })}
                    </span>
                  </dd>
                </div>
              </>
            )}
          </dl>
          <p className={cardStyles.cardText} data-part="card-text">
            {text('accel.active.text')}
          </p>
        </>
      )}
    </Card>
  );
}
