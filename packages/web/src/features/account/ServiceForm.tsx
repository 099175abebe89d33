import { useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { Outcome } from '../../ui/Form.tsx';
import formStyles from '../../ui/form.module.css';
import { type ServiceAnswer, useErrorText, useServiceUrl } from './service-client.ts';

/**
 * A form that a script sends; without scripts the browser sends it to the route, which answers with a page.
 * @param props.path of the route, where it accepts forms; undefined: scripts are needed
 * @param props.send sends the fields
 * @param props.onDone after success
 */
export function ServiceForm<T>(props: {
  path?: string;
  label: string;
  button: string;
  isDanger?: boolean;
  done?: string;
  children: React.ReactNode;
  send(fields: FormData): Promise<ServiceAnswer<T>>;
  onDone?(body: T): void;
  /** Text of an error code; default: that of all account pages. */
  errorText?(word: string): string | undefined;
}) {
  const text = useText();
  const url = useServiceUrl();
  const errorText = useErrorText();
  const [state, setState] = useState<'ready' | 'busy' | 'done' | { word: string }>('ready');
  const { path, done } = props;
  async function submit(form: HTMLFormElement): Promise<void> {
    setState('busy');
    const answer = await props.send(new FormData(form));
    setState(answer.ok ? 'done' : { word: answer.word });
    if (!answer.ok) return;
    form.reset();
    props.onDone?.(answer.body);
  }
  return (
    <form
      aria-label={props.label}
      method="post"
      {...(path !== undefined && { action: url(path) })}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {props.children}
      <button
        type="submit"
        className={`button ${props.isDanger === true ? '' : formStyles.primary}`}
        disabled={state === 'busy'}
      >
        {state === 'busy' ? text('account.busy') : props.button}
      </button>
      {state === 'done' && done !== undefined && <Outcome tone="ok">{done}</Outcome>}
      {typeof state === 'object' && (
        <Outcome tone="bad">{props.errorText?.(state.word) ?? errorText(state.word)}</Outcome>
      )}
    </form>
  );
}

/** An input with its label. */
export function Field(props: { label: string; note?: string; input: React.ComponentProps<'input'> & { id: string } }) {
  const { label, note, input } = props;
  const noteId = `${input.id}-note`;
  return (
    <div className={formStyles.field} data-part="field">
      <label htmlFor={input.id}>{label}</label>
      <input
        {...input}
        className={`form-control ${formStyles.formControl}`}
        {...(note !== undefined && { 'aria-describedby': noteId })}
      />
      {note !== undefined && (
        <p id={noteId} className="quiet">
          {note}
        </p>
      )}
    </div>
  );
}

/** Returns a field of a form as a text. */
export const fieldOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};
