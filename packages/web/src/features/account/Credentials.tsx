import { useState } from 'react';
import { useSite } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Outcome } from '../../ui/Form.tsx';
import { CopyButton } from '../../ui/Hash.tsx';
import { Age } from '../../ui/values.tsx';
import styles from './account.module.css';
import { clientName } from './client-name.ts';
import { Field, fieldOf, ServiceForm } from './ServiceForm.tsx';
import { type ServiceAnswer, useErrorText, useServices } from './service-client.ts';
import type { AccountData } from './use-account.ts';

/** A card of the account page: its data, and the function that reloads them. */
export interface AccountCard {
  data: AccountData;
  reload(): Promise<void>;
}

/** Lists passkeys, keys, sessions or cards, each with its date and a button that removes it. */
export function Rows<Id extends number | string>(props: {
  rows: { id: Id; name: React.ReactNode; label: string; date: React.ReactNode; isFixed?: boolean }[];
  button: string;
  remove(id: Id): Promise<ServiceAnswer<unknown>>;
  reload(): Promise<void>;
}) {
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const { rows, button } = props;
  async function remove(id: Id): Promise<void> {
    const answer = await props.remove(id);
    setFailure(answer.ok ? undefined : errorText(answer.word));
    await props.reload();
  }
  return (
    <>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ id, name, label, date, isFixed = false }) => (
            <li key={id}>
              <span className={styles.long}>{name}</span>
              <span className="quiet">{date}</span>
              {!isFixed && (
                <button
                  type="button"
                  className="button"
                  aria-label={`${button}: ${label}`}
                  onClick={() => void remove(id)}
                >
                  {button}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {failure !== undefined && <Outcome tone="bad">{failure}</Outcome>}
    </>
  );
}

/** Sets or changes the password. */
export function PasswordCard({ data: { user }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  return (
    <Card title={text('account.password')} id="account-password">
      <ServiceForm
        label={text('account.password')}
        button={text(user.passwordIsSet ? 'account.password.change' : 'account.password.set')}
        done={text('account.password.done')}
        send={(fields) =>
          call('/account/password', { current: fieldOf(fields, 'current'), password: fieldOf(fields, 'password') })
        }
        onDone={() => void reload()}
      >
        <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
        {user.passwordIsSet && (
          <Field
            label={text('account.password.current')}
            input={{
              id: 'current',
              name: 'current',
              type: 'password',
              required: true,
              autoComplete: 'current-password',
              dir: 'ltr',
            }}
          />
        )}
        <Field
          label={text('account.password.new')}
          note={text('account.password.note')}
          input={{
            id: 'password',
            name: 'password',
            type: 'password',
            required: true,
            minLength: 10,
            maxLength: 200,
            autoComplete: 'new-password',
            dir: 'ltr',
          }}
        />
      </ServiceForm>
    </Card>
  );
}

/** Lists and adds passkeys. */
export function PasskeysCard({ data: { passkeys }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  const { accounts } = useSite();
  if (accounts?.passkeys !== true) return null;
  async function add(name: string): Promise<ServiceAnswer<unknown>> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const options = await call<Parameters<typeof startRegistration>[0]['optionsJSON']>('/account/passkeys/options', {});
    if (!options.ok) return options;
    const response = await startRegistration({ optionsJSON: options.body }).catch(() => undefined);
    if (response === undefined) return { ok: false, word: 'passkey' };
    return call('/account/passkeys', { response, name });
  }
  return (
    <Card title={text('account.passkeys')} id="account-passkeys">
      <Rows
        rows={passkeys.map(({ id, name, added }) => ({
          id,
          name: name || `#${id}`,
          label: name || `#${id}`,
          date: <Age time={added} />,
        }))}
        button={text('account.remove')}
        remove={(id) => call('/account/passkeys/remove', { id })}
        reload={reload}
      />
      <ServiceForm
        label={text('account.passkeys')}
        button={text('account.passkey.add')}
        done={text('account.passkey.added')}
        send={(fields) => add(fieldOf(fields, 'name'))}
        onDone={() => void reload()}
      >
        <Field
          label={text('account.name')}
          input={{ id: 'passkey-name', name: 'name', maxLength: 60, autoComplete: 'off' }}
        />
      </ServiceForm>
    </Card>
  );
}

/** Lists, creates and revokes API keys. A new key is shown once. */
export function KeysCard({ data: { keys }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  const [created, setCreated] = useState<string>();
  return (
    <Card title={text('account.keys')} id="account-keys">
      <p className="quiet">{text('account.keys.note')}</p>
      <Rows
        rows={keys.map(({ id, name, added }) => ({
          id,
          name: name || `#${id}`,
          label: name || `#${id}`,
          date: <Age time={added} />,
        }))}
        button={text('account.keys.revoke')}
        remove={(id) => call('/account/keys/revoke', { id })}
        reload={reload}
      />
      <ServiceForm<{ key: string }>
        label={text('account.keys')}
        button={text('account.keys.create')}
        send={(fields) => call('/account/keys', { name: fieldOf(fields, 'name') })}
        onDone={({ key }) => {
          setCreated(key);
          void reload();
        }}
      >
        <Field
          label={text('account.name')}
          input={{ id: 'key-name', name: 'name', maxLength: 60, autoComplete: 'off' }}
        />
      </ServiceForm>
      {created !== undefined && (
        <Outcome tone="ok">
          {text('account.keys.once')}{' '}
          <code className={styles.long} data-cy="new-key">
            {created}
          </code>{' '}
          <CopyButton value={created} />
        </Outcome>
      )}
    </Card>
  );
}

/** Lists and ends sessions. */
export function SessionsCard({ data: { sessions }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  return (
    <Card title={text('account.sessions')} id="account-sessions">
      <Rows
        rows={sessions.map(({ id, client, seen, current }) => ({
          id,
          label: clientName(client) || `#${id}`,
          name: (
            <>
              {clientName(client) || text('account.sessions.unknown')}{' '}
              {current && <span className="badge ok">{text('account.sessions.current')}</span>}
            </>
          ),
          date: <Age time={seen} />,
          isFixed: current,
        }))}
        button={text('account.sessions.end')}
        remove={(id) => call('/account/sessions/end', { id })}
        reload={reload}
      />
      {sessions.length > 1 && (
        <ServiceForm
          label={text('account.sessions')}
          button={text('account.sessions.endOthers')}
          send={() => call('/account/sessions/end', {})}
          onDone={() => void reload()}
        >
          {null}
        </ServiceForm>
      )}
    </Card>
  );
}
