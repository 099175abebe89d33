import type { Outspend } from '@glassblock/contract';
import type { LiquidTx } from '@glassblock/contract/liquid';
import { useState } from 'react';
import { useLive } from '../../../context/live.ts';
import { feeRate } from '../../../format/rate.ts';
import { useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import { useNearViewport } from '../../../ui/hooks/use-near-viewport.ts';
import { Amount, Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { FeePaid } from '../../tx-list/TxBox.tsx';
import txListStyles from '../../tx-list/tx-list.module.css';
import { useOutspends } from '../../tx-list/use-outspends.ts';
import type { Unblinded } from '../unblinding/unblind.ts';
import { useLiquid } from '../use-liquid.ts';
import type { AssetNames } from './asset-names.ts';
import { AssetNamesContext } from './LiquidAmount.tsx';
import { LiquidInputRow, LiquidOutputRow } from './LiquidRows.tsx';
import { nativeTotal } from './liquid-tx.ts';
import { MissingDepositsContext } from './missing-deposits.ts';

/** Rows per side initially, and how many more a button shows. */
const firstRows = 12;
const moreRows = 1_000;

/**
 * Lists transactions; spends of their outputs are requested when they come near the view.
 * @param props.missing outpoints that peg-ins claim and that are not in the parent chain
 * @param props.script script of the list's address, whose rows are highlighted
 */
export function LiquidTxList(props: {
  txs: readonly LiquidTx[];
  names: AssetNames;
  missing: readonly string[];
  script?: string;
}) {
  const { txs, names, missing, script } = props;
  const { known, want } = useOutspends();
  return (
    <AssetNamesContext value={names}>
      <MissingDepositsContext value={missing}>
        {txs.map((tx, place) => (
          <LiquidTxBox
            key={tx.txid}
            tx={tx}
            place={place}
            outspends={known.get(tx.txid)}
            {...(script !== undefined && { script })}
            onNear={want}
          />
        ))}
      </MissingDepositsContext>
    </AssetNamesContext>
  );
}

interface BoxProps {
  tx: LiquidTx;
  place: number;
  outspends: readonly Outspend[] | undefined;
  script?: string;
  onNear?: (txid: string) => void;
}

function LiquidTxBox({ tx, place, outspends, script, onNear }: BoxProps) {
  const text = useText();
  const near = useNearViewport<HTMLElement>(outspends === undefined, () => onNear?.(tx.txid));
  const { status } = tx;
  return (
    <article className={txListStyles.txBox} data-part="tx-box" ref={near} data-cy={`tx-${place}`}>
      <header className={txListStyles.txHead} data-part="tx-head">
        <Hash value={tx.txid} to={page.tx('', tx.txid)} copy tail={12} className="header-bg box" />
        <span className="quiet">
          {status.confirmed && status.block_time !== undefined ? (
            <Moment time={status.block_time} withAge={false} />
          ) : (
            text('tx.unconfirmed')
          )}
        </span>
      </header>
      <LiquidSides tx={tx} outspends={outspends} {...(script !== undefined && { script })} />
      <footer className={txListStyles.txFoot} data-part="tx-foot">
        <FeePaid fee={tx.fee} rate={feeRate(tx.fee, tx.discount_weight ?? tx.weight)} />
        <span className={txListStyles.txFootEnd}>
          {!status.confirmed && <Confirmations height={undefined} />}
          <Total tx={tx} />
        </span>
      </footer>
    </article>
  );
}

/** Shows the sum of the outputs in the pegged asset, or that some are confidential. */
export function Total({ tx }: { tx: LiquidTx }) {
  const text = useText();
  const native = useLiquid().asset;
  const total = nativeTotal(tx, native);
  return (
    <span>
      <span className="quiet">{text('tx.total')}</span>{' '}
      {total === undefined ? (
        <strong className="amount">{text('liquid.confidential')}</strong>
      ) : (
        <Amount sats={total} className="strong" />
      )}
    </span>
  );
}

/** Shows the number of confirmations. @param height of the block; undefined: unconfirmed */
export function Confirmations({ height }: { height: number | undefined }) {
  const text = useText();
  const tip = useLive((state) => state.blocks[0]?.height);
  if (height === undefined) return <span className="badge warn btn-danger">{text('tx.unconfirmed')}</span>;
  const words =
    tip === undefined ? text('tx.confirmed') : text('tx.confirmations', { count: Math.max(1, tip - height + 1) });
  return <span className="badge ok btn-success">{words}</span>;
}

/** Shows inputs beside outputs. */
export function LiquidSides(props: {
  tx: LiquidTx;
  outspends: readonly Outspend[] | undefined;
  script?: string;
  /** Rows that the link of the page reveals. */
  revealed?: Pick<Unblinded, 'inputs' | 'outputs'>;
  /** Shows all rows at once. */
  isWhole?: boolean;
}) {
  const text = useText();
  const { tx, outspends, script, revealed, isWhole = false } = props;
  const isMine = (output: { scriptpubkey: string } | null) => script !== undefined && output?.scriptpubkey === script;
  return (
    <div className={txListStyles.txBody} data-part="tx-body">
      <Side className="table-tx-vin" label={text('tx.inputs', { count: tx.vin.length })} isWhole={isWhole}>
        {tx.vin.map((input, index) => (
          <LiquidInputRow
            key={`${input.txid}:${input.vout}`}
            input={input}
            index={index}
            isMine={isMine(input.prevout)}
            revealed={revealed?.inputs.get(index)}
          />
        ))}
      </Side>
      <Side
        className={`table-tx-vout ${txListStyles.tableTxVout}`}
        label={text('tx.outputs', { count: tx.vout.length })}
        isWhole={isWhole}
      >
        {tx.vout.map((output, index) => (
          <LiquidOutputRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an output is identified by its index
            key={index}
            output={output}
            index={index}
            isMine={isMine(output)}
            revealed={revealed?.outputs.get(index)}
            outspend={outspends?.[index]}
          />
        ))}
      </Side>
    </div>
  );
}

function Side(props: { className: string; label: string; isWhole: boolean; children: readonly React.ReactNode[] }) {
  const text = useText();
  const [shown, setShown] = useState(props.isWhole ? Number.POSITIVE_INFINITY : firstRows);
  const rest = props.children.length - shown;
  return (
    <div className={`tx-side ${props.className}`}>
      <h3 className={txListStyles.sideLabel} data-part="side-label">
        {props.label}
      </h3>
      <ol>{props.children.slice(0, shown)}</ol>
      {rest > 0 && (
        <button type="button" className="link-button js-only" onClick={() => setShown(shown + moreRows)}>
          {text('tx.showMore', { count: rest })}
        </button>
      )}
    </div>
  );
}
