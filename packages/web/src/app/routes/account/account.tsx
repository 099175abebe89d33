// Page `/account`: balance, top-ups, accelerations, passkeys, keys and sessions of the signed-in user.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, type MetaArgs, useNavigate } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { AutoCard } from '../../../features/account/AutoCard.tsx';
import styles from '../../../features/account/account.module.css';
import { CardsCard } from '../../../features/account/CardsCard.tsx';
import { KeysCard, PasskeysCard, PasswordCard, SessionsCard } from '../../../features/account/Credentials.tsx';
import { DataCard } from '../../../features/account/DataCard.tsx';
import { AccelerationsCard, BalanceCard } from '../../../features/account/Money.tsx';
import { ServiceForm } from '../../../features/account/ServiceForm.tsx';
import { useErrorText, useServices } from '../../../features/account/service-client.ts';
import { ClaimCard, TopUpsCard } from '../../../features/account/TopUps.tsx';
import { type AccountData, useAccount } from '../../../features/account/use-account.ts';
import { useText } from '../../../messages/use-text.ts';
import { Skeleton } from '../../../ui/Card.tsx';
import { Outcome } from '../../../ui/Form.tsx';
import formStyles from '../../../ui/form.module.css';
import pageStyles from '../../../ui/page.module.css';
import { page } from '../../../url.ts';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Account', matches) },
  { name: 'robots', content: 'noindex' },
];

export default function AccountRoute() {
  const text = useText();
  const errorText = useErrorText();
  const { prefix } = usePlace();
  const [state, reload] = useAccount();
  useWant('blocks', 'stats');
  const isLoaded = typeof state === 'object' && 'user' in state;
  return (
    <main className={pageStyles.page} data-cy="account" id="main">
      <div className={`title-block ${pageStyles.titleBlock} ${styles.head}`}>
        <h1>{text('account.title')}</h1>
        {isLoaded && <SignOut />}
      </div>
      <noscript>
        <p>{text('account.noscript')}</p>
        <SignOut />
      </noscript>
      {state === 'loading' && <Skeleton />}
      {state === 'signed-out' && (
        <>
          <p>{text('account.signedOut')}</p>
          <p>
            <Link className={`button ${formStyles.primary}`} to={page.login(prefix)}>
              {text('account.signIn')}
            </Link>
          </p>
        </>
      )}
      {typeof state === 'object' && !isLoaded && 'word' in state && (
        <Outcome tone="bad">{errorText(state.word)}</Outcome>
      )}
      {isLoaded && <Cards data={state} reload={reload} />}
    </main>
  );
}

/** Reloads the account with each block while sats are on hold: blocks settle accelerations. */
function useReloadWhileHeld(isHeld: boolean, reload: () => Promise<void>): void {
  const tip = useLive(({ blocks }) => blocks[0]?.id);
  const shown = useRef(tip);
  const onBlock = useEffectEvent(() => isHeld && void reload());
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== tip) onBlock();
    shown.current = tip;
  }, [tip]);
}

function Cards({ data, reload }: { data: AccountData; reload(): Promise<void> }) {
  useReloadWhileHeld(data.balance.hold > 0, reload);
  return (
    <div className={styles.grid}>
      <div className={styles.money}>
        <BalanceCard data={data} />
        <TopUpsCard data={data} reload={reload} />
        <ClaimCard reload={reload} />
      </div>
      <div className={styles.whole}>
        <AccelerationsCard data={data} reload={reload} />
      </div>
      <AutoCard data={data} reload={reload} />
      <div className={styles.column}>
        <PasswordCard data={data} reload={reload} />
        <PasskeysCard data={data} reload={reload} />
        <SessionsCard data={data} reload={reload} />
      </div>
      <div className={styles.column}>
        <KeysCard data={data} reload={reload} />
        <CardsCard data={data} reload={reload} />
        <DataCard data={data} />
      </div>
    </div>
  );
}

function SignOut() {
  const text = useText();
  const call = useServices();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  return (
    <ServiceForm
      path="/auth/logout"
      label={text('account.signOut')}
      button={text('account.signOut')}
      isDanger
      send={() => call('/auth/logout', {})}
      onDone={() => void navigate(page.login(prefix))}
    >
      {null}
    </ServiceForm>
  );
}
