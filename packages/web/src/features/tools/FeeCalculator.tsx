import { useState } from 'react';
import { vbytes, weight as weightFigure } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { type InputKind, inputKinds, type OutputKind, outputKinds, txWeight } from '../../tools/tx-size.ts';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import type { QueryDraft } from '../../ui/hooks/use-query-draft.ts';
import rowsStyles from '../../ui/rows.module.css';
import { Amount, FigureText } from '../../ui/values.tsx';
import styles from './calculator.module.css';

const max = 9_999;

/** Returns a count from the URL; the default when it is invalid. */
function countIn(query: URLSearchParams, name: string, defaultValue: number): number {
  const text = query.get(name);
  if (text === null) return defaultValue;
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/**
 * Computes the size and fee of a transaction from its inputs and outputs.
 * @param rate medium priority, sat/vB; undefined while unknown
 * @param draft of the page's query
 */
export function FeeCalculator({ rate, draft: [query, set] }: { rate: number | undefined; draft: QueryDraft }) {
  const text = useText();
  const [typedRate, setTypedRate] = useState<string | undefined>(query.get('rate') ?? undefined);
  const ins = inputKinds.map((kind) => ({ kind, count: countIn(query, `in-${kind}`, kind === 'p2wpkh' ? 1 : 0) }));
  const outs = outputKinds.map((kind) => ({ kind, count: countIn(query, `out-${kind}`, kind === 'p2wpkh' ? 2 : 0) }));
  const note = countIn(query, 'note', 0);
  const isEmpty = ins.every(({ count }) => count === 0) || (outs.every(({ count }) => count === 0) && note === 0);
  const weight = txWeight(ins, outs, note);
  const used = typedRate === undefined ? rate : Number(typedRate.replace(',', '.'));
  const fee = used !== undefined && Number.isFinite(used) && used >= 0 ? Math.ceil((weight / 4) * used) : undefined;

  const field = (name: string, label: string, count: number) => (
    <div className={`${formStyles.field} ${styles.count}`} data-part="field" key={name}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        className={`form-control ${formStyles.formControl}`}
        type="number"
        min={0}
        max={max}
        step={1}
        value={count}
        onChange={(event) => set(name, event.target.value.replace(/\D/g, '').slice(0, 4) || '0')}
      />
    </div>
  );
  return (
    <section className={cardStyles.card} data-part="card" aria-labelledby="calc-fee">
      <header className={cardStyles.cardHead} data-part="card-head">
        <h2 id="calc-fee">{text('calc.fee')}</h2>
      </header>
      <div className={styles.sides}>
        <fieldset>
          <legend>{text('calc.inputs')}</legend>
          {ins.map(({ kind, count }) => field(`in-${kind}`, text(`calc.kind.${kind satisfies InputKind}`), count))}
        </fieldset>
        <fieldset>
          <legend>{text('calc.outputs')}</legend>
          {outs.map(({ kind, count }) => field(`out-${kind}`, text(`calc.kind.${kind satisfies OutputKind}`), count))}
          {field('note', text('calc.note'), note)}
        </fieldset>
        <fieldset>
          <legend>{text('calc.cost')}</legend>
          <div className={formStyles.field} data-part="field">
            <label htmlFor="calc-rate">{text('calc.rate')}</label>
            <div className={styles.unitField}>
              <input
                id="calc-rate"
                className={`form-control ${formStyles.formControl}`}
                inputMode="decimal"
                value={typedRate ?? (rate === undefined ? '' : String(rate))}
                onChange={(event) => {
                  setTypedRate(event.target.value.slice(0, 12));
                  set('rate', event.target.value.slice(0, 12));
                }}
              />
              <span className="input-group-text">sat/vB</span>
            </div>
          </div>
          <p className="quiet">{text(typedRate === undefined ? 'calc.rate.now' : 'calc.rate.own')}</p>
          <dl className={rowsStyles.rows} data-part="rows" aria-live="polite">
            <div>
              <dt>{text('calc.size')}</dt>
              <dd>{isEmpty ? '–' : <FigureText figure={vbytes(Math.ceil(weight / 4))} />}</dd>
            </div>
            <div>
              <dt>{text('calc.weight')}</dt>
              <dd>{isEmpty ? '–' : <FigureText figure={weightFigure(weight)} />}</dd>
            </div>
            <div>
              <dt>{text('calc.total')}</dt>
              <dd>
                <strong>{isEmpty || fee === undefined ? '–' : <Amount sats={fee} />}</strong>
              </dd>
            </div>
          </dl>
        </fieldset>
      </div>
      <p className="quiet">{text('calc.estimate')}</p>
    </section>
  );
}
