import { useText } from '../../messages/use-text.ts';
import answersStyles from '../../ui/answers.module.css';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { Hash } from '../../ui/Hash.tsx';
import QrCode from '../../ui/QrCode.tsx';
import { Amount } from '../../ui/values.tsx';
import { maxAddresses } from '../../wallet/address-list.ts';
import { maxLookups, nextUnused } from '../../wallet/scan.ts';
import type { WalletSource } from '../../wallet/wallet-source.ts';
import { DeskLists } from './DeskLists.tsx';
import styles from './desk.module.css';
import { LabelField } from './LabelField.tsx';
import { LabelTools } from './LabelTools.tsx';
import { useLabels } from './use-labels.ts';
import { type Pace, useScan } from './use-scan.ts';

/** Shows a wallet during and after its lookup. */
export function DeskResult(props: { source: WalletSource; pace: Pace; close: () => void }) {
  const text = useText();
  const { chains, kind, left } = props.source;
  const scan = useScan(chains, props.pace);
  const store = useLabels();
  const { found, failed, retried, progress, state } = scan;
  const asked = progress.asked.reduce((sum, each) => sum + each.size, 0);
  const sum = (part: 'confirmed' | 'pending') => found.reduce((total, { facts }) => total + facts[part], 0);
  const pending = sum('pending');
  return (
    <>
      <section className={`${cardStyles.card} desk-result`} data-part="card" aria-label={text('desk.title')}>
        <div className={styles.status} data-cy="desk-status">
          <p role="status">{text(`desk.status.${state}`, { asked, used: found.length })}</p>
          <p className={styles.buttons}>
            {state === 'running' && (
              <button type="button" className="button" onClick={scan.stop}>
                {text('desk.stop')}
              </button>
            )}
            {state === 'stopped' && (
              <button type="button" className={`button ${formStyles.primary}`} data-part="primary" onClick={scan.go}>
                {text('desk.go')}
              </button>
            )}
            {state !== 'running' && (
              <button type="button" className="button" onClick={scan.again}>
                {text('desk.again')}
              </button>
            )}
            <button type="button" className="button" onClick={props.close}>
              {text('desk.close')}
            </button>
          </p>
        </div>
        <div className={`${styles.progress} ${state === 'running' ? styles.on : ''}`} aria-hidden="true" />
        <div className={answersStyles.answers} data-part="answers">
          <div className={answersStyles.answer}>
            <strong className={answersStyles.balance} data-part="balance">
              <Amount sats={sum('confirmed')} />
            </strong>
            <span className="quiet">{text('desk.balance')}</span>
          </div>
          <div className={answersStyles.answer}>
            <strong>
              <Amount sats={pending} signed />
            </strong>
            <span className="quiet">{text('desk.pending')}</span>
          </div>
        </div>
        {retried > 0 && (
          <p className="loss" data-cy="desk-retry" role="status">
            {text('desk.retry', { count: retried, reason: scan.reason })}
          </p>
        )}
        {failed > 0 && <p className="loss">{text('desk.failed', { count: failed, reason: scan.reason })}</p>}
        {found.some(({ facts }) => facts.isPart) && <p className="quiet">{text('desk.part')}</p>}
        {asked >= maxLookups && <p className="quiet">{text('desk.bound', { max: maxLookups })}</p>}
        {left > 0 && <p className="quiet">{text('desk.left', { max: maxAddresses, left })}</p>}
      </section>
      {kind !== 'list' && <NextAddress source={props.source} scan={scan} store={store} />}
      <DeskLists found={found} chains={chains} store={store} />
      <LabelTools store={store} />
    </>
  );
}

function NextAddress(props: {
  source: WalletSource;
  scan: ReturnType<typeof useScan>;
  store: ReturnType<typeof useLabels>;
}) {
  const text = useText();
  const { chains } = props.source;
  const spot = nextUnused(chains, props.scan.progress);
  const chain = spot && chains[spot.chain];
  const address = spot && chain?.addressAt(spot.index);
  if (spot === undefined || chain === undefined || address === undefined)
    return props.scan.state === 'done' && chains.some(({ length }) => length === undefined) ? (
      <Card title={text('desk.next')} id="desk-next">
        <p className="quiet">{text('desk.next.none')}</p>
      </Card>
    ) : null;
  return (
    <Card title={text('desk.next')} id="desk-next" className={styles.next}>
      <QrCode value={address} />
      <div>
        <p>
          <Hash value={address} copy />
        </p>
        <p className="quiet">{text('desk.next.note', { chain: chain.name, index: spot.index })}</p>
        <LabelField store={props.store} type="addr" subject={address} />
      </div>
    </Card>
  );
}
