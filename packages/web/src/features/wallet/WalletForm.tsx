import { type SubmitEvent, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { walletIn } from '../../data/search/recognise.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import formStyles from '../../ui/form.module.css';
import { passToDesk } from '../../wallet/pending-input.ts';
import { isSecret } from '../../wallet/secret-text.ts';
import styles from './wallet.module.css';

/**
 * Form for the addresses of a group, which become part of the URL. A private key or seed phrase is cleared with a
 * warning; an extended key or a descriptor opens the wallet desk.
 * @param props.path of the page that shows the group
 * @param props.desk path of the wallet desk; undefined on networks without one
 * @param props.aside content after the button
 */
export function WalletForm({
  path,
  label,
  desk,
  aside,
}: {
  path: string;
  label: TextId;
  desk?: string;
  aside?: React.ReactNode;
}) {
  const text = useText();
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('addresses') as HTMLTextAreaElement;
    const typed = field.value.trim();
    const isKey = isSecret(typed);
    setRefused(isKey);
    const wallet = isKey || desk === undefined ? undefined : walletIn(typed);
    if (isKey || wallet !== undefined) event.preventDefault();
    if (isKey) field.value = '';
    if (wallet === undefined || desk === undefined) return;
    passToDesk(wallet);
    void navigate(desk);
  };
  return (
    <form className={styles.form} action={useHref(path)} method="post" onSubmit={check}>
      <label htmlFor="wallet-addresses">{text(label)}</label>
      <textarea
        id="wallet-addresses"
        name="addresses"
        rows={5}
        required
        aria-describedby="wallet-problem"
        aria-invalid={isRefused}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        dir="ltr"
      />
      <p id="wallet-problem" role="status" className="loss">
        {isRefused && text('desk.problem.secret')}
      </p>
      <p className="quiet">{text('wallet.form.note')}</p>
      <p className={styles.buttons}>
        <button type="submit" className={`button ${formStyles.primary}`} data-part="primary">
          {text('wallet.form.show')}
        </button>
        {aside}
      </p>
    </form>
  );
}
