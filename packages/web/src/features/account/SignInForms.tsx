import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Outcome } from '../../ui/Form.tsx';
import { page } from '../../url.ts';
import { solveProof } from './proof-of-work.ts';
import { Field, fieldOf, ServiceForm } from './ServiceForm.tsx';
import { useErrorText, useServices } from './service-client.ts';

/** Returns the function that opens the account page after signing in. */
function useOpenAccount(): () => void {
  const navigate = useNavigate();
  const { prefix } = usePlace();
  return () => void navigate(page.account(prefix), { replace: true });
}

/** Form for an email address, to which a link is sent. */
export function LinkForm() {
  const text = useText();
  const call = useServices();
  const { accounts } = useSite();
  return (
    <ServiceForm
      path="/auth/email"
      label={text('account.link')}
      button={text('account.link.send')}
      done={text('account.link.sent')}
      send={async (fields) => {
        const altcha = await solveProof(call);
        return call('/auth/email', { email: fieldOf(fields, 'email'), ...(altcha !== undefined && { altcha }) });
      }}
    >
      <Field
        label={text('account.email')}
        {...(accounts?.signUp === true && { note: text('account.link.signUp') })}
        input={{ id: 'email', name: 'email', type: 'email', required: true, autoComplete: 'email', dir: 'ltr' }}
      />
    </ServiceForm>
  );
}

/** Form for name and password. */
export function PasswordForm() {
  const text = useText();
  const call = useServices();
  const open = useOpenAccount();
  return (
    <ServiceForm
      path="/auth/login"
      label={text('account.password')}
      button={text('account.signIn')}
      send={(fields) =>
        call('/auth/login', { username: fieldOf(fields, 'username'), password: fieldOf(fields, 'password') })
      }
      onDone={open}
    >
      <Field
        label={text('account.username')}
        input={{ id: 'username', name: 'username', required: true, autoComplete: 'username webauthn', dir: 'ltr' }}
      />
      <Field
        label={text('account.password')}
        input={{
          id: 'password',
          name: 'password',
          type: 'password',
          required: true,
          autoComplete: 'current-password',
          dir: 'ltr',
        }}
      />
    </ServiceForm>
  );
}

/** Signs in as a new user of the demo. */
export function SimulatedUserForm() {
  const text = useText();
  const call = useServices();
  const open = useOpenAccount();
  return (
    <ServiceForm
      path="/auth/simulate"
      label={text('account.simulated')}
      button={text('account.simulated.signIn')}
      send={() => call('/auth/simulate', {})}
      onDone={open}
    >
      <p className="quiet">{text('account.simulated.note')}</p>
    </ServiceForm>
  );
}

/** Signs in with a passkey. */
export function PasskeyButton() {
  const text = useText();
  const call = useServices();
  const open = useOpenAccount();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  async function signIn(): Promise<void> {
    setFailure(undefined);
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const options = await call<Parameters<typeof startAuthentication>[0]['optionsJSON']>('/auth/passkey/options', {});
    if (!options.ok) return setFailure(errorText(options.word));
    const response = await startAuthentication({ optionsJSON: options.body }).catch(() => undefined);
    if (response === undefined) return setFailure(text('account.passkey.failed'));
    const answer = await call('/auth/passkey', { response });
    if (answer.ok) open();
    else setFailure(errorText(answer.word));
  }
  return (
    <>
      <button type="button" className="button" onClick={() => void signIn()}>
        {text('account.passkey.signIn')}
      </button>
      {failure !== undefined && <Outcome tone="bad">{failure}</Outcome>}
    </>
  );
}

/** Signs in with the link of a mail after a click, so that mail scanners, which open links, do not invalidate it. */
export function UseLinkForm({ token }: { token: string }) {
  const text = useText();
  const call = useServices();
  const open = useOpenAccount();
  return (
    <ServiceForm
      path="/auth/link"
      label={text('account.link')}
      button={text('account.signIn')}
      send={() => call('/auth/link', { token })}
      onDone={open}
    >
      <input type="hidden" name="token" value={token} />
    </ServiceForm>
  );
}
