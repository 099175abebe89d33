import { createContext, use, useCallback, useMemo, useState } from 'react';
import { defaultPreferences, type Preferences, preferenceCookie } from '../data/preferences.ts';
import { useSite } from './site-context.ts';

interface Value {
  preferences: Preferences;
  change(part: Partial<Preferences>): void;
}

const PreferencesContext = createContext<Value>({ preferences: defaultPreferences, change: () => {} });

/** The cookie store of browsers is for secure contexts only; plain http has the old property. */
function write(jar: { cookie: string }, cookie: string): void {
  jar.cookie = cookie;
}

/** Names under which single preferences are stored in the browser. (product.md 3) */
function store(preferences: Preferences): void {
  try {
    localStorage.setItem('view-amount-mode', preferences.unit);
    localStorage.setItem('rate-unit-preference', preferences.rateUnit);
    localStorage.setItem('time-preference-ltr', String(preferences.ltr));
    if (preferences.theme) localStorage.setItem('theme-preference', preferences.theme);
    else localStorage.removeItem('theme-preference');
  } catch {
    // Storage may be forbidden; the cookie is what counts.
  }
}

/** Holds the visitor's choices and mirrors them in the cookie the server reads. */
export function PreferencesProvider(props: { initial: Preferences | undefined; children: React.ReactNode }) {
  const site = useSite();
  const [preferences, setPreferences] = useState(props.initial ?? defaultPreferences);
  const change = useCallback(
    (part: Partial<Preferences>) => {
      setPreferences((before) => {
        const next = { ...before, ...part };
        if ('theme' in part && part.theme === undefined) delete next.theme;
        write(document, preferenceCookie(next, site.basePath));
        store(next);
        return next;
      });
    },
    [site.basePath],
  );
  const value = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <PreferencesContext value={value}>{props.children}</PreferencesContext>;
}

/** The visitor's choices, and how to change them. */
export const usePreferences = (): Value => use(PreferencesContext);
