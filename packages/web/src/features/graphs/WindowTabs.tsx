import { useEffect } from 'react';
import { Link, useHref, useLocation, useNavigate } from 'react-router';
import { usePreferences } from '../../context/preferences.tsx';
import { useText } from '../../messages/use-text.ts';
import windowTabsStyles from './window-tabs.module.css';

/** Shows the time windows of a chart as links, each a page of its own; nothing where there is no choice. */
export function WindowTabs(props: {
  windows: readonly string[];
  current: string;
  to(window: string): string;
  /** Prefix of the ids of the links. */
  hook?: string;
  /** Each link has its window as `data-cy` too. */
  isMarked?: boolean;
  /** The preference that stores the choice for the next chart of its kind; a URL fragment may name a window too. */
  remembered?: 'graphWindow' | 'miningWindow';
}) {
  const text = useText();
  const navigate = useNavigate();
  const { hash, search } = useLocation();
  const { change } = usePreferences();
  const { windows, current, to, remembered } = props;
  const named = remembered && windows.find((window) => hash.toLowerCase() === `#${window}`);
  const goal = named === undefined ? undefined : to(named);
  useEffect(() => {
    if (goal !== undefined) void navigate(goal, { replace: true, preventScrollReset: true });
  }, [goal, navigate]);
  const own = useHref(to(current));
  const remember = (window: string) => {
    // history must lead back to this window even if the default changes since; the page does not navigate
    if (!new URLSearchParams(search).has('window')) history.replaceState(history.state, '', own);
    change(remembered === 'graphWindow' ? { graphWindow: window } : { miningWindow: window });
  };
  if (windows.length < 2) return null;
  return (
    <nav
      className={`${windowTabsStyles.windowTabs} btn-group`}
      data-part="window-tabs"
      aria-label={text('graphs.windows')}
    >
      {windows.map((window) => (
        <Link
          key={window}
          id={`${props.hook ?? 'dateSpan'}-${window}`}
          {...(props.isMarked && { 'data-cy': window })}
          to={to(window)}
          aria-current={window === current ? 'true' : undefined}
          preventScrollReset
          {...(remembered && { onClick: () => remember(window) })}
        >
          {window === 'all' ? text('graphs.all') : window.toUpperCase()}
        </Link>
      ))}
    </nav>
  );
}
