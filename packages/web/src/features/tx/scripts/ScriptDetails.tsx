import type { Vin, Vout } from '@glassblock/contract';
import {
  commitsToScript,
  dustThreshold,
  fromHex,
  isKeyPathDisabled,
  lastPush,
  parseTaproot,
  scriptAsm,
  type TaprootWitness,
  toHex,
} from '@glassblock/primitives';
import { useState } from 'react';
import { span } from '../../../format/age.ts';
import { count, hex32 } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { latinText } from '../../../script/chain-text.ts';
import { embeddedText } from '../../../script/embedded.ts';
import { inscriptionsOf } from '../../../script/inscriptions.ts';
import { runestoneOf } from '../../../script/runestone.ts';
import { relativeLock } from '../../../script/sequence.ts';
import { type TokenKind, tokensOf } from '../../../script/tokens.ts';
import { typeName } from '../../../script/type-name.ts';
import { type WitnessItem, witnessItems } from '../../../script/witness-roles.ts';
import txListStyles from '../../tx-list/tx-list.module.css';
import txStyles from '../tx.module.css';
import { InscriptionBox, RunestoneBox } from './Embedded.tsx';
import scriptsStyles from './scripts.module.css';

/** Shows scriptSig, witness and redeem scripts of an input. */
export function InputScripts({ input, index }: { input: Vin; index: number }) {
  const text = useText();
  const { prevout } = input;
  const witness = witnessItems(input);
  const isTaproot = prevout?.scriptpubkey_type === 'v1_p2tr';
  const leaf = isTaproot ? taprootOf(input)?.script : undefined;
  return (
    <section className="io-scripts" aria-label={text('script.input', { number: index })}>
      {leaf &&
        inscriptionsOf(leaf).map((inscription, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and never move
          <InscriptionBox key={place} inscription={inscription} />
        ))}
      <dl className={scriptsStyles.scriptRows} data-part="script-rows">
        {input.is_coinbase ? (
          <Row label={text('script.coinbaseText')}>
            <span className={`code ${txListStyles.chainText}`} dir="ltr">
              {latinText(fromHex(input.scriptsig))}
            </span>
          </Row>
        ) : (
          <Asm label={text('script.scriptsig')} asm={input.scriptsig_asm} />
        )}
        <Long label={text('script.scriptsigHex')} value={input.scriptsig} />
        <Witness items={witness} />
        {isTaproot ? (
          <Taproot input={input} />
        ) : (
          <>
            <Asm label={text('script.redeem')} asm={input.inner_redeemscript_asm} />
            <Asm label={text('script.wsh')} asm={input.inner_witnessscript_asm ?? wrappedScript(input)} />
          </>
        )}
        <Row label={text('script.sequence')}>
          <span className="code">{hex32(input.sequence)}</span> <SequenceWords sequence={input.sequence} />
        </Row>
        <Asm label={text('script.previous')} asm={prevout?.scriptpubkey_asm} />
        {prevout && <Row label={text('script.previousType')}>{typeName(prevout.scriptpubkey_type)}</Row>}
      </dl>
    </section>
  );
}

/** Returns the witness script of a nested P2WSH input that the answer lacks. */
function wrappedScript({ scriptsig, witness }: Vin): string | undefined {
  const redeem = scriptsig === '' ? undefined : lastPush(fromHex(scriptsig));
  const script = witness?.at(-1);
  return redeem && toHex(redeem).startsWith('0020') && script ? scriptAsm(fromHex(script)) : undefined;
}

function SequenceWords({ sequence }: { sequence: number }) {
  const text = useText();
  const lock = relativeLock(sequence);
  if (lock?.kind === 'blocks')
    return <span className="quiet">{text('script.lock.blocks', { count: lock.count })}</span>;
  if (lock) {
    const time = span(lock.count);
    return (
      <span className="quiet">
        {text('script.lock.time', { span: text(`span.${time.unit}`, { count: time.count }) })}
      </span>
    );
  }
  return sequence < 0xfffffffe ? <span className="quiet">{text('script.lock.rbf')}</span> : null;
}

/** Shows the script of an output. */
export function OutputScripts({ output, index }: { output: Vout; index: number }) {
  const text = useText();
  const type = output.scriptpubkey_type;
  const isData = type === 'op_return';
  const stone = isData ? runestoneOf(fromHex(output.scriptpubkey)) : undefined;
  const words = isData && stone === undefined ? embeddedText(output.scriptpubkey) : '';
  const isDust = !isData && output.value < dustThreshold(fromHex(output.scriptpubkey));
  return (
    <section className="io-scripts" aria-label={text('script.output', { number: index })}>
      {stone && <RunestoneBox stone={stone} />}
      <dl className={scriptsStyles.scriptRows} data-part="script-rows">
        {words !== '' && (
          <Row label={text('script.data')}>
            <span className={`code ${txListStyles.chainText}`} dir="ltr">
              <Cropped value={words} />
            </span>
          </Row>
        )}
        <Asm label={text('script.pubkeyAsm')} asm={output.scriptpubkey_asm} />
        <Long label={text('script.pubkeyHex')} value={output.scriptpubkey} />
        <Row label={text('script.type')}>
          {typeName(type)} {isDust && <span className="badge warn">{text('script.dust')}</span>}
        </Row>
      </dl>
    </section>
  );
}

/** Witness items that are shown initially. */
const firstItems = 24;

function Witness({ items }: { items: readonly WitnessItem[] }) {
  const text = useText();
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const shown = all || items.length <= firstItems + 6 ? items : items.slice(0, firstItems);
  return (
    <Row label={`${text('script.witness')} (${text('script.items', { count: items.length })})`}>
      <ol className={scriptsStyles.witness} data-part="witness">
        {shown.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other key and never move
          <li key={place}>
            <span className={scriptsStyles.role}>
              {text(`script.role.${item.role}`)}
              {item.hashType !== undefined && <b> {item.hashType}</b>}
            </span>
            <span className="code">{item.hex === '' ? text('script.empty') : <Cropped value={item.hex} />}</span>
          </li>
        ))}
      </ol>
      {shown.length < items.length && (
        <button type="button" className="link-button js-only" onClick={() => setAll(true)}>
          {text('script.moreItems', { count: count(items.length - shown.length) })}
        </button>
      )}
    </Row>
  );
}

/** Larger witnesses are not parsed: they are data. */
const maxParsedBytes = 1_000_000;

/** Parses a Taproot witness; undefined for a key path spend and for large witnesses. */
function taprootOf({ witness = [] }: Vin): TaprootWitness | undefined {
  const isLarge = witness.reduce((sum, item) => sum + item.length, 0) > 2 * maxParsedBytes;
  return witness.length < 2 || isLarge ? undefined : parseTaproot(witness.map(fromHex));
}

function Taproot({ input }: { input: Vin }) {
  const text = useText();
  const parts = taprootOf(input);
  if (parts === undefined) return <Asm label={text('script.tapscript')} asm={input.inner_witnessscript_asm} />;
  const version = parts.controlBlock?.leafVersion;
  return (
    <>
      {parts.script && (
        <Asm
          label={
            version === 0xc0
              ? text('script.tapscript')
              : text('script.leaf', { version: `0x${(version ?? 0).toString(16)}` })
          }
          asm={input.inner_witnessscript_asm ?? scriptAsm(parts.script)}
        />
      )}
      {parts.controlBlock && <Control parts={parts} script={input.prevout?.scriptpubkey ?? ''} />}
      {parts.annex && <Long label={text('script.annex')} value={toHex(parts.annex)} />}
    </>
  );
}

function Control({ parts, script }: { parts: TaprootWitness; script: string }) {
  const text = useText();
  const { controlBlock } = parts;
  if (controlBlock === undefined) return null;
  const belongs = script.length === 68 && commitsToScript(fromHex(script.slice(4)), parts);
  return (
    <Row label={text('script.control')}>
      <ul className={txStyles.chips}>
        <li className={txListStyles.tag} data-part="tag">
          {text('script.control.leaf', { version: `0x${controlBlock.leafVersion.toString(16)}` })}
        </li>
        <li className={txListStyles.tag} data-part="tag">
          {text('script.control.parity', { parity: controlBlock.parity === 0 ? 'even' : 'odd' })}
        </li>
        <li className={txListStyles.tag} data-part="tag">
          {text('script.control.depth', { count: controlBlock.path.length })}
        </li>
        {isKeyPathDisabled(controlBlock) && (
          <li className={txListStyles.tag} data-part="tag">
            {text('script.control.disabled')}
          </li>
        )}
        <li className={`${txListStyles.tag} ${belongs ? 'gain' : 'loss'}`} data-part="tag">
          {text(belongs ? 'script.commit' : 'script.commit.not')}
        </li>
      </ul>
      <span className="quiet">{text('script.control.key')}</span>{' '}
      <span className="code">{toHex(controlBlock.internalKey)}</span>
    </Row>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Long({ label, value }: { label: string; value: string | undefined }) {
  if (value === undefined || value === '') return null;
  return (
    <Row label={label}>
      <span className="code">
        <Cropped value={value} />
      </span>
    </Row>
  );
}

/** Shows a script as asm with colored opcodes. */
function Asm({ label, asm }: { label: string; asm: string | undefined }) {
  if (asm === undefined || asm === '') return null;
  return (
    <Row label={label}>
      <span className="code asm">
        <Cropped value={asm} part={(words) => <Coloured asm={words} />} />
      </span>
    </Row>
  );
}

const opClasses: Readonly<Record<TokenKind, string | undefined>> = {
  data: scriptsStyles.opData,
  push: scriptsStyles.opPush,
  flow: scriptsStyles.opFlow,
  crypto: scriptsStyles.opCrypto,
  time: scriptsStyles.opTime,
  stack: scriptsStyles.opStack,
  splice: scriptsStyles.opSplice,
  logic: scriptsStyles.opLogic,
  number: scriptsStyles.opNumber,
  reserved: scriptsStyles.opReserved,
  broken: scriptsStyles.opBroken,
};

function Coloured({ asm }: { asm: string }) {
  return tokensOf(asm).map(({ text, kind }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other key and never move
    <span key={place} className={opClasses[kind]}>
      {text}{' '}
    </span>
  ));
}

/** Characters shown initially, and the maximum in the document. */
const croppedAt = 1000;
const wholeUpTo = 20_000;

/** Shows the start of a long value, the rest on request. Very long values are added to the document on request. */
function Cropped({ value, part = (words) => words }: { value: string; part?: (words: string) => React.ReactNode }) {
  const text = useText();
  const [all, setAll] = useState(false);
  if (value.length <= croppedAt || all) return value.length > wholeUpTo ? value : part(value);
  if (value.length <= wholeUpTo) {
    return (
      <details className={scriptsStyles.long}>
        <summary>
          {part(value.slice(0, croppedAt))}… <b className="more">{text('script.all')}</b>
        </summary>
        {part(value.slice(croppedAt))}
      </details>
    );
  }
  return (
    <>
      {part(value.slice(0, croppedAt))}…{' '}
      <button type="button" className={`more js-only ${scriptsStyles.moreButton}`} onClick={() => setAll(true)}>
        {text('script.allCount', { count: count(value.length) })}
      </button>
    </>
  );
}
