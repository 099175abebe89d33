import { useLocation } from 'react-router';
import { usePreferences } from '../../../context/preferences.tsx';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import { useOpenPath } from '../hooks/use-open-path.ts';
import type { CommandKit } from './commands.ts';

/** Returns the dependencies of commands on this page. */
export function useCommandKit(): CommandKit {
  const text = useText();
  const { network, prefix } = usePlace();
  const { rootNetwork, networks, fixedTheme } = useSite();
  const { preferences, change } = usePreferences();
  const { pathname: path } = useLocation();
  const open = useOpenPath();
  const copyAddress = () => void navigator.clipboard.writeText(window.location.href);
  return { text, prefix, path, rootNetwork, network, networks, fixedTheme, preferences, change, open, copyAddress };
}
