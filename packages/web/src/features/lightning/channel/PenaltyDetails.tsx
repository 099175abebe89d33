import type { Tx } from '@glassblock/contract';
import { usePlace } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { fetchMarking } from '../../../data/tx/marking.ts';
import { listed } from '../../../live/reducers/listed-tx.ts';
import { useText } from '../../../messages/use-text.ts';
import { useAnswer } from '../../../ui/hooks/use-answer.ts';
import { api } from '../../../url.ts';
import { TxList } from '../../tx-list/TxBox.tsx';
import styles from '../lightning.module.css';
import { ClosingBadge } from '../lightning-figures.tsx';

/** Shows the opening and closing transaction of a channel that was closed with a penalty. */
export function PenaltyDetails({ opening, closing }: { opening: string; closing: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { data, error, retry } = useAnswer(`penalty ${opening} ${closing}`, async () => {
    const [marking, ...txs] = await Promise.all([
      fetchMarking(),
      ...[opening, closing].map((txid) => browserApi().body<Tx>(api.tx(prefix, txid))),
    ]);
    return txs.map((tx) => listed(tx, marking));
  });
  if (error !== undefined) {
    return (
      <p className="quiet" role="status">
        {text('lightning.penalties.failed')}{' '}
        <button type="button" className="link-button" onClick={retry}>
          {text('error.retry')}
        </button>
      </p>
    );
  }
  if (data === undefined) {
    return (
      <p className="quiet" role="status">
        {text('lightning.penalties.loading')}
      </p>
    );
  }
  return (
    <div className={styles.penalty} data-part="penalty">
      {data.map((tx, at) => (
        <section key={tx.txid} aria-label={text(at === 0 ? 'lightning.opening' : 'lightning.closing')}>
          <h2 className={styles.keyed}>
            {text(at === 0 ? 'lightning.opening' : 'lightning.closing')}
            {at === 1 && <ClosingBadge reason={3} />}
          </h2>
          <TxList txs={[tx]} />
        </section>
      ))}
    </div>
  );
}
