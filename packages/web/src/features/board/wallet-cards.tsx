import type { WidgetOf } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import type { Part } from '../../data/part.ts';
import type { TreasuryRow } from '../../data/watched/treasury-view.ts';
import type { WalletView } from '../../data/watched/wallet-view.ts';
import { treasuriesPage, watchedWalletPage } from '../../data/watched/watched-url.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { FiatValue } from '../../ui/FiatValue.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import { Amount } from '../../ui/values.tsx';
import { AddressList } from '../watched/AddressList.tsx';
import { BalanceCard } from '../watched/BalanceCard.tsx';
import { TreasuryTable } from '../watched/TreasuryTable.tsx';
import { WalletRows } from '../watched/WalletRows.tsx';
import styles from '../watched/watched.module.css';

interface WalletProps<T extends 'wallet' | 'treasury' | 'walletTransactions'> {
  id: string;
  widget: WidgetOf<T>;
  data: Part<WalletView>;
}

function useWalletLink(wallet: string): React.ReactNode {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <Link to={watchedWalletPage(prefix, wallet)} className="more">
      {text('board.openWallet')}
    </Link>
  );
}

/** Addresses of a wallet that a widget lists. */
const maxAddresses = 6;

/** Shows the balance of a watched wallet and its largest addresses. */
export function WalletCard({ id, widget, data: { body, problem } }: WalletProps<'wallet'>) {
  const text = useText();
  const link = useWalletLink(widget.wallet);
  return (
    <Card id={id} title={widget.title ?? `${text('board.wallet')} ${widget.wallet}`} aside={link}>
      {problem && <Failed problem={problem} />}
      {body && (
        <>
          <p className={cardStyles.headline}>
            <Amount sats={body.balance} /> <FiatValue sats={body.balance} />
          </p>
          <AddressList addresses={body.addresses.slice(0, maxAddresses)} />
        </>
      )}
    </Card>
  );
}

/** Shows the balance of a treasury, its changes, and its history. */
export function TreasuryCard({ id, widget, data: { body, problem } }: WalletProps<'treasury'>) {
  const text = useText();
  const link = useWalletLink(widget.wallet);
  const title = widget.title ?? text('board.treasury');
  return (
    <>
      <Card id={id} title={title} aside={link}>
        {problem && <Failed problem={problem} />}
        {body && (
          <dl className={styles.figures}>
            <div>
              <dt>{text('board.holdings')}</dt>
              <dd>
                <Amount sats={body.balance} /> <FiatValue sats={body.balance} />
              </dd>
            </div>
            <div>
              <dt>{text('board.week')}</dt>
              <dd className={tone(body.changes.week)}>
                <Amount sats={body.changes.week} signed />
              </dd>
            </div>
            <div>
              <dt>{text('board.month')}</dt>
              <dd className={tone(body.changes.month)}>
                <Amount sats={body.changes.month} signed />
              </dd>
            </div>
          </dl>
        )}
      </Card>
      {body && body.history.length > 0 && (
        <BalanceCard
          id={`${id}-history`}
          title={text('board.history')}
          label={text('board.historyLabel', { name: title })}
          lines={[{ name: title, history: body.history, colour: '--accent' }]}
        />
      )}
    </>
  );
}

const tone = (sats: number): string => (sats === 0 ? '' : sats > 0 ? 'gain' : 'loss');

/** Shows the newest transactions of a watched wallet. */
export function WalletTxsCard({ id, widget, data: { body, problem } }: WalletProps<'walletTransactions'>) {
  const text = useText();
  const link = useWalletLink(widget.wallet);
  return (
    <Card id={id} title={widget.title ?? text('board.treasuryTxs')} aside={link}>
      {problem && <Failed problem={problem} />}
      {body && <WalletRows rows={body.rows} />}
    </Card>
  );
}

/** Rows of treasuries that a widget lists. */
const maxTreasuries = 7;

/** Shows the largest treasuries. */
export function TreasuriesCard({
  id,
  widget,
  data: { body, problem },
}: {
  id: string;
  widget: WidgetOf<'treasuries'>;
  data: Part<TreasuryRow[]>;
}) {
  const text = useText();
  return (
    <Card
      id={id}
      title={widget.title ?? text('board.leaderboard')}
      aside={
        <Link to={treasuriesPage} className="more">
          {text('board.showAll', { count: count(body?.length ?? 0) })}
        </Link>
      }
    >
      {problem && <Failed problem={problem} />}
      {body && <TreasuryTable rows={body.slice(0, maxTreasuries)} />}
    </Card>
  );
}
