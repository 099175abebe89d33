import type { Tx } from '@glassblock/contract';
import { Link } from 'react-router';
import { count, hex32 } from '../format/amount.ts';
import { feeRate } from '../format/rate.ts';
import type { TxView } from '../live/fold-tx.ts';
import { useText } from '../messages/use-text.ts';
import { api, page } from '../url.ts';
import { expectedAt, farAway } from './block-facts.ts';
import { useNow } from './clock.ts';
import { Hash } from './Hash.tsx';
import { useLive } from './live.ts';
import { usePlace } from './site-context.ts';
import { BlockLink } from './TxBox.tsx';
import { Ahead, Amount, FigureText, Moment, Rate } from './values.tsx';

/** When will it confirm, or what happened to it; then the fee. @param certain  the server itself gave the place */
export function TxAnswer({ view, certain }: { view: TxView; certain: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const { tx } = view;
  const rate = feeRate(tx.fee, tx.weight);
  const vsize = Math.ceil(tx.weight / 4);
  return (
    <section className="tx-answer">
      {view.replacedBy !== undefined && (
        <p className="banner bad alert alert-replaced">
          {text('tx.replacedBy')} <Hash value={view.replacedBy} to={page.tx(prefix, view.replacedBy)} />
        </p>
      )}
      <div className="title-block">
        <h1>{text('tx.title')}</h1>
        <Hash value={tx.txid} copy tail={12} className="title-hash" />
      </div>
      <div className="answers tx">
        <Outcome view={view} certain={certain} />
        <div className="answer">
          <strong>{rate === undefined ? <Amount sats={0} /> : <Rate rate={rate} dot />}</strong>
          <span className="quiet">{text('tx.feeRate')}</span>
        </div>
        <div className="answer">
          <strong className="figure">
            {count(tx.fee)} <small>sats</small>
          </strong>
          <span className="quiet">{text('tx.fee')}</span>
        </div>
        <div className="answer">
          <strong>
            <FigureText figure={{ value: count(vsize), unit: 'vB' }} />
          </strong>
          <span className="quiet">{text('tx.vsize')}</span>
        </div>
      </div>
    </section>
  );
}

function Outcome({ view, certain }: { view: TxView; certain: boolean }) {
  const text = useText();
  const now = useNow();
  const tip = useLive((state) => state.blocks[0]?.height);
  const da = useLive((state) => state.da);
  const { pace } = usePlace();
  const { status } = view.tx;
  if (status.confirmed) {
    const height = status.block_height ?? 0;
    const confirmations = tip === undefined ? undefined : Math.max(1, tip - height + 1);
    return (
      <div className="answer outcome ok">
        <strong>
          <span className="badge ok btn-success">
            {confirmations === undefined ? text('tx.confirmed') : text('tx.confirmations', { count: confirmations })}
          </span>
        </strong>
        <span>
          {text('tx.inBlock')}{' '}
          {status.block_hash !== undefined && <BlockLink hash={status.block_hash} height={height} />}
        </span>
        {status.block_time !== undefined && (
          <span className="quiet">
            <Moment time={status.block_time} />
          </span>
        )}
      </div>
    );
  }
  if (view.replacedBy !== undefined) {
    return (
      <div className="answer outcome bad">
        <strong>
          <span className="badge bad btn-warning">{text('tx.replaced')}</span>
        </strong>
      </div>
    );
  }
  const place = view.position?.block;
  return (
    <div className="answer outcome warn">
      <strong>
        <span className="badge warn btn-danger">{text('tx.unconfirmed')}</span>
      </strong>
      <span className="outcome-when">
        {place === undefined
          ? text('tx.when.unknown')
          : place >= farAway
            ? text('tx.when.far')
            : place === 0
              ? text('tx.when.next')
              : text('tx.when.block', { count: place + 1 })}
      </span>
      {place !== undefined && place < farAway && pace !== 'on-demand' && (
        <span className="quiet">
          {text('tx.eta')} <Ahead time={expectedAt(place, now, da, pace)} />
          {!certain && ` (${text('next.estimate')})`}
        </span>
      )}
    </div>
  );
}

/** Native, wrapped or no witness; taproot; replaceability: as words. */
function featuresOf(tx: Tx): string[] {
  const features: string[] = [];
  if (tx.vin.some((input) => (input.witness?.length ?? 0) > 0)) features.push('SegWit');
  if (
    tx.vin.some((input) => input.prevout?.scriptpubkey_type === 'v1_p2tr') ||
    tx.vout.some((output) => output.scriptpubkey_type === 'v1_p2tr')
  ) {
    features.push('Taproot');
  }
  if (tx.vin.some((input) => !input.is_coinbase && input.sequence < 0xfffffffe)) features.push('RBF');
  return features;
}

/** Sizes and numbers of the transaction. */
export function TxDetails({ tx }: { tx: Tx }) {
  const text = useText();
  const { prefix } = usePlace();
  const features = featuresOf(tx);
  return (
    <section className="card" id="details">
      <h2>{text('tx.details')}</h2>
      <dl className="rows two">
        <div>
          <dt>{text('tx.size')}</dt>
          <dd>
            <FigureText figure={{ value: count(tx.size), unit: 'B' }} />
          </dd>
        </div>
        <div>
          <dt>{text('tx.version')}</dt>
          <dd className="figure">{tx.version}</dd>
        </div>
        <div>
          <dt>{text('tx.vsize')}</dt>
          <dd>
            <FigureText figure={{ value: count(Math.ceil(tx.weight / 4)), unit: 'vB' }} />
          </dd>
        </div>
        <div>
          <dt>{text('tx.locktime')}</dt>
          <dd className="figure">{tx.locktime < 500_000_000 ? count(tx.locktime) : hex32(tx.locktime)}</dd>
        </div>
        <div>
          <dt>{text('tx.weight')}</dt>
          <dd>
            <FigureText figure={{ value: count(tx.weight), unit: 'WU' }} />
          </dd>
        </div>
        <div>
          <dt>{text('tx.sigops')}</dt>
          <dd className="figure">{count(tx.sigops)}</dd>
        </div>
        <div>
          <dt>{text('tx.features')}</dt>
          <dd className="badges">
            {features.length === 0 && '–'}
            {features.map((feature) => (
              <span className="badge info" key={feature}>
                {feature}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{text('tx.hex')}</dt>
          <dd>
            <Link reloadDocument to={api.txHex(prefix, tx.txid)}>
              {text('tx.hex')}
            </Link>
          </dd>
        </div>
      </dl>
    </section>
  );
}
