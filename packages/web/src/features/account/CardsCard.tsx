import { useNow } from '../../context/clock.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { type AccountCard, Rows } from './Credentials.tsx';
import { useServices } from './service-client.ts';

/** Lists and removes stored cards. Nothing on servers that store none. */
export function CardsCard({ data: { cards }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  const now = useNow();
  if (cards === '') return null;
  const rows = cards.map(({ card_id: id, last_4: last4, brand, name, exp_month: month, exp_year: year }) => {
    const label = text('account.card', { brand, last4 });
    const isExpired = Date.UTC(year, month) <= now;
    const expiry = { month: String(month).padStart(2, '0'), year: String(year) };
    return {
      id,
      label,
      name: (
        <>
          {label} {name !== '' && <span className="quiet">{name}</span>}
        </>
      ),
      date: isExpired ? (
        <span className="bad">{text('account.card.expired', expiry)}</span>
      ) : (
        text('account.card.expires', expiry)
      ),
    };
  });
  return (
    <Card title={text('account.cards')} id="account-cards">
      {rows.length === 0 && <p className="quiet">{text('account.cards.none')}</p>}
      <Rows
        rows={rows}
        button={text('account.remove')}
        remove={(id) => call('/account/cards/remove', { id })}
        reload={reload}
      />
    </Card>
  );
}
