import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Chosen,
  cookieName,
  cookieValue,
  defaultPreferences,
  isTheme,
  type Preferences,
  preferenceCookie,
  readStored,
  writeStored,
} from '../data/preferences.ts';
import { LanguageContext, useSite } from './site-context.ts';

/** New choices; an undefined one is forgotten, and is as usual from then on. */
type Change = { [K in keyof Preferences]?: Preferences[K] | undefined };

interface Value {
  preferences: Preferences;
  change(part: Change): void;
}

const PreferencesContext = createContext<Value>({ preferences: defaultPreferences(false), change: () => {} });

/** The cookie store of browsers is for secure contexts only; plain http has the old property. */
export function writeCookie(jar: { cookie: string }, cookie: string): void {
  jar.cookie = cookie;
}

/** Storage may be forbidden; the cookie is what counts then. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** Holds the visitor's choices and mirrors them in the cookie the server reads. */
export function PreferencesProvider(props: { chosen: Chosen | undefined; children: React.ReactNode }) {
  const { basePath, fixedTheme } = useSite();
  const { isRightToLeft } = use(LanguageContext);
  const [chosen, setChosen] = useState(props.chosen ?? {});
  const latest = useRef(chosen);
  const change = useCallback(
    (part: Change) => {
      const next = Object.fromEntries(
        Object.entries({ ...latest.current, ...part }).filter(([, value]) => value !== undefined),
      ) as Chosen;
      latest.current = next;
      setChosen(next);
      writeCookie(document, preferenceCookie(next, basePath));
      withStorage((storage) => writeStored(storage, next));
    },
    [basePath],
  );
  useEffect(() => {
    if (cookieValue(document.cookie, cookieName) !== undefined) return;
    const stored = withStorage(readStored) ?? {};
    if (Object.keys(stored).length > 0) change(stored);
  }, [change]);
  const value = useMemo<Value>(() => {
    // A theme of the configuration is shown, never kept.
    const fixed = isTheme(fixedTheme) ? { theme: fixedTheme } : {};
    return { preferences: { ...defaultPreferences(isRightToLeft), ...chosen, ...fixed }, change };
  }, [chosen, change, fixedTheme, isRightToLeft]);
  return <PreferencesContext value={value}>{props.children}</PreferencesContext>;
}

/** The visitor's choices, and how to change them. */
export const usePreferences = (): Value => use(PreferencesContext);
