import type { Outspend, Tx } from '@glassblock/contract';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { PriceAt } from '../../context/PriceAt.tsx';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { fetchMarking } from '../../data/tx/marking.ts';
import { amount, count } from '../../format/amount.ts';
import { feeRate } from '../../format/rate.ts';
import { type ListedTx, listed } from '../../live/reducers/listed-tx.ts';
import type { Owns } from '../../live/reducers/net-change.ts';
import { spendsWithin } from '../../live/reducers/spends-within.ts';
import labels from '../../messages/en.json?label';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { useNearViewport } from '../../ui/hooks/use-near-viewport.ts';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { Age, Amount, FeeRateText, Moment } from '../../ui/values.tsx';
import { api, page } from '../../url.ts';
import { AmountButton } from './AmountButton.tsx';
import { InputRow, OutputRow } from './TxRows.tsx';
import txListStyles from './tx-list.module.css';
import { useFirstSeen } from './use-first-seen.ts';
import { useOutspends } from './use-outspends.ts';

/** Rows per side initially, and how many more a button shows. */
const firstRows = 12;
const slack = 5;
const moreRows = 1000;

/**
 * Lists transactions. Spends of their outputs are requested when they come near the view, or are known from the list.
 * @param owns address of the list: its rows are highlighted, and its net amount is shown
 */
export function TxList({ txs, owns }: { txs: readonly ListedTx[]; owns?: Owns }) {
  const { known, want } = useOutspends();
  const spends = useMemo(() => spendsWithin(txs), [txs]);
  const seen = useFirstSeen(txs);
  return (
    <MoreTexts texts={labels}>
      {txs.map((tx, place) => (
        <TxBox
          key={tx.txid}
          tx={tx}
          place={place}
          owns={owns}
          outspends={known.get(tx.txid)}
          spends={spends.get(tx.txid)}
          seen={seen.get(tx.txid)}
          onNear={want}
        />
      ))}
    </MoreTexts>
  );
}

interface TxBoxProps {
  tx: ListedTx;
  place: number;
  owns: Owns | undefined;
  /** Spends as requested when the transaction came near the view. */
  outspends: readonly Outspend[] | undefined;
  /** Spends by transactions of the list, by output. */
  spends: ReadonlyMap<number, Outspend> | undefined;
  /** First seen, Unix seconds; 0 and undefined: unknown. */
  seen: number | undefined;
  onNear: (txid: string) => void;
}

/** Shows a transaction: inputs beside outputs, each linked to the funding or spending transaction. */
const TxBox = memo(function TxBox(props: TxBoxProps) {
  return (
    <PriceAt time={props.tx.status.block_time}>
      <Box {...props} />
    </PriceAt>
  );
});

function Box({ tx, place, owns, outspends, spends, seen, onNear }: TxBoxProps) {
  const text = useText();
  const { prefix } = usePlace();
  const rate = feeRate(tx.fee, tx.weight);
  const [whole, setWhole] = useState<Pick<ListedTx, 'vin' | 'vout'>>(tx);
  const [problem, setProblem] = useState<string>();
  const near = useNearViewport<HTMLElement>(outspends === undefined, () => onNear(tx.txid));
  /** Loads the rows that the list lacks. */
  const complete = async () => {
    if (whole.vin.length === tx.inputs && whole.vout.length === tx.outputs) return true;
    const answer = await browserApi().get<Tx>(api.tx(prefix, tx.txid));
    setProblem(answer.ok ? undefined : answer.message);
    if (answer.ok) setWhole(listed(answer.body, await fetchMarking(), undefined, Number.POSITIVE_INFINITY));
    return answer.ok;
  };
  return (
    <article className={txListStyles.txBox} data-part="tx-box" ref={near} data-cy={`tx-${place}`}>
      <header className={txListStyles.txHead} data-part="tx-head">
        <Hash value={tx.txid} to={page.tx(prefix, tx.txid)} copy tail={12} className="header-bg box" />
        {tx.status.confirmed && tx.status.block_time !== undefined ? (
          <span className="quiet">
            <Moment time={tx.status.block_time} withAge={false} />
          </span>
        ) : (
          // a placeholder avoids a layout shift when the time is loaded
          <span className="quiet">{seen ? <Age time={seen} /> : text('tx.unconfirmed')}</span>
        )}
      </header>
      <div className={txListStyles.txBody} data-part="tx-body">
        <Rows
          className="table-tx-vin"
          label={text('tx.inputs', { count: tx.inputs })}
          items={whole.vin}
          count={tx.inputs}
          complete={complete}
          row={(input, index) => <InputRow key={index} index={index} input={input} {...(owns && { owns })} />}
        />
        <Rows
          className={`table-tx-vout ${txListStyles.tableTxVout}`}
          label={text('tx.outputs', { count: tx.outputs })}
          items={whole.vout}
          count={tx.outputs}
          complete={complete}
          row={(output, index) => {
            const outspend = spends?.get(index) ?? outspends?.[index];
            return (
              <OutputRow
                key={index}
                index={index}
                output={output}
                {...(owns && { owns })}
                {...(outspend && { outspend })}
              />
            );
          }}
        />
      </div>
      {problem !== undefined && (
        <p className={`${bannerStyles.banner} bad`} data-part="banner" role="status">
          {text('tx.rowsFailed', { reason: problem })}
        </p>
      )}
      <footer className={txListStyles.txFoot} data-part="tx-foot">
        <FeePaid fee={tx.fee} rate={rate} />
        <span className={txListStyles.txFootEnd}>
          {(owns !== undefined || !tx.status.confirmed) && <Confirmations height={tx.status.block_height} />}
          {tx.net !== undefined ? (
            <AmountButton label={text('tx.net')}>
              <Amount sats={tx.net} signed className={`strong ${tx.net > 0 ? 'gain' : tx.net < 0 ? 'loss' : ''}`} />
            </AmountButton>
          ) : (
            <AmountButton label={text('tx.total')}>
              <span className="quiet">{text('tx.total')}</span> <Amount sats={tx.total} className="strong" />
            </AmountButton>
          )}
        </span>
      </footer>
    </article>
  );
}

/**
 * Shows fee and fee rate of a transaction.
 * @param rate sat/vB; undefined for a coinbase
 */
export function FeePaid({ fee, rate }: { fee: number; rate: number | undefined }) {
  const { network } = usePlace();
  const paid = amount(fee, 'sats', network);
  return (
    <span>
      {rate !== undefined && (
        <>
          <FeeRateText rate={rate} dot />{' '}
          <span className="quiet">
            – {paid.value} {paid.unit}
            <FiatAmount sats={fee} />
          </span>
        </>
      )}
    </span>
  );
}

/**
 * Shows the number of confirmations.
 * @param height height of its block; undefined: unconfirmed
 */
function Confirmations({ height }: { height: number | undefined }) {
  const text = useText();
  const tip = useLive((state) => state.blocks[0]?.height);
  if (height === undefined) return <span className="badge warn btn-danger">{text('tx.unconfirmed')}</span>;
  const words =
    tip === undefined ? text('tx.confirmed') : text('tx.confirmations', { count: Math.max(1, tip - height + 1) });
  return <span className="badge ok btn-success">{words}</span>;
}

function Rows<T>(props: {
  className: string;
  label: string;
  items: readonly T[];
  /** Total number of rows. */
  count: number;
  complete: () => Promise<boolean>;
  row: (item: T, index: number) => React.ReactNode;
}) {
  const text = useText();
  const [shown, setShown] = useState(firstRows);
  const visible = props.count <= shown + slack ? props.count : shown;
  const rest = props.count - visible;
  const showMore = async () => {
    if (await props.complete()) setShown(shown + moreRows);
  };
  return (
    <div className={`tx-side ${props.className}`}>
      <h3 className={txListStyles.sideLabel} data-part="side-label">
        {props.label}
      </h3>
      <ol>{props.items.slice(0, visible).map(props.row)}</ol>
      {rest > 0 && (
        <button type="button" className="link-button js-only" onClick={() => void showMore()}>
          {text('tx.showMore', { count: rest })}
        </button>
      )}
    </div>
  );
}

/** Links a block by hash, with its height as text. */
export function BlockLink({ hash, height }: { hash: string; height: number }) {
  const { prefix } = usePlace();
  return (
    <Link to={page.block(prefix, hash)} className="figure">
      {count(height)}
    </Link>
  );
}
