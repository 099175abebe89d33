import { createContext, use, useEffect, useState } from 'react';
import type { Language } from './programs.ts';

const storeName = 'docs-language';
const languages: readonly Language[] = ['curl', 'commonjs', 'esm', 'python'];

const CodeLanguageContext = createContext<readonly [Language, (language: Language) => void]>(['curl', () => undefined]);

/** Returns the selected language of examples and its setter. */
export const useCodeLanguage = () => use(CodeLanguageContext);

/** Provides one language selection for all examples, stored by the browser. */
export function CodeLanguage({ children }: { children: React.ReactNode }) {
  const [language, setLanguage] = useState<Language>('curl');
  useEffect(() => {
    try {
      const stored = languages.find((each) => each === localStorage.getItem(storeName));
      if (stored !== undefined) setLanguage(stored);
    } catch {
      // without storage the selection applies to this page only
    }
  }, []);
  const choose = (next: Language) => {
    setLanguage(next);
    try {
      localStorage.setItem(storeName, next);
    } catch {
      // as above
    }
  };
  return <CodeLanguageContext value={[language, choose]}>{children}</CodeLanguageContext>;
}
