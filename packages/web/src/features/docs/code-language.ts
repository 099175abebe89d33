import { storedChoice } from '../../data/device-storage.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import type { Language } from './programs.ts';

const language = storedChoice<Language>(['curl', 'commonjs', 'esm', 'python'], 'curl');

/** Returns the selected language of all examples, stored by the browser, and its setter. */
export const useCodeLanguage = () => useStored('docs-language', language);
