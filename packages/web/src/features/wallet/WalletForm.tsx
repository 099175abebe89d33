import { useHref } from 'react-router';
import { type TextId, useText } from '../../messages/use-text.ts';
import formStyles from '../../ui/form.module.css';
import styles from './wallet.module.css';

/**
 * Form for the addresses of a group, which become part of the URL. @param props.path of the page that shows the group
 * @param props.aside content after the button
 */
export function WalletForm({ path, label, aside }: { path: string; label: TextId; aside?: React.ReactNode }) {
  const text = useText();
  return (
    <form className={styles.form} action={useHref(path)} method="get">
      <label htmlFor="wallet-addresses">{text(label)}</label>
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
        {aside}
      </p>
    </form>
  );
}
