import type { Outspend, Tx, Vin, Vout } from '@glassblock/contract';
import { Suspense, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { count } from '../../format/amount.ts';
import { feeRate } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import { latinText } from '../../script/chain-text.ts';
import { embeddedText } from '../../script/embedded.ts';
import { type LookAlike, lookAlikes } from '../../script/look-alikes.ts';
import { hasInscription, labelOfInput, labelOfOutput, type ScriptLabel } from '../../script/templates.ts';
import { typeName } from '../../script/type-name.ts';
import { page } from '../../url.ts';
import { Hash } from '../Hash.tsx';
import { ArrowIcon } from '../icons.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { usePlace } from '../site-context.ts';
import { Amount, Rate } from '../values.tsx';
import { useSelected } from './selected.ts';
import { useQuery } from './use-query.ts';

const InputScripts = lazyPart(async () => ({ default: (await import('./ScriptDetails.tsx')).InputScripts }));
const OutputScripts = lazyPart(async () => ({ default: (await import('./ScriptDetails.tsx')).OutputScripts }));

/** Rows of a side before one asks for more, how many that adds, and how few are shown without asking. */
const firstRows = 12;
const moreRows = 1000;
const slack = 5;

interface InOutProps {
  tx: Tx;
  outspends: readonly Outspend[];
  /** Scripts and witnesses below each row. */
  scripts: boolean;
}

/** Inputs beside outputs, all of them reachable: more rows are another address of the same page, so that it works everywhere. */
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
      {alikes.size > 0 && <p className="banner warn alert alert-mempool poison-alert">{text('tx.poison')}</p>}
      <article className="tx-box io-box" data-cy="tx-0">
        <div className="tx-body">
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
            className="table-tx-vout"
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
        <footer className="tx-foot">
          <span>
            {rate !== undefined && (
              <>
                <Rate rate={rate} dot /> <span className="quiet">– {count(tx.fee)} sats</span>
              </>
            )}
          </span>
          <span title={text('tx.total')}>
            <span className="quiet">{text('tx.total')}</span> <Amount sats={total} className="strong" />
          </span>
        </footer>
      </article>
    </>
  );
}

/** Brings a row into view when the address names it, but not when the diagram is meant. */
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
      <h3 className="side-label">{props.label}</h3>
      <ol>{items.slice(0, shown).map(props.row)}</ol>
      {rest > 0 && (
        <Link
          className="link-button more-rows"
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
  const { prefix } = usePlace();
  const { input, index, isSelected, scripts } = props;
  const label = labelOfInput(input);
  return (
    <li className={`io ${isSelected ? 'selected' : ''}`} id={`vin=${index}`}>
      <div className="io-row">
        {input.is_coinbase ? (
          <span className="io-arrow none">
            <ArrowIcon />
          </span>
        ) : (
          <Link
            className="io-arrow spent"
            to={page.output(prefix, input.txid, input.vout)}
            title={text('tx.source')}
            aria-label={`${text('tx.source')}, #${index}`}
          >
            <ArrowIcon />
          </Link>
        )}
        <span className="io-who">
          {input.is_coinbase ? (
            <>
              <span className="io-coinbase">{text('tx.coinbase')}</span> <CoinbaseTag scriptsig={input.scriptsig} />
            </>
          ) : (
            <Owner output={input.prevout} alikes={props.alikes} />
          )}
          {label && <Label label={label} />}
          {hasInscription(input) && <span className="badge info io-label">{text('label.inscription')}</span>}
        </span>
        <span className="io-amount">{input.prevout && <Amount sats={input.prevout.value} />}</span>
      </div>
      {scripts && (
        <Suspense fallback={null}>
          <InputScripts input={input} index={index} />
        </Suspense>
      )}
    </li>
  );
}

function CoinbaseTag({ scriptsig }: { scriptsig: string }) {
  const words = latinText(hexBytes(scriptsig)).replace(/·{2,}/g, '·');
  return (
    <q className="tag chain-text" dir="ltr">
      {words}
    </q>
  );
}

const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

function OutputLine(props: {
  output: Vout;
  index: number;
  isSelected: boolean;
  scripts: boolean;
  alikes: Alikes;
  outspend?: Outspend;
}) {
  const { output, index, isSelected, scripts, outspend } = props;
  const label = labelOfOutput(output);
  return (
    <li className={`io ${isSelected ? 'selected' : ''}`} id={`vout=${index}`}>
      <div className="io-row">
        <span className="io-who">
          <Owner output={output} alikes={props.alikes} />
          {label && <Label label={label} />}
        </span>
        <span className="io-amount">
          <Amount sats={output.value} />
        </span>
        <SpendMark output={output} index={index} {...(outspend && { outspend })} />
      </div>
      {scripts && (
        <Suspense fallback={null}>
          <OutputScripts output={output} index={index} />
        </Suspense>
      )}
    </li>
  );
}

/** Unspent, or the way to who spends it. */
function SpendMark({ output, index, outspend }: { output: Vout; index: number; outspend?: Outspend }) {
  const text = useText();
  const { prefix } = usePlace();
  if (output.scriptpubkey_type === 'op_return') {
    return (
      <span className="io-arrow none" title={text('tx.unspendable')}>
        <ArrowIcon />
        <span className="sr-only">{text('tx.unspendable')}</span>
      </span>
    );
  }
  if (outspend?.spent) {
    if (outspend.txid === undefined) {
      return (
        <span className="io-arrow spent" title={text('tx.spent')}>
          <ArrowIcon />
          <span className="sr-only">{text('tx.spent')}</span>
        </span>
      );
    }
    return (
      <Link
        className="io-arrow spent"
        to={page.input(prefix, outspend.txid, outspend.vin ?? 0)}
        title={text('tx.spent')}
        aria-label={`${text('tx.spent')}, #${index}`}
      >
        <ArrowIcon />
      </Link>
    );
  }
  if (outspend) {
    return (
      <span className="io-arrow unspent" title={text('tx.unspent')}>
        <ArrowIcon />
        <span className="sr-only">{text('tx.unspent')}</span>
      </span>
    );
  }
  return <span className="io-arrow none" />;
}

/** What a script is known for, as a chip. */
export function Label({ label }: { label: ScriptLabel }) {
  const text = useText();
  const { kind, ...values } = label;
  return <span className="badge info io-label">{text(`label.${kind}`, values)}</span>;
}

/** Who holds an output: an address, a bare key, a message, or just the kind of script. */
function Owner({ output, alikes }: { output: Vout | null; alikes: Alikes }) {
  const text = useText();
  const { prefix } = usePlace();
  if (output === null) return <span className="quiet">{text('tx.unknownInput')}</span>;
  const address = output.scriptpubkey_address;
  const type = output.scriptpubkey_type;
  if (address !== undefined) {
    const alike = alikes.get(address);
    if (alike) return <MarkedAddress address={address} alike={alike} />;
    return <Hash value={address} to={page.address(prefix, address)} />;
  }
  if (type === 'p2pk') {
    const key = output.scriptpubkey.slice(2, -2);
    return (
      <span className="io-key">
        P2PK <Hash value={key} to={page.address(prefix, key)} />
      </span>
    );
  }
  if (type === 'op_return') return <OpReturn script={output.scriptpubkey} />;
  return <span className="quiet">{typeName(type)}</span>;
}

function OpReturn({ script }: { script: string }) {
  const text = useText();
  const words = embeddedText(script);
  const chip = script.startsWith('6a5d')
    ? 'label.runestone'
    : script.startsWith('6a24aa21a9ed')
      ? 'label.commitment'
      : undefined;
  return (
    <span className="op-return">
      OP_RETURN
      {chip !== undefined && <span className="badge info io-label">{text(chip)}</span>}
      {chip === undefined && words !== '' && <DataText words={words} />}
    </span>
  );
}

/** Letters of a message on its row, and of the preview that opens. */
const rowLetters = 200;
const previewLetters = 8000;

function DataText({ words }: { words: string }) {
  const text = useText();
  if (words.length <= rowLetters) {
    return (
      <q className="tag chain-text" dir="ltr">
        {words}
      </q>
    );
  }
  return (
    <details className="data-text">
      <summary>
        <q className="tag chain-text" dir="ltr">
          {words.slice(0, rowLetters)}
        </q>{' '}
        <span className="more">{text('script.all')}</span>
      </summary>
      <p className="chain-text code" dir="ltr">
        {words.slice(0, previewLetters)}
      </p>
    </details>
  );
}

/** An address that looks like another one here: what is the same is marked. */
function MarkedAddress({ address, alike }: { address: string; alike: LookAlike }) {
  const { prefix } = usePlace();
  const tailAt = Math.max(alike.head, address.length - alike.tail);
  return (
    <Link to={page.address(prefix, address)} className="alike" title={address}>
      <b className="prefix">{address.slice(0, alike.head)}</b>
      <span className="infix">{address.slice(alike.head, tailAt)}</span>
      <b className="postfix">{address.slice(tailAt)}</b>
    </Link>
  );
}
