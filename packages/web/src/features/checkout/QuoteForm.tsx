import type { AccelerationEstimate, PaymentInvoice } from '@glassblock/contract/services';
import { useEffect, useId, useState } from 'react';
import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { post } from '../../data/post.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Outcome } from '../../ui/Form.tsx';
import formStyles from '../../ui/form.module.css';
import listStyles from '../../ui/list.module.css';
import rowsStyles from '../../ui/rows.module.css';
import { Ahead, FeeRateText } from '../../ui/values.tsx';
import { expectedAt } from '../block/block-facts.ts';
import styles from './checkout.module.css';
import { checkoutApi } from './checkout-api.ts';
import { type BidOutcome, bidAt, outcomeOf, type Quote } from './checkout-state.ts';
import { reasonText } from './reason-text.ts';

interface Props {
  txid: string;
  quote: Quote;
  hasInvoices: boolean;
  onInvoice(id: string | undefined): void;
  /** Called after a payment from the balance. */
  onBought(): void;
}

const steps = 100;

/** Shows the price of an acceleration, lets the visitor choose a bid, and creates the invoice. */
export function QuoteForm({ txid, quote, hasInvoices, onInvoice, onBought }: Props) {
  const text = useText();
  const { prefix } = usePlace();
  const blocks = useLive((state) => state.mempoolBlocks) ?? [];
  const [min, preset, max] = quote.options as [number, number, number];
  const [bid, setBid] = useState(preset);
  const { isBusy, failure, run } = useSubmit();
  const { balance, minInvoice } = useEstimate(prefix, txid);
  const outcome = outcomeOf(quote, bid, blocks);
  const missing = hasInvoices ? Math.max(0, minInvoice - outcome.total) : 0;
  const pay = () =>
    run(async () => {
      const answer = await post<PaymentInvoice>(checkoutApi.invoice(prefix), { txid, maxBidBoost: bid });
      if (answer.ok) onInvoice(answer.body.btcpayInvoiceId);
      return answer.ok ? undefined : answer.message;
    });
  const payFromBalance = () =>
    run(async () => {
      const answer = await post<string>(checkoutApi.accelerate(prefix), { txInput: txid, userBid: bid });
      if (answer.ok) onBought();
      return answer.ok ? undefined : answer.message;
    });
  return (
    <form
      className={styles.quote}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasInvoices && missing === 0) void pay();
      }}
    >
      <div>
        <p className={styles.lead}>
          {text('checkout.lead')} <FeeRateText rate={outcome.rate} approximate />
        </p>
        <p className="quiet" aria-live="polite">
          <Expected outcome={outcome} />
        </p>
        <BidSlider bid={bid} min={min} max={Math.max(max, bid)} describe={`${count(bid)} sats`} onChange={setBid} />
        <Levels
          quote={quote}
          levels={[min, preset, max].map((level) => outcomeOf(quote, level, blocks))}
          chosen={bid}
          onChoose={setBid}
        />
      </div>
      <div>
        <Summary quote={quote} outcome={outcome} balance={balance} />
        <div className="js-only">
          <p className={styles.buttons}>
            {hasInvoices && (
              <button
                type="submit"
                className={`button ${formStyles.primary}`}
                data-part="primary"
                disabled={isBusy || missing > 0}
              >
                {text(isBusy ? 'checkout.busy' : 'checkout.pay')}
              </button>
            )}
            {balance !== undefined && balance >= outcome.total && (
              <button type="button" className="button" disabled={isBusy} onClick={() => void payFromBalance()}>
                {text('checkout.payBalance')}
              </button>
            )}
            {!hasInvoices && balance === undefined && <span className="quiet">{text('checkout.signIn')}</span>}
          </p>
          {missing > 0 && (
            <p className={styles.limit}>
              {text('checkout.minInvoice', { amount: count(minInvoice) })}{' '}
              <button type="button" className="link-button" onClick={() => setBid(bid + missing)}>
                {text('checkout.raiseBid', { bid: count(bid + missing) })}
              </button>
            </p>
          )}
        </div>
        <p className="quiet no-js-only">{text('checkout.scriptless')}</p>
        {failure !== undefined && <Outcome tone="bad">{reasonText(text, failure)}</Outcome>}
        <p className={`quiet ${styles.note}`}>{text('checkout.note')}</p>
      </div>
    </form>
  );
}

/** Runs one submission at a time. */
function useSubmit() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const run = async (work: () => Promise<string | undefined>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(await work());
    setBusy(false);
  };
  return { isBusy, failure, run };
}

interface Estimate {
  /** Of a signed-in user; undefined without one. */
  balance: number | undefined;
  /** Smallest amount of an invoice, in sats. */
  minInvoice: number;
}

/** Returns what the estimate of an acceleration says about payments. */
function useEstimate(prefix: string, txid: string): Estimate {
  const [estimate, setEstimate] = useState<Estimate>({ balance: undefined, minInvoice: 0 });
  useEffect(() => {
    let isLatest = true;
    void post<AccelerationEstimate>(checkoutApi.estimate(prefix), { txInput: txid }).then((answer) => {
      if (!isLatest || !answer.ok) return;
      const { availablePaymentMethods: methods, userBalance } = answer.body;
      setEstimate({
        balance: methods?.balance.enabled ? userBalance : undefined,
        minInvoice: methods?.bitcoin?.min ?? 0,
      });
    });
    return () => {
      isLatest = false;
    };
  }, [prefix, txid]);
  return estimate;
}

function BidSlider(props: { bid: number; min: number; max: number; describe: string; onChange(bid: number): void }) {
  const text = useText();
  const id = useId();
  const { bid, min, max } = props;
  const step = Math.max(1, Math.round((max - min) / steps));
  return (
    <div className="js-only">
      <div className={styles.slider}>
        <label htmlFor={id}>{text('checkout.bid')}</label>
        <output htmlFor={id}>{props.describe}</output>
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={bid}
          aria-valuetext={props.describe}
          onChange={(event) => props.onChange(bidAt(Number(event.target.value), { step, max }))}
        />
      </div>
    </div>
  );
}

/** Shows the expected block of a bid and its time. */
function Expected({ outcome: { block } }: { outcome: BidOutcome }) {
  const text = useText();
  const now = useNow();
  const da = useLive((state) => state.da);
  const { pace } = usePlace();
  if (block === undefined) return text('checkout.block.unknown');
  const at = expectedAt(block, now, da, pace);
  return (
    <>
      {text('checkout.block', { number: block + 1 })}
      {at !== undefined && (
        <>
          {' · '}
          <Ahead time={at} />
        </>
      )}
    </>
  );
}

function Levels(props: { quote: Quote; levels: readonly BidOutcome[]; chosen: number; onChoose(bid: number): void }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${styles.levels}`} data-part="list">
      <thead>
        <tr>
          <th>{text('checkout.bid')}</th>
          <th className={listStyles.number}>{text('checkout.rate')}</th>
          <th className={listStyles.number}>{text('checkout.expected')}</th>
        </tr>
      </thead>
      <tbody>
        {props.levels.map((level) => (
          <tr key={level.bid} aria-current={level.bid === props.chosen ? 'true' : undefined}>
            <td>
              <button type="button" className="link-button js-only" onClick={() => props.onChoose(level.bid)}>
                {count(level.bid)} sats
              </button>
              <span className="no-js-only">{count(level.bid)} sats</span>
            </td>
            <td className={listStyles.number}>
              <FeeRateText rate={level.rate} />
            </td>
            <td className={listStyles.number}>
              {level.block === undefined ? '–' : text('checkout.block.short', { number: level.block + 1 })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Summary({ quote, outcome, balance }: { quote: Quote; outcome: BidOutcome; balance: number | undefined }) {
  const text = useText();
  const sats = (value: number) => `${count(value)} sats`;
  return (
    <dl className={rowsStyles.rows} data-part="rows">
      <div>
        <dt>{text('checkout.vsize')}</dt>
        <dd>
          {count(quote.effectiveVsize)} vB
          {quote.ancestorCount > 1 && ` · ${text('checkout.package', { count: quote.ancestorCount })}`}
        </dd>
      </div>
      <div>
        <dt>{text('checkout.inBand')}</dt>
        <dd>{sats(quote.effectiveFee)}</dd>
      </div>
      <div>
        <dt>{text('checkout.target')}</dt>
        <dd>
          <FeeRateText rate={quote.targetFeeRate} />
        </dd>
      </div>
      <div>
        <dt>{text('checkout.maxBid')}</dt>
        <dd>{sats(outcome.bid)}</dd>
      </div>
      <div>
        <dt>{text('checkout.baseFee')}</dt>
        <dd>{sats(quote.baseFee)}</dd>
      </div>
      <div>
        <dt>{text('checkout.vsizeFee')}</dt>
        <dd>{sats(quote.vsizeFee)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{text('checkout.cost')}</dt>
        <dd>
          <strong>{sats(outcome.total)}</strong> <FiatAmount sats={outcome.total} />
        </dd>
      </div>
      {balance !== undefined && (
        <div>
          <dt>{text('checkout.balance')}</dt>
          <dd className={balance < outcome.total ? 'bad' : ''}>{sats(balance)}</dd>
        </div>
      )}
    </dl>
  );
}
