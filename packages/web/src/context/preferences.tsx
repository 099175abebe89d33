import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
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
import { useDeviceStorage } from './device-storage.ts';
import { LanguageContext, useSite } from './site-context.ts';

/** Changed settings; undefined resets one to its default. */
type Change = { [K in keyof Preferences]?: Preferences[K] | undefined };

interface Value {
  preferences: Preferences;
  change(part: Change): void;
}

const PreferencesContext = createContext<Value>({ preferences: defaultPreferences(false), change: () => {} });

/** The CookieStore API needs a secure context; plain http has only the old property. */
export function writeCookie(target: { cookie: string }, cookie: string): void {
  target.cookie = cookie;
}

/** Provides the visitor's settings and mirrors them in the cookie that the server reads. */
export function PreferencesProvider(props: { chosen: Chosen | undefined; children: React.ReactNode }) {
  const { basePath, fixedTheme } = useSite();
  const { isRightToLeft } = use(LanguageContext);
  const storage = useDeviceStorage();
  const [store] = useState(() => createStore<Chosen>(() => props.chosen ?? {}));
  const chosen = useStore(store);
  const change = useCallback(
    (part: Change) => {
      const next = Object.fromEntries(
        Object.entries({ ...store.getState(), ...part }).filter(([, value]) => value !== undefined),
      ) as Chosen;
      store.setState(next, true);
      writeCookie(document, preferenceCookie(next, basePath));
      writeStored(storage, next);
    },
    [basePath, storage, store],
  );
  useEffect(() => {
    if (cookieValue(document.cookie, cookieName) !== undefined) return;
    const stored = readStored(storage);
    if (Object.keys(stored).length > 0) change(stored);
  }, [change, storage]);
  const value = useMemo<Value>(() => {
    // A configured theme is used but not stored.
    const fixed = isTheme(fixedTheme) ? { theme: fixedTheme } : {};
    return { preferences: { ...defaultPreferences(isRightToLeft), ...chosen, ...fixed }, change };
  }, [chosen, change, fixedTheme, isRightToLeft]);
  return <PreferencesContext value={value}>{props.children}</PreferencesContext>;
}

/** Returns the visitor's settings and how to change them. */
export const usePreferences = (): Value => use(PreferencesContext);
