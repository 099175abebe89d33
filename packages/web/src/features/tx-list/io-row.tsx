import type { Outspend } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import type { LookAlike } from '../../script/look-alikes.ts';
import type { Mark } from '../../script/marks.ts';
import { typeName } from '../../script/type-name.ts';
import { Hash } from '../../ui/Hash.tsx';
import { ArrowIcon } from '../../ui/icons.tsx';
import { page } from '../../url.ts';
import txListStyles from './tx-list.module.css';

/** Links the funding transaction of an input; a coinbase has none. */
export function SourceArrow(props: { input: { txid: string; vout: number; is_coinbase: boolean }; index: number }) {
  const text = useText();
  const { prefix } = usePlace();
  const { input, index } = props;
  if (input.is_coinbase) {
    return (
      <span className={`${txListStyles.ioArrow} ${txListStyles.none}`} data-part="io-arrow">
        <ArrowIcon />
      </span>
    );
  }
  return (
    <Link
      className={`${txListStyles.ioArrow} ${txListStyles.spent}`}
      data-part="io-arrow spent"
      to={page.output(prefix, input.txid, input.vout)}
      title={text('tx.source')}
      aria-label={`${text('tx.source')}, #${index}`}
    >
      <ArrowIcon />
    </Link>
  );
}

const lookClasses = { spent: txListStyles.spent, unspent: txListStyles.unspent, none: txListStyles.none } as const;

/** Shows whether an output is spent, and links the spending transaction. */
export function SpendMark(props: { type: string; index: number; outspend?: Outspend }) {
  const text = useText();
  const { prefix } = usePlace();
  const { type, index, outspend } = props;
  const mark = (look: keyof typeof lookClasses, words: string) => (
    <span className={`${txListStyles.ioArrow} ${lookClasses[look]}`} data-part={`io-arrow ${look}`} title={words}>
      <ArrowIcon />
      <span className="sr-only">{words}</span>
    </span>
  );
  if (type === 'op_return') return mark('none', text('tx.unspendable'));
  if (outspend === undefined)
    return <span className={`${txListStyles.ioArrow} ${txListStyles.none}`} data-part="io-arrow" />;
  if (!outspend.spent) return mark('unspent', text('tx.unspent'));
  if (outspend.txid === undefined) return mark('spent', text('tx.spent'));
  return (
    <Link
      className={`${txListStyles.ioArrow} ${txListStyles.spent}`}
      data-part="io-arrow spent"
      to={page.input(prefix, outspend.txid, outspend.vin ?? 0)}
      title={text('tx.spent')}
      aria-label={`${text('tx.spent')}, #${index}`}
    >
      <ArrowIcon />
    </Link>
  );
}

/** Shows known patterns of a script as badges. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  const text = useText();
  return marks.map(({ kind, ...values }) => (
    <span key={kind} className={`badge info ${txListStyles.ioLabel}`}>
      {text(`label.${kind}`, values)}
    </span>
  ));
}

/** Shows text from the chain in a row. */
export function Quote({ words }: { words: string }) {
  return (
    <q className={`${txListStyles.tag} ${txListStyles.chainText}`} data-part="tag" dir="ltr">
      {words}
    </q>
  );
}

interface OwnedOutput {
  scriptpubkey: string;
  scriptpubkey_address?: string | undefined;
  scriptpubkey_type: string;
}

/**
 * Shows the owner of an output: address, bare public key, or script type.
 * @param output null: unknown
 */
export function Owner({ output, alike }: { output: OwnedOutput | null; alike?: LookAlike | undefined }) {
  const text = useText();
  const { prefix } = usePlace();
  if (output === null) return <span className="quiet">{text('tx.unknownInput')}</span>;
  const { scriptpubkey_address: address, scriptpubkey_type: type } = output;
  if (address !== undefined && alike) return <MarkedAddress address={address} alike={alike} />;
  if (address !== undefined) return <Hash value={address} to={page.address(prefix, address)} />;
  if (type === 'p2pk') {
    const key = output.scriptpubkey.slice(2, -2);
    return (
      <span className={txListStyles.ioKey}>
        P2PK <Hash value={key} to={page.address(prefix, key)} />
      </span>
    );
  }
  return <span className={`quiet ${txListStyles.ioType}`}>{typeName(type)}</span>;
}

/** Shows an address that looks like another one of the page, with the equal characters marked. */
function MarkedAddress({ address, alike }: { address: string; alike: LookAlike }) {
  const { prefix } = usePlace();
  const tailAt = Math.max(alike.head, address.length - alike.tail);
  return (
    <Link to={page.address(prefix, address)} className={txListStyles.alike} data-part="alike" title={address}>
      <b className={`prefix ${txListStyles.prefix}`}>{address.slice(0, alike.head)}</b>
      <span className="infix">{address.slice(alike.head, tailAt)}</span>
      <b className={`postfix ${txListStyles.postfix}`}>{address.slice(tailAt)}</b>
    </Link>
  );
}
