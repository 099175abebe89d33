import type { RecommendedFees } from '@glassblock/contract';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { feeStep } from '../../format/rate.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { defaultVsize, FiatValue } from '../../ui/FiatValue.tsx';
import { FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import dashboardStyles from './dashboard.module.css';

const priorities: readonly { label: TextId; hint: TextId; key: keyof RecommendedFees }[] = [
  { label: 'fees.none', hint: 'fees.none.hint', key: 'economyFee' },
  { label: 'fees.low', hint: 'fees.low.hint', key: 'hourFee' },
  { label: 'fees.medium', hint: 'fees.medium.hint', key: 'halfHourFee' },
  { label: 'fees.high', hint: 'fees.high.hint', key: 'fastestFee' },
];

/** Shows recommended fee rates by priority. */
export function FeeCard() {
  const text = useText();
  const { prefix } = usePlace();
  const fees = useLive((state) => state.fees);
  return (
    <Card
      title={text('fees.title')}
      id="fees-title"
      className={dashboardStyles.feesCard}
      part="fees-card"
      aside={<Link to={page.fees(prefix)}>{text('fees.more')}</Link>}
    >
      <dl className={dashboardStyles.fees} data-part="fees">
        {priorities.map(({ label, hint, key }) => (
          <div key={key}>
            <dt>
              <i className={`${dashboardStyles.feeBar} fee-bg-${fees ? feeStep(fees[key]) : 0}`} aria-hidden="true" />
              {text(label)}
            </dt>
            <dd>
              {fees ? <FeeRateText rate={fees[key]} /> : <Skeleton />}
              {fees && <FiatValue sats={fees[key] * defaultVsize} title={text('fees.cost', { vsize: defaultVsize })} />}
            </dd>
            <dd className={`quiet ${dashboardStyles.hint}`}>{text(hint)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
