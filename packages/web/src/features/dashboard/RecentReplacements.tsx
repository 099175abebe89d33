import type { RbfSummaryEntry } from '@glassblock/contract';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLive, useSession } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import dashboardStyles from './dashboard.module.css';

/** Lists recent replacements. */
export function RecentReplacements() {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  useEffect(() => {
    session.trackReplacements(true);
    return () => session.trackReplacements(false);
  }, [session]);
  const replacements = useLive((state) => state.replacements);
  return (
    <Card
      title={text('recent.replacements')}
      id="replacements-title"
      className={dashboardStyles.replacementsCard}
      part="replacements-card"
      aside={<Link to={page.rbf(prefix)}>{text('recent.replacements.more')}</Link>}
    >
      {replacements.length === 0 ? (
        <p className="quiet">{text('rbf.none')}</p>
      ) : (
        <table
          className={`${listStyles.list} ${dashboardStyles.replacementsTable}`}
          data-part="list replacements-table"
        >
          <thead>
            <tr>
              <th>{text('tx.id')}</th>
              <th className={listStyles.number}>{text('recent.oldFee')}</th>
              <th className={listStyles.number}>{text('recent.newFee')}</th>
              <th className={listStyles.number}>{text('rbf.status')}</th>
            </tr>
          </thead>
          <tbody>
            {replacements.map((one) => (
              <tr key={one.txid}>
                <td>
                  <Hash value={one.txid} to={page.tx(prefix, one.txid)} tail={5} />
                </td>
                <td className={listStyles.number}>
                  <FeeRateText rate={one.oldFee / one.oldVsize} />
                </td>
                <td className={listStyles.number}>
                  <FeeRateText rate={one.newFee / one.newVsize} />
                </td>
                <td className={listStyles.number}>
                  <Status one={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Status({ one }: { one: RbfSummaryEntry }) {
  const text = useText();
  if (one.mined) return <span className="badge ok">{text('rbf.status.mined')}</span>;
  return one.fullRbf ? (
    <span className="badge warn">{text('rbf.status.full')}</span>
  ) : (
    <span className="badge info">{text('rbf.status.signals')}</span>
  );
}
