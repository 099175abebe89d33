import { Link, useHref } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import formStyles from '../../ui/form.module.css';
import { page } from '../../url.ts';
import styles from './wallet.module.css';

/** Asks for the addresses of a group, which become part of the URL. */
export function WalletForm() {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <form className={styles.form} action={useHref(page.wallet(prefix))} method="get">
      <label htmlFor="wallet-addresses">{text('wallet.form.label')}</label>
      <textarea
        id="wallet-addresses"
        name="addresses"
        rows={5}
        required
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
      />
      <p className="quiet">{text('wallet.form.note')}</p>
      <p className={styles.buttons}>
        <button type="submit" className={`button ${formStyles.primary}`} data-part="primary">
          {text('wallet.form.show')}
        </button>
        <Link to={page.walletDesk(prefix)}>{text('wallet.form.desk')}</Link>
      </p>
    </form>
  );
}
