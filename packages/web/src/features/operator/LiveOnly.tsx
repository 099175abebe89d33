import type { ConnectionState } from '../../live/live-state.ts';
import { useText } from '../../messages/use-text.ts';
import { Skeleton } from '../../ui/Card.tsx';

/**
 * Replaces the rows of a page that only a live feed fills: while it loads, without a connection, without scripts and
 * without rows.
 */
export function LiveOnly({
  isLoaded,
  connection,
  empty,
}: {
  isLoaded: boolean;
  connection: ConnectionState;
  empty: string;
}) {
  const text = useText();
  if (isLoaded)
    return (
      <p className="quiet" role="status">
        {empty}
      </p>
    );
  if (connection !== 2) return <p role="status">{text('monitor.offline')}</p>;
  return (
    <>
      <noscript>
        <p>{text('monitor.noscript')}</p>
      </noscript>
      <p aria-busy="true">
        <Skeleton />
      </p>
    </>
  );
}
