import type { Outspend, Tx } from '@glassblock/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '../format/amount.ts';
import { feeRate } from '../format/rate.ts';
import { netChange, type Owns } from '../live/fold-address.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { Hash } from './Hash.tsx';
import { usePlace } from './site-context.ts';
import { InputRow, OutputRow } from './TxRows.tsx';
import { Amount, Moment, Rate } from './values.tsx';

/** Rows shown per side before a button asks for more, and how many that button adds. */
const firstRows = 12;
const slack = 5;
const moreRows = 1000;

interface TxBoxProps {
  tx: Tx;
  place: number;
  /** Rows of this address are highlighted and the sum is what it gained or lost. */
  owns?: Owns;
  outspends?: readonly Outspend[];
}

/** A transaction: inputs beside outputs, each with a link to where its coin comes from or goes to. */
export function TxBox({ tx, place, owns, outspends }: TxBoxProps) {
  const text = useText();
  const { prefix } = usePlace();
  const rate = feeRate(tx.fee, tx.weight);
  const total = tx.vout.reduce((sum, output) => sum + output.value, 0);
  return (
    <article className="tx-box" data-cy={`tx-${place}`}>
      <header className="tx-head header-bg box">
        <Hash value={tx.txid} to={page.tx(prefix, tx.txid)} copy tail={12} />
        {tx.status.confirmed && tx.status.block_time !== undefined ? (
          <span className="quiet">
            <Moment time={tx.status.block_time} withAge={false} />
          </span>
        ) : (
          <span className="badge warn">{text('tx.unconfirmed')}</span>
        )}
      </header>
      <div className="tx-body">
        <Rows
          className="table-tx-vin"
          label={text('tx.inputs', { count: tx.vin.length })}
          items={tx.vin}
          row={(input, index) => <InputRow key={index} input={input} {...(owns && { owns })} />}
        />
        <Rows
          className="table-tx-vout"
          label={text('tx.outputs', { count: tx.vout.length })}
          items={tx.vout}
          row={(output, index) => (
            <OutputRow
              key={index}
              output={output}
              {...(owns && { owns })}
              {...(outspends?.[index] && { outspend: outspends[index] })}
            />
          )}
        />
      </div>
      <footer className="tx-foot">
        <span>
          {rate !== undefined && (
            <>
              <Rate rate={rate} dot /> <span className="quiet">– {count(tx.fee)} sats</span>
            </>
          )}
        </span>
        {owns ? (
          <Net sats={netChange(tx, owns)} label={text('tx.net')} />
        ) : (
          <span title={text('tx.total')}>
            <span className="quiet">{text('tx.total')}</span> <Amount sats={total} className="strong" />
          </span>
        )}
      </footer>
    </article>
  );
}

function Net({ sats, label }: { sats: number; label: string }) {
  return (
    <span title={label} className={sats > 0 ? 'gain' : sats < 0 ? 'loss' : ''}>
      <Amount sats={sats} signed className="strong" />
    </span>
  );
}

function Rows<T>(props: {
  className: string;
  label: string;
  items: readonly T[];
  row: (item: T, index: number) => React.ReactNode;
}) {
  const text = useText();
  const [shown, setShown] = useState(firstRows);
  const visible = props.items.length <= shown + slack ? props.items.length : shown;
  const rest = props.items.length - visible;
  return (
    <div className={`tx-side ${props.className}`}>
      <h3 className="side-label">{props.label}</h3>
      <ol>{props.items.slice(0, visible).map(props.row)}</ol>
      {rest > 0 && (
        <button type="button" className="link-button js-only" onClick={() => setShown(shown + moreRows)}>
          {text('tx.showMore', { count: rest })}
        </button>
      )}
    </div>
  );
}

/** A link to a block by its hash, with its height as text. */
export function BlockLink({ hash, height }: { hash: string; height: number }) {
  const { prefix } = usePlace();
  return (
    <Link to={page.block(prefix, hash)} className="figure">
      {count(height)}
    </Link>
  );
}
