import { Suspense, useEffect, useId, useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { QrIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './address.module.css';

const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx'));

/** Shows an address as a QR code on hover, focus or tap. */
export function AddressQr({ value }: { value: string }) {
  const text = useText();
  const id = useId();
  const [isHovered, setHovered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isShown = isHovered || isOpen;
  useEffect(() => {
    if (!isShown) return undefined;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      setHovered(false);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [isShown]);
  return (
    <span
      className={`${styles.qr} js-only`}
      data-cy="address-qr"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <button
        type="button"
        className="icon-button"
        aria-label={text('address.qr')}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
      >
        <QrIcon />
      </button>
      <span id={id} className={isShown ? styles.qrBox : ''}>
        {isShown && (
          <Suspense fallback={null}>
            <QrCode value={value} />
          </Suspense>
        )}
      </span>
    </span>
  );
}
