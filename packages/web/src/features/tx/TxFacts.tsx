import { Suspense } from 'react';
import { Link } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace, useSite } from '../../context/site-context.ts';
import { count, hex32 } from '../../format/amount.ts';
import { rate } from '../../format/rate.ts';
import { effectiveRate, type TxView } from '../../live/reducers/fold-tx.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { feeRating } from '../../script/tx-input/fee-rating.ts';
import cardStyles from '../../ui/card.module.css';
import { CopyButton } from '../../ui/Hash.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { FigureText, Moment } from '../../ui/values.tsx';
import { api, page } from '../../url.ts';
import { AuditBadges } from './AuditBadges.tsx';
import { isCommitment, isJustice } from './channel-tx.ts';
import { FeatureBadges, type FeatureHeights } from './FeatureBadges.tsx';
import txStyles from './tx.module.css';

const TxMarks = lazyComponent(() => import('./TxMarks.tsx'));

/** Shows fee rating, features and type of a transaction. */
export function TxFacts({ view, heights }: { view: TxView; heights: FeatureHeights | undefined }) {
  const text = useText();
  const { tx, block, rbf, cpfp } = view;
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const effective = effectiveRate(view);
  const showsAudit = useSite().audit === true && tx.status.confirmed && (isCoinbase || view.audit !== undefined);
  const more: TextId[] = [
    ...(rbf && replacesSomething(view) ? (['mark.replacement'] as const) : []),
    ...((cpfp?.descendants?.length ?? 0) > 0 && !tx.status.confirmed ? (['mark.cpfp_parent'] as const) : []),
    ...((cpfp?.ancestors.length ?? 0) > 0 && !tx.status.confirmed ? (['mark.cpfp_child'] as const) : []),
  ];
  // the fee of a commitment was set when it was signed, and a penalty has to confirm before other spends
  const hasFixedFee = isCommitment(tx) || isJustice(tx);
  return (
    <section className={`${cardStyles.card} ${txStyles.txFacts}`} data-part="card" aria-label={text('tx.marks')}>
      <dl className={rowsStyles.rows} data-part="rows">
        {!isCoinbase && (
          <div className={txStyles.factFeatures}>
            <dt>{text('tx.features')}</dt>
            <dd>
              <FeatureBadges tx={tx} heights={heights} />
            </dd>
          </div>
        )}
        {showsAudit && (
          <div>
            <dt>{text('tx.audit')}</dt>
            <dd>
              <AuditBadges audit={view.audit} isCoinbase={isCoinbase} />
            </dd>
          </div>
        )}
        {tx.status.confirmed && block && effective !== undefined && !isCoinbase && !hasFixedFee && (
          <div>
            <dt>{text('tx.rating')}</dt>
            <dd>
              <Rating rate={effective} block={block} />
            </dd>
          </div>
        )}
        <div>
          <dt>{text('tx.marks')}</dt>
          <dd>
            <Suspense fallback={<span className="skeleton-loader" />}>
              <TxMarks tx={tx} more={more} />
            </Suspense>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Returns true when the tree shows that this transaction replaced another one. */
function replacesSomething({ rbf, tx }: TxView): boolean {
  const find = (tree: NonNullable<TxView['rbf']>): boolean =>
    (tree.tx.txid === tx.txid && tree.replaces.length > 0) || tree.replaces.some(find);
  return rbf !== undefined && find(rbf);
}

function Rating(props: { rate: number; block: NonNullable<TxView['block']> }) {
  const text = useText();
  const { rateUnit } = usePreferences().preferences;
  const { kind, times, needed } = feeRating(props.rate, props.block);
  if (kind === 'optimal') return <span className="badge ok">{text('tx.rating.optimal')}</span>;
  const figure = rate(needed, rateUnit);
  return (
    <>
      <span className={`badge ${kind === 'over' ? 'warn' : 'bad'}`}>
        {text('tx.rating.over', { times: count(times) })}
      </span>{' '}
      <span className="quiet">{text('tx.rating.hint', { rate: `${figure.value} ${figure.unit}` })}</span>
    </>
  );
}

/** Minimum vbytes per sigop. Source: Core policy, 20 weight units per sigop cost */
const vbytesPerSigop = 5;

/**
 * Shows sizes and fields of the transaction.
 * @param isLocal not known to the server
 * @param hex its bytes, if they are loaded
 */
export function TxDetails({ view, isLocal = false, hex }: { view: TxView; isLocal?: boolean; hex?: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { tx, cpfp } = view;
  const vsize = tx.weight / 4;
  const adjusted = cpfp?.adjustedVsize ?? Math.max(vsize, tx.sigops * vbytesPerSigop);
  return (
    <section className={`${cardStyles.card} ${txStyles.txDetails}`} data-part="card" id="details">
      <h2>{text('tx.details')}</h2>
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <Fact name="tx.size">
          <FigureText figure={{ value: count(tx.size), unit: 'B' }} />
        </Fact>
        <Fact name="tx.version">
          <span className="figure">{tx.version}</span>
        </Fact>
        <Fact name="tx.vsize">
          <FigureText figure={{ value: count(Math.ceil(vsize)), unit: 'vB' }} />
        </Fact>
        <Fact name="tx.locktime">
          <Locktime tx={tx} />
        </Fact>
        <Fact name="tx.weight">
          <FigureText figure={{ value: count(tx.weight), unit: 'WU' }} />
        </Fact>
        <Fact name="tx.sigops">
          <span className="figure">{count(tx.sigops)}</span>
        </Fact>
        {adjusted > vsize + 0.5 && (
          <Fact name="tx.adjustedVsize">
            <FigureText figure={{ value: count(Math.ceil(adjusted)), unit: 'vB' }} />
          </Fact>
        )}
        {!view.removed && !isLocal && (
          <Fact name="tx.hex">
            <Link reloadDocument to={api.txHex(prefix, tx.txid)}>
              {text('tx.hex')}
            </Link>
          </Fact>
        )}
        {hex !== undefined && (
          <Fact name="tx.hex">
            <CopyButton value={hex} />
          </Fact>
        )}
        {!isLocal && (
          <Fact name="fate.title">
            <Link to={page.fate(prefix, tx.txid)}>{text('fate.link')}</Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: TextId; children: React.ReactNode }) {
  return (
    <div>
      <dt>{useText()(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Lower values of nLockTime are heights, others are times. */
const firstTime = 500_000_000;

function Locktime({ tx }: { tx: TxView['tx'] }) {
  const text = useText();
  const { locktime } = tx;
  if (isCommitment(tx)) {
    return (
      <span>
        {text('tx.lock.commitment')} <small className="figure">{hex32(locktime)}</small>
      </span>
    );
  }
  if (locktime === 0) return <span className="quiet">{text('tx.lock.none')}</span>;
  if (locktime < firstTime) {
    return <span className="figure">{text('tx.lock.height', { height: count(locktime) })}</span>;
  }
  return (
    <span className="figure">
      <Moment time={locktime} withAge={false} /> <small>{hex32(locktime)}</small>
    </span>
  );
}
