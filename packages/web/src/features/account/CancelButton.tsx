import { useText } from '../../messages/use-text.ts';
import styles from './account.module.css';

/** Cancels an acceleration of a transaction. */
export function CancelButton({ txid, onCancel }: { txid: string; onCancel(): void }) {
  const text = useText();
  return (
    <button
      type="button"
      className={`link-button ${styles.cancel}`}
      aria-label={`${text('account.cancel')}: ${txid}`}
      onClick={onCancel}
    >
      {text('account.cancel')}
    </button>
  );
}
