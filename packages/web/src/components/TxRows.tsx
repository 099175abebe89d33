import type { Outspend } from '@glassblock/contract';
import { Link } from 'react-router';
import { printable, pushedData } from '../format/script-text.ts';
import type { ListedInput, ListedOutput } from '../live/listed-tx.ts';
import type { Owns } from '../live/own-effect.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import { Hash } from './Hash.tsx';
import { ArrowIcon } from './icons.tsx';
import { usePlace } from './site-context.ts';
import { Amount } from './values.tsx';

/** An input: where its coin came from, whose it was, how much. */
export function InputRow({ input, owns }: { input: ListedInput; owns?: Owns }) {
  const text = useText();
  const { prefix } = usePlace();
  const mine = owns && input.prevout ? owns(input.prevout) : false;
  return (
    <li className={`io ${mine ? 'highlight' : ''}`}>
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
            aria-label={text('tx.source')}
          >
            <ArrowIcon />
          </Link>
        )}
        <span className="io-who">
          {input.is_coinbase ? (
            <>
              {text('tx.coinbase')} <q className="tag">{printable(input.scriptsig)}</q>
            </>
          ) : (
            <Owner output={input.prevout} />
          )}
        </span>
        <span className="io-amount">{input.prevout && <Amount sats={input.prevout.value} />}</span>
      </div>
    </li>
  );
}

/** An output: whose it is, how much, and whether it was spent. */
export function OutputRow(props: { output: ListedOutput; owns?: Owns; outspend?: Outspend }) {
  const { output, outspend } = props;
  const mine = props.owns?.(output) ?? false;
  return (
    <li className={`io ${mine ? 'highlight' : ''}`}>
      <div className="io-row">
        <span className="io-who">
          <Owner output={output} />
        </span>
        <span className="io-amount">
          <Amount sats={output.value} />
        </span>
        <SpendArrow output={output} {...(outspend && { outspend })} />
      </div>
    </li>
  );
}

function SpendArrow({ output, outspend }: { output: ListedOutput; outspend?: Outspend }) {
  const text = useText();
  const { prefix } = usePlace();
  if (output.scriptpubkey_type === 'op_return') {
    return (
      <span className="io-arrow none" title={text('tx.unspendable')}>
        <ArrowIcon />
      </span>
    );
  }
  if (outspend?.spent && outspend.txid !== undefined) {
    return (
      <Link
        className="io-arrow spent"
        to={page.input(prefix, outspend.txid, outspend.vin ?? 0)}
        title={text('tx.spent')}
        aria-label={text('tx.spent')}
      >
        <ArrowIcon />
      </Link>
    );
  }
  if (outspend) {
    return (
      <span className="io-arrow unspent" title={text('tx.unspent')}>
        <ArrowIcon />
      </span>
    );
  }
  return <span className="io-arrow none" />;
}

/** Who holds an output: an address, a bare key, a message, or just the kind of script. */
function Owner({ output }: { output: ListedOutput | null }) {
  const text = useText();
  const { prefix } = usePlace();
  if (output === null) return <span className="quiet">{text('tx.unknownInput')}</span>;
  if (output.scriptpubkey_address !== undefined) {
    return <Hash value={output.scriptpubkey_address} to={page.address(prefix, output.scriptpubkey_address)} />;
  }
  if (output.scriptpubkey_type === 'p2pk') {
    const key = output.scriptpubkey.slice(2, -2);
    return (
      <span className="io-key">
        P2PK <Hash value={key} to={page.address(prefix, key)} />
      </span>
    );
  }
  if (output.scriptpubkey_type === 'op_return') {
    return (
      <span>
        OP_RETURN <q className="tag">{printable(pushedData(output.scriptpubkey)).slice(0, 200)}</q>
      </span>
    );
  }
  return <span className="quiet">{output.scriptpubkey_type}</span>;
}
