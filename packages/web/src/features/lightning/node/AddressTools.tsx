import { Suspense } from 'react';
import { useText } from '../../../messages/use-text.ts';
import { CopyButton } from '../../../ui/Hash.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import styles from '../lightning.module.css';

const QrCode = lazyComponent(() => import('../../../ui/QrCode.tsx'));

/** Copies an address of a node with its key, and shows it as a QR code. @param socket `host:port` */
export function AddressTools({ publicKey, socket }: { publicKey: string; socket: string }) {
  const text = useText();
  const uri = `${publicKey}@${socket}`;
  return (
    <span className={styles.socketTools}>
      <CopyButton value={uri} />
      <details className={`${styles.qr} js-only`}>
        <summary aria-label={text('lightning.connect.qr', { address: socket })}>QR</summary>
        <Suspense fallback={null}>
          <QrCode value={uri} size={220} />
        </Suspense>
      </details>
    </span>
  );
}
