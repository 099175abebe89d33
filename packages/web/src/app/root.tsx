// first: the other sheets override it
import '../styles/base.css';
import { use, useEffect, useRef, useState } from 'react';
import {
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigationType,
  useRouteLoaderData,
} from 'react-router';
import { ClockContext, useOwnClock } from '../context/clock.ts';
import { DeviceStorageContext, useOwnDeviceStorage } from '../context/device-storage.ts';
import { PreferencesProvider, usePreferences } from '../context/preferences.tsx';
import { LanguageContext, NonceContext, SiteContext } from '../context/site-context.ts';
import { browserApi } from '../data/browser-api.ts';
import { pageKey } from '../data/load.ts';
import { languageCookieName, localeOf } from '../data/locales.ts';
import { bareTitle } from '../data/page/page-title.ts';
import { cookieValue, readPreferences } from '../data/preferences.ts';
import { CanonicalLink } from '../features/shell/CanonicalLink.tsx';
import { Sheets } from '../features/shell/Sheets.tsx';
import { SocialMeta } from '../features/shell/SocialMeta.tsx';
import { HeadLinks, ThemeLinks } from '../features/shell/ThemeLinks.tsx';
import { useEarlyInput } from '../ui/hooks/input/use-early-input.ts';
import { useBrowserLayoutEffect } from '../ui/hooks/use-browser-layout-effect.ts';

/** Browsers that know this policy do not scroll to a fragment on load; the others do. */
export const headers = () => ({ 'document-policy': 'force-load-at-top' });

export const meta: MetaFunction = ({ matches }) => [{ title: bareTitle(matches) }];

/** Returns site, preferences and the server's clock: the same for all pages of a view. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { page, site, nonce, now, language } = context.get(pageKey);
  const cookies = request.headers.get('cookie');
  const locale = localeOf(language ?? cookieValue(cookies, languageCookieName));
  return {
    site,
    nonce,
    now,
    eventId: page.eventId,
    origin: new URL(request.url).origin,
    language: { code: locale?.code ?? 'en', isRightToLeft: locale?.isRightToLeft === true },
    chosen: readPreferences(cookies),
  };
}

/** Loaded once; the browser caches it. */
export const shouldRevalidate = () => false;

const english = { code: 'en', isRightToLeft: false };

/** The document around every page, including error pages. */
export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const site = root?.site;
  const seen = useMatches();
  const clock = useOwnClock(root?.now ?? 0);
  const storage = useOwnDeviceStorage();
  useState(() => {
    if (typeof document === 'undefined' || site === undefined) return;
    for (const match of seen) {
      const answers = (match.loaderData as { answers?: Record<string, unknown> } | undefined)?.answers;
      if (answers) browserApi().seed(answers);
    }
  });
  return (
    <SiteContext
      value={
        site ?? {
          basePath: '/',
          rootNetwork: 'mainnet',
          networks: [],
          itemsPerPage: 10,
          keepBlocks: 8,
          mempoolBlocks: 8,
        }
      }
    >
      <NonceContext value={root?.nonce}>
        <ClockContext value={clock}>
          <LanguageContext value={root?.language ?? english}>
            <DeviceStorageContext value={storage}>
              <PreferencesProvider chosen={root?.chosen}>
                <Document
                  siteJson={site === undefined ? undefined : JSON.stringify(site)}
                  eventId={root?.eventId}
                  origin={root?.origin}
                >
                  {children}
                </Document>
              </PreferencesProvider>
            </DeviceStorageContext>
          </LanguageContext>
        </ClockContext>
      </NonceContext>
    </SiteContext>
  );
}

function Document(props: {
  siteJson: string | undefined;
  eventId: string | undefined;
  origin: string | undefined;
  children: React.ReactNode;
}) {
  const { preferences } = usePreferences();
  const { isRightToLeft } = use(LanguageContext);
  useEarlyInput();
  return (
    // The texts are English in every direction.
    <html lang="en" dir={isRightToLeft ? 'rtl' : 'ltr'} data-theme={preferences.theme ?? 'system'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        {props.eventId !== undefined && <meta name="glass-event" content={props.eventId} />}
        <HeadLinks />
        <ThemeLinks />
        <CanonicalLink origin={props.origin} />
        {import.meta.env.SSR && <SocialMeta origin={props.origin} />}
        <Meta />
        <Sheets />
      </head>
      <body>
        {props.children}
        {props.siteJson !== undefined && (
          <script id="site" type="application/json" suppressHydrationWarning>
            {props.siteJson.replaceAll('<', '\\u003c')}
          </script>
        )}
        <ScrollRestoration />
        <TopOfPage />
        <PageAnnouncement />
        <Scripts />
      </body>
    </html>
  );
}

/** Scrolls back to the top after a navigation to a fragment: only documentation pages scroll to anchors. */
function TopOfPage() {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const keepsAnchors = useMatches().some(({ handle }) => (handle as { anchors?: boolean } | undefined)?.anchors);
  useBrowserLayoutEffect(() => {
    if (type === 'POP' || keepsAnchors || hash === '') return;
    if (document.getElementById(hash.slice(1)) !== null) window.scrollTo(0, 0);
  }, [key]);
  return null;
}

/** Announces the title of the next page to screen readers, as browsers do for a document that loads. */
function PageAnnouncement() {
  const { pathname } = useLocation();
  const known = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}

export default function App() {
  return <Outlet />;
}

export { RouteFailure as ErrorBoundary } from '../ui/failures/RouteFailure.tsx';
