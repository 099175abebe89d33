// Pages below `/preview`: the content of social images.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type MetaArgs, useLocation, useNavigate } from 'react-router';
import { useSite } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { useText } from '../../../messages/use-text.ts';
import socialStyles from './social-image.module.css';

declare global {
  interface Window {
    /**
     * Lets a screenshot program continue with the next page.
     * @param url path below the base path
     */
    loadPage?: (url: string) => void;
  }
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Preview', matches) },
  { name: 'robots', content: 'noindex' },
];

/**
 * A page's preview image alone, for screenshot programs. `data-preview` is the state: `loading`, then `ready` or
 * `failed`.
 */
export default function SocialImageRoute() {
  const text = useText();
  const navigate = useNavigate();
  const { basePath } = useSite();
  const { pathname, key } = useLocation();
  const image = useRef<HTMLImageElement>(null);
  const source = `${basePath}render/en${pathname}`;
  const [seen, setSeen] = useState<{ key: string; state: 'ready' | 'failed' } | undefined>(undefined);
  const state = seen?.key === key ? seen.state : 'loading';
  useEffect(() => {
    // It may have loaded before hydration.
    const element = image.current;
    if (element?.complete) setSeen({ key, state: element.naturalWidth > 0 ? 'ready' : 'failed' });
  }, [key]);
  useEffect(() => {
    window.loadPage = (url) => {
      // reset, so that the previous page does not count as ready
      flushSync(() => setSeen(undefined));
      void navigate(url);
    };
    return () => {
      delete window.loadPage;
    };
  }, [navigate]);
  return (
    <main
      className={socialStyles.stillPage}
      data-part="social-image-page"
      id="main"
      data-preview={state}
      data-waiting={state === 'loading' ? 1 : 0}
    >
      <h1 className="sr-only">{text('bare.image')}</h1>
      <img
        ref={image}
        key={source}
        src={source}
        alt={text('bare.image')}
        onLoad={() => setSeen({ key, state: 'ready' })}
        onError={() => setSeen({ key, state: 'failed' })}
      />
    </main>
  );
}
