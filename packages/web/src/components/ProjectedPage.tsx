import type { CompressedTx, MempoolBlock } from '@glassblock/contract';
import { lazy, Suspense, useEffect } from 'react';
import { bytes, count, percent, vbytes } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { blockVsize, expectedAt, stackSize } from './block-facts.ts';
import { useHydrated, useNow } from './clock.ts';
import { Hash } from './Hash.tsx';
import { useLive, useSession } from './live.ts';
import { usePlace } from './site-context.ts';
import { Ahead, Amount, BlockRate, FigureText, Rate, RateSpan } from './values.tsx';

const BlockPicture = lazy(() => import('../picture/BlockPicture.tsx'));

/** Title of a projected block: the next, the nth, or the stack that holds the rest. */
function useTitle(block: MempoolBlock, index: number, last: boolean): string {
  const text = useText();
  const stack = last ? stackSize(block) : 1;
  if (stack > 1) return text('projected.stack', { count: stack });
  return index === 0 ? text('projected.next') : text('projected.nth', { number: index + 1 });
}

/** One projected block: its figures, and its transactions as squares, live. */
export function ProjectedPage({ block, index, last }: { block: MempoolBlock; index: number; last: boolean }) {
  const text = useText();
  const now = useNow();
  const { pace } = usePlace();
  const session = useSession();
  const da = useLive((state) => state.da);
  const title = useTitle(block, index, last);
  useEffect(() => {
    session.trackMempoolBlock(index);
    return () => session.trackMempoolBlock(undefined);
  }, [session, index]);
  return (
    <>
      <div className="title-block">
        <h1>{title}</h1>
        {!(last && stackSize(block) > 1) && (
          <span className="quiet">
            <Ahead time={expectedAt(index, now, da, pace)} />
          </span>
        )}
      </div>
      <div className="projected-page">
        <section>
          <div className="answers">
            <div className="answer">
              <strong className="balance">
                <BlockRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
              </strong>
              <span className="quiet">{text('block.medianFee')}</span>
            </div>
          </div>
          <dl className="rows">
            <div>
              <dt>{text('block.feeSpan')}</dt>
              <dd>
                <RateSpan range={block.feeRange} />
              </dd>
            </div>
            <div>
              <dt>{text('block.totalFees')}</dt>
              <dd>
                <Amount sats={block.totalFees} />
              </dd>
            </div>
            <div>
              <dt>{text('block.transactions')}</dt>
              <dd className="figure">{count(block.nTx)}</dd>
            </div>
            <div>
              <dt>{text('projected.size')}</dt>
              <dd>
                <FigureText figure={bytes(block.blockSize)} />
              </dd>
            </div>
            <div>
              <dt>{text('tx.vsize')}</dt>
              <dd>
                <FigureText figure={vbytes(block.blockVSize)} />
              </dd>
            </div>
            <div>
              <dt>{text('block.full')}</dt>
              <dd className="figure">{percent(Math.min(100, (100 * block.blockVSize) / blockVsize))}</dd>
            </div>
          </dl>
        </section>
        <Picture index={index} empty={block.nTx === 0} />
      </div>
    </>
  );
}

function Picture({ index, empty }: { index: number; empty: boolean }) {
  const text = useText();
  const ready = useHydrated();
  const projected = useLive((state) => (state.projected?.index === index ? state.projected : undefined));
  const txs = projected && projected.txs.size > 0 ? projected.txs : undefined;
  const arrived = projected !== undefined && projected.sequence >= 0;
  return (
    <section aria-label={text('projected.inside')} className="app-mempool-block">
      {ready && txs ? (
        <Suspense fallback={<Frame sentence={text('projected.waiting')} />}>
          <BlockPicture txs={txs} />
        </Suspense>
      ) : (
        <Frame sentence={empty || arrived ? text('projected.empty') : text('projected.waiting')} />
      )}
      <Legend />
      {txs && <Table txs={txs} />}
    </section>
  );
}

function Frame({ sentence }: { sentence: string }) {
  return (
    <div className="picture-frame">
      <div className="picture-canvas" />
      <p className="picture-waiting">{sentence}</p>
    </div>
  );
}

const legendSteps = ['0', '1', '2', '4', '8', '15', '30', '60', '120', '300'] as const;

/** What the colours mean, always beside numbers. */
function Legend() {
  const text = useText();
  return (
    <div className="legend">
      <span className="quiet">{text('projected.legend')}</span>
      <ol>
        {legendSteps.map((step, place) => (
          <li key={step}>
            <i className={`fee-bg-${place}`} aria-hidden="true" />
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}

const tableRows = 50;

/** The picture's twin for those who cannot see it. */
function Table({ txs }: { txs: ReadonlyMap<string, CompressedTx> }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <details className="fold">
      <summary>{text('projected.table')}</summary>
      <table className="list latest-transactions">
        <thead>
          <tr>
            <th>{text('tx.id')}</th>
            <th className="number">{text('recent.amount')}</th>
            <th className="number">{text('tx.feeRate')}</th>
            <th className="number">{text('tx.vsize')}</th>
          </tr>
        </thead>
        <tbody>
          {[...txs.values()]
            .sort((a, b) => b[4] - a[4])
            .slice(0, tableRows)
            .map(([txid, , vsize, value, rate]) => (
              <tr key={txid}>
                <td>
                  <Hash value={txid} to={page.tx(prefix, txid)} />
                </td>
                <td className="number">
                  <Amount sats={value} digits={[4, 4]} />
                </td>
                <td className="number">
                  <Rate rate={rate} dot />
                </td>
                <td className="number">
                  <FigureText figure={vbytes(vsize)} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
