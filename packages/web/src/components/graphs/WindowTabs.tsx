import { Link } from 'react-router';
import { useText } from '../../messages/use-text.ts';
import '../../styles/window-tabs.css';

/** The stretches of time of a chart, as links: each is a page of its own. */
export function WindowTabs(props: { windows: readonly string[]; current: string; to(window: string): string }) {
  const text = useText();
  return (
    <nav className="window-tabs" aria-label={text('graphs.windows')}>
      {props.windows.map((window) => (
        <Link
          key={window}
          id={`dateSpan-${window}`}
          to={props.to(window)}
          aria-current={window === props.current ? 'true' : undefined}
          preventScrollReset
        >
          {window === 'all' ? text('graphs.all') : window.toUpperCase()}
        </Link>
      ))}
    </nav>
  );
}
