import type { Outspend, Tx, Vin, Vout } from '@glassblock/contract';
import { Suspense, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { count } from '../../../format/amount.ts';
import { feeRate } from '../../../format/rate.ts';
import { messageLetters } from '../../../live/reducers/listed-tx.ts';
import { useText } from '../../../messages/use-text.ts';
import { type LookAlike, lookAlikes } from '../../../script/look-alikes.ts';
import { coinbaseMessage, inputMarks, outputMarks, outputMessage } from '../../../script/marks.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Amount } from '../../../ui/values.tsx';
import { ClosedChannel, OpenedChannel } from '../../lightning/channel/TxChannelBadges.tsx';
import { AmountButton } from '../../tx-list/AmountButton.tsx';
import { Marks, Owner, Quote, SourceArrow, SpendMark } from '../../tx-list/io-row.tsx';
import { FeePaid } from '../../tx-list/TxBox.tsx';
import txListStyles from '../../tx-list/tx-list.module.css';
import { useSelected } from '../selected.ts';
import scriptsStyles from './scripts.module.css';

const InputScripts = lazyComponent(async () => ({ default: (await import('./ScriptDetails.tsx')).InputScripts }));
const OutputScripts = lazyComponent(async () => ({ default: (await import('./ScriptDetails.tsx')).OutputScripts }));

/** Rows per side initially, how many more a link shows, and the minimum. */
const firstRows = 12;
const moreRows = 1000;
const slack = 5;

interface InOutProps {
  tx: Tx;
  outspends: readonly Outspend[];
  /** Show scripts and witnesses below each row. */
  scripts: boolean;
}

/** Shows inputs beside outputs; more rows are another URL of the same page, so that it works without JavaScript. */
export function InOut({ tx, outspends, scripts }: InOutProps) {
  const text = useText();
  const { query } = useQuery();
  const selected = useSelected();
  const alikes = useMemo(() => lookAlikes(tx), [tx]);
  const asked = Math.min(1_000_000, Math.max(firstRows, Math.floor(Number(query.get('rows') ?? 0)) || 0));
  const rate = feeRate(tx.fee, tx.weight);
  const total = tx.vout.reduce((sum, output) => sum + output.value, 0);
  useScrollTo(selected.vin === undefined ? undefined : `vin=${selected.vin}`, selected.flow === true);
  useScrollTo(selected.vout === undefined ? undefined : `vout=${selected.vout}`, selected.flow === true);
  return (
    <>
      {alikes.size > 0 && (
        <p
          className={`${bannerStyles.banner} warn alert ${bannerStyles.alert} alert-mempool poison-alert`}
          data-part="banner"
        >
          {text('tx.poison')}
        </p>
      )}
      <article className={`${txListStyles.txBox} ${scriptsStyles.ioBox}`} data-part="tx-box io-box" data-cy="tx-0">
        <div className={txListStyles.txBody} data-part="tx-body">
          <Side
            className="table-tx-vin"
            label={text('tx.inputs', { count: tx.vin.length })}
            items={tx.vin}
            asked={Math.max(asked, (selected.vin ?? 0) + 1)}
            row={(input, index) => (
              <InputLine
                key={index}
                input={input}
                index={index}
                isSelected={selected.vin === index}
                scripts={scripts}
                alikes={alikes}
              />
            )}
          />
          <Side
            className={`table-tx-vout ${txListStyles.tableTxVout}`}
            label={text('tx.outputs', { count: tx.vout.length })}
            items={tx.vout}
            asked={Math.max(asked, (selected.vout ?? 0) + 1)}
            row={(output, index) => (
              <OutputLine
                key={index}
                output={output}
                index={index}
                isSelected={selected.vout === index}
                scripts={scripts}
                alikes={alikes}
                {...(outspends[index] && { outspend: outspends[index] })}
              />
            )}
          />
        </div>
        <footer className={txListStyles.txFoot} data-part="tx-foot">
          <FeePaid fee={tx.fee} rate={rate} />
          <AmountButton label={text('tx.total')}>
            <span className="quiet">{text('tx.total')}</span> <Amount sats={total} className="strong" />
          </AmountButton>
        </footer>
      </article>
    </>
  );
}

/** Scrolls a row into view when the URL names it, unless it names the diagram. */
function useScrollTo(id: string | undefined, stays: boolean): void {
  useEffect(() => {
    if (id !== undefined && !stays) document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [id, stays]);
}

function Side<T>(props: {
  className: string;
  label: string;
  items: readonly T[];
  asked: number;
  row: (item: T, index: number) => React.ReactNode;
}) {
  const text = useText();
  const { changed } = useQuery();
  const { items, asked } = props;
  const shown = items.length <= asked + slack ? items.length : asked;
  const rest = items.length - shown;
  return (
    <div className={`tx-side ${props.className}`}>
      <h3 className={txListStyles.sideLabel} data-part="side-label">
        {props.label}
      </h3>
      <ol>{items.slice(0, shown).map(props.row)}</ol>
      {rest > 0 && (
        <Link
          className={`link-button ${scriptsStyles.moreRows}`}
          to={changed({ rows: String(shown + moreRows) })}
          replace
          preventScrollReset
        >
          {text(rest > moreRows ? 'tx.showMore' : 'tx.rowsAll', { count: count(rest) })}
        </Link>
      )}
    </div>
  );
}

type Alikes = ReadonlyMap<string, LookAlike>;

function InputLine(props: { input: Vin; index: number; isSelected: boolean; scripts: boolean; alikes: Alikes }) {
  const text = useText();
  const { input, index, isSelected, scripts } = props;
  return (
    <li
      className={`${txListStyles.io} ${isSelected ? txListStyles.selected : ''}`}
      data-part="io"
      data-selected={isSelected || undefined}
      id={`vin=${index}`}
    >
      <div className={txListStyles.ioRow}>
        <SourceArrow input={input} index={index} />
        <span className={txListStyles.ioWho}>
          {input.is_coinbase ? (
            <>
              <span className={txListStyles.ioCoinbase}>{text('tx.coinbase')}</span>{' '}
              <Quote words={coinbaseMessage(input.scriptsig)} />
            </>
          ) : (
            <Owner output={input.prevout} alike={alikeOf(props.alikes, input.prevout)} />
          )}
          <Marks marks={inputMarks(input)} />
        </span>
        <span className={txListStyles.ioAmount}>{input.prevout && <Amount sats={input.prevout.value} />}</span>
      </div>
      <ClosedChannel input={input} />
      {scripts && (
        <Suspense fallback={null}>
          <InputScripts input={input} index={index} />
        </Suspense>
      )}
    </li>
  );
}

function OutputLine(props: {
  output: Vout;
  index: number;
  isSelected: boolean;
  scripts: boolean;
  alikes: Alikes;
  outspend?: Outspend;
}) {
  const { output, index, isSelected, scripts, outspend } = props;
  const message = outputMessage(output);
  return (
    <li
      className={`${txListStyles.io} ${isSelected ? txListStyles.selected : ''}`}
      data-part="io"
      data-selected={isSelected || undefined}
      id={`vout=${index}`}
    >
      <div className={txListStyles.ioRow}>
        <span className={txListStyles.ioWho}>
          <Owner output={output} alike={alikeOf(props.alikes, output)} />
          <Marks marks={outputMarks(output)} />
          {message !== '' && <DataText words={message} />}
        </span>
        <span className={txListStyles.ioAmount}>
          <Amount sats={output.value} />
        </span>
        <SpendMark type={output.scriptpubkey_type} index={index} {...(outspend && { outspend })} />
      </div>
      <OpenedChannel index={index} />
      {scripts && (
        <Suspense fallback={null}>
          <OutputScripts output={output} index={index} />
        </Suspense>
      )}
    </li>
  );
}

const alikeOf = (alikes: Alikes, output: Vout | null): LookAlike | undefined =>
  output?.scriptpubkey_address === undefined ? undefined : alikes.get(output.scriptpubkey_address);

/** Maximum letters of a message in the preview. */
const previewLetters = 8000;

function DataText({ words }: { words: string }) {
  const text = useText();
  if (words.length <= messageLetters) {
    return <Quote words={words} />;
  }
  return (
    <details className={scriptsStyles.dataText} data-part="data-text">
      <summary>
        <Quote words={words.slice(0, messageLetters)} /> <span className="more">{text('script.all')}</span>
      </summary>
      <p className={`${txListStyles.chainText} code`} dir="ltr">
        {words.slice(0, previewLetters)}
      </p>
    </details>
  );
}
