import { createContext, use, useEffect, useState } from 'react';
import type { Language } from './programs.ts';

const storeName = 'docs-language';
const languages: readonly Language[] = ['curl', 'commonjs', 'esm', 'python'];

const CodeLanguageContext = createContext<readonly [Language, (language: Language) => void]>(['curl', () => undefined]);

/** The language in which examples are shown, and how another is chosen. */
export const useCodeLanguage = () => use(CodeLanguageContext);

/** Around examples: one choice of language for all of them, which the browser remembers. */
export function CodeLanguage({ children }: { children: React.ReactNode }) {
  const [language, setLanguage] = useState<Language>('curl');
  useEffect(() => {
    try {
      const stored = languages.find((each) => each === localStorage.getItem(storeName));
      if (stored !== undefined) setLanguage(stored);
    } catch {
      // storage may be switched off: the choice is that of this page then
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
