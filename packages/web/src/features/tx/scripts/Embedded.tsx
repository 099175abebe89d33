import { usePlace } from '../../../context/site-context.ts';
import { bytes } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import type { Inscription } from '../../../script/inscriptions.ts';
import type { RuneId, Runestone } from '../../../script/runestone.ts';
import { Hash } from '../../../ui/Hash.tsx';
import { FigureText } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import txListStyles from '../../tx-list/tx-list.module.css';
import scriptsStyles from './scripts.module.css';

/** Shows the type of an inscription, and its content if it is text. Never rendered or executed. */
export function InscriptionBox({ inscription }: { inscription: Inscription }) {
  const text = useText();
  const { prefix } = usePlace();
  const { contentType, size, text: content, parents, delegate, metaprotocol, encoding } = inscription;
  return (
    <section className={scriptsStyles.embedded} aria-label={text('label.inscription')}>
      <p className={scriptsStyles.embeddedHead}>
        <span className="badge info">{text('label.inscription')}</span>
        {contentType !== undefined && (
          <span
            className={`${txListStyles.tag} ${txListStyles.chainText}`}
            data-part="tag"
            dir="ltr"
            title={text('inscription.type')}
          >
            {contentType}
          </span>
        )}
        <FigureText figure={bytes(size)} />
        {inscription.hasMetadata && (
          <span className={txListStyles.tag} data-part="tag">
            {text('inscription.metadata')}
          </span>
        )}
      </p>
      {content !== undefined ? (
        <pre className={txListStyles.chainText} dir="ltr">
          {content}
        </pre>
      ) : (
        size > 0 && <p className="quiet">{text('inscription.binary')}</p>
      )}
      {inscription.cropped && <p className="quiet">{text('inscription.cropped')}</p>}
      <dl>
        {metaprotocol !== undefined && <Named label={text('inscription.protocol')} value={metaprotocol} />}
        {encoding !== undefined && <Named label={text('inscription.encoding')} value={encoding} />}
        {[
          ...parents.map((id) => [text('inscription.parent'), id] as const),
          ...(delegate === undefined ? [] : [[text('inscription.delegate'), delegate] as const]),
        ].map(([label, id]) => (
          <div className={scriptsStyles.embeddedField} key={label + id}>
            <dt>{label}</dt>
            <dd>
              <Hash value={id} to={page.tx(prefix, id.slice(0, 64))} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Named({ label, value }: { label: string; value: string }) {
  return (
    <div className={scriptsStyles.embeddedField}>
      <dt>{label}</dt>
      <dd className={txListStyles.chainText} dir="ltr">
        {value}
      </dd>
    </div>
  );
}

const idText = ({ block, tx }: RuneId): string =>
  block === 1n && tx === 0n ? 'UNCOMMON•GOODS (1:0)' : `${block}:${tx}`;

/** Formats an integer of any size with its decimals. */
function runeAmount(value: bigint, decimals = 0): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const part = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}

/** Lists the operations of a runestone. */
export function RunestoneBox({ stone: runestone }: { stone: Runestone }) {
  const text = useText();
  const { etching, mint, pointer, edicts, cenotaph } = runestone;
  const amount = (value: bigint) =>
    `${runeAmount(value, Math.min(38, etching?.divisibility ?? 0))} ${etching?.symbol ?? '¤'}`;
  const lines: [string, string][] = [];
  if (etching) {
    lines.push([text('rune.etching'), etching.name ?? '¤']);
    if (etching.divisibility > 0) lines.push([text('rune.divisibility'), String(etching.divisibility)]);
    if (etching.premine > 0n) lines.push([text('rune.premine'), amount(etching.premine)]);
    if (etching.terms) {
      const { cap, amount: each } = etching.terms;
      lines.push([text('rune.supply'), text('rune.terms', { cap: runeAmount(cap), amount: amount(each) })]);
    }
  }
  if (mint) lines.push([text('rune.mint'), idText(mint)]);
  for (const edict of edicts.slice(0, 50)) {
    lines.push([
      text('rune.transfer'),
      text('rune.transferText', {
        amount: runeAmount(edict.amount),
        id: idText(edict.id),
        output: `#${edict.output}`,
      }),
    ]);
  }
  if (pointer !== undefined) lines.push(['', text('rune.pointer', { output: `#${pointer}` })]);
  return (
    <section className={scriptsStyles.embedded} aria-label={text('label.runestone')}>
      <p className={scriptsStyles.embeddedHead}>
        <span className="badge info">{text('label.runestone')}</span>
        {cenotaph !== undefined && <span className="loss">{text('rune.cenotaph', { reason: cenotaph })}</span>}
      </p>
      <dl>
        {lines.map(([label, value]) => (
          <div className={scriptsStyles.embeddedField} key={label + value}>
            <dt>{label}</dt>
            <dd className={txListStyles.chainText} dir="ltr">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
