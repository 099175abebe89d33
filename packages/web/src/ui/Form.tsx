import { useId } from 'react';
import { useText } from '../messages/use-text.ts';
import bannerStyles from './banner.module.css';
import formStyles from './form.module.css';

/** Shows a large input for raw transactions. */
export function HexField(props: {
  label: string;
  value: string;
  name?: string;
  rows?: number;
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <div className={formStyles.field} data-part="field">
      <label htmlFor={id}>{props.label}</label>
      <textarea
        id={id}
        className={`form-control ${formStyles.formControl} code`}
        rows={props.rows ?? 6}
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
      />
    </div>
  );
}

/** Shows a number input with its unit in the label. */
export function NumberField(props: { label: string; value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <div className={`${formStyles.field} ${formStyles.small}`} data-part="field">
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        className={`form-control ${formStyles.formControl}`}
        inputMode="decimal"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}

/** Shows the result of submitting a form. */
export function Outcome({ tone, children }: { tone: 'ok' | 'bad'; children: React.ReactNode }) {
  return (
    <div className={`${bannerStyles.banner} ${tone} alert ${bannerStyles.alert}`} data-part="banner" role="status">
      {children}
    </div>
  );
}

/** Shows 'Yes', 'No' or 'Not tried' with a colored mark. */
export function AllowedMark({ allowed }: { allowed: boolean | undefined }) {
  const text = useText();
  if (allowed === undefined) return <span className="badge">{text('test.notTried')}</span>;
  return <span className={`badge ${allowed ? 'ok' : 'bad'}`}>{text(allowed ? 'test.yes' : 'test.no')}</span>;
}
