import type { WidgetOf } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import type { Part } from '../../data/part.ts';
import type { AddressView } from '../../data/watched/board-data.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { FiatValue } from '../../ui/FiatValue.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { WalletRows } from '../watched/WalletRows.tsx';

/** Shows the balance of an address and its newest transactions. */
export function AddressCard({
  id,
  widget,
  data: { body, problem },
}: {
  id: string;
  widget: WidgetOf<'address'>;
  data: Part<AddressView>;
}) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <Card
      id={id}
      title={widget.title ?? text('board.address')}
      aside={
        <Link to={page.address(prefix, widget.address)} className="more">
          {text('board.openAddress')}
        </Link>
      }
    >
      <Hash value={widget.address} copy tail={8} />
      {problem && <Failed problem={problem} />}
      {body && (
        <>
          <p className={cardStyles.headline}>
            <Amount sats={body.balance} /> <FiatValue sats={body.balance} />
          </p>
          {body.pending !== 0 && (
            <p className="quiet">
              {text('board.pending')}: <Amount sats={body.pending} signed />
            </p>
          )}
          <WalletRows rows={body.rows} />
        </>
      )}
    </Card>
  );
}
