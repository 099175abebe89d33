// Page `/login/link`: the link of a mail, which is used with a button.
import { type MetaArgs, useSearchParams } from 'react-router';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/account/account.module.css';
import { UseLinkForm } from '../../../features/account/SignInForms.tsx';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import pageStyles from '../../../ui/page.module.css';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Sign in', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function LoginLinkRoute() {
  const text = useText();
  const [query] = useSearchParams();
  return (
    <main className={`${pageStyles.page} ${styles.narrow}`} data-cy="login-link" id="main">
      <h1>{text('account.signIn')}</h1>
      <Card title={text('account.link')} id="use-link">
        <UseLinkForm token={query.get('token') ?? ''} />
      </Card>
    </main>
  );
}
