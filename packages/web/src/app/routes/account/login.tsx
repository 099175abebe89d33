// Page `/login`: by a link in a mail, a passkey or a password.
import { type MetaArgs, useSearchParams } from 'react-router';
import { useSite } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/account/account.module.css';
import { LinkForm, PasskeyButton, PasswordForm, SimulatedUserForm } from '../../../features/account/SignInForms.tsx';
import { useErrorText } from '../../../features/account/service-client.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Outcome } from '../../../ui/Form.tsx';
import pageStyles from '../../../ui/page.module.css';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Sign in', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function LoginRoute() {
  const text = useText();
  const errorText = useErrorText();
  const { accounts } = useSite();
  const [query] = useSearchParams();
  const error = query.get('error');
  return (
    <main className={`${pageStyles.page} ${styles.narrow}`} data-cy="login" id="main">
      <h1>{text('account.signIn')}</h1>
      {error !== null && <Outcome tone="bad">{errorText(error.slice(0, 60))}</Outcome>}
      {query.has('deleted') && <Outcome tone="ok">{text('account.deleted')}</Outcome>}
      {query.has('sent') && <Outcome tone="ok">{text('account.link.sent')}</Outcome>}
      {accounts?.simulated === true && (
        <Card title={text('account.simulated')} id="login-simulated">
          <SimulatedUserForm />
        </Card>
      )}
      {accounts?.emailLinks === true && (
        <Card title={text('account.link')} id="login-link">
          <LinkForm />
        </Card>
      )}
      {accounts?.passkeys === true && (
        <Card title={text('account.passkey')} id="login-passkey">
          <PasskeyButton />
          <noscript>
            <p className="quiet">{text('account.noscript')}</p>
          </noscript>
        </Card>
      )}
      <Card title={text('account.password')} id="login-password">
        <PasswordForm />
      </Card>
    </main>
  );
}
