import { useState } from 'react';
import { useSite } from '../../../context/site-context.ts';
import shellStyles from '../shell.module.css';
import { Logo } from './Logo.tsx';

/** Shows our logo and name; on the site of an enterprise its logo, alone or beside ours. */
export function Brand({ size, place }: { size: number; place: 'header' | 'footer' }) {
  const { enterprise } = useSite();
  const [isBroken, setBroken] = useState(false);
  const own = (name: string) => (
    <>
      <Logo size={size} /> <span {...(place === 'header' && { className: 'brand-name' })}>{name}</span>
    </>
  );
  if (enterprise === undefined) return own('Glassblock');
  if (isBroken) return own(enterprise.title);
  return (
    <>
      <img
        className={shellStyles.siteLogo}
        data-part="site-logo"
        src={place === 'header' ? enterprise.headerLogo : enterprise.footerLogo}
        alt={enterprise.title}
        height={size}
        onError={() => setBroken(true)}
      />
      {enterprise.cobranded && (
        <>
          <span className={shellStyles.brandDivider} aria-hidden="true" />
          {own('Glassblock')}
        </>
      )}
    </>
  );
}
