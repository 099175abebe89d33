import type { ServerFrame } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { useSite } from '../context/site-context.ts';
import { socketUrl } from '../url.ts';
import { browserPlatform } from './browser.ts';
import { connect } from './connection.ts';
import type { ConnectionState } from './live-state.ts';

/** A feed of one page. */
export interface Feed<T> {
  /** Undefined until the first frame. */
  value: T | undefined;
  connection: ConnectionState;
}

/**
 * Follows a feed of the root network over a socket of its own, so that neither the state nor the scripts of other pages
 * contain it. Reconnects, and subscribes again.
 * @param message the subscription; the same object in each render
 * @param fold applies a frame; the same function in each render
 */
export function useFeed<T>(
  message: object,
  fold: (before: T | undefined, frame: ServerFrame) => T | undefined,
): Feed<T> {
  const { basePath } = useSite();
  const [feed, setFeed] = useState<Feed<T>>({ value: undefined, connection: 2 });
  useEffect(() => {
    const connection = connect(socketUrl(window.location, basePath, ''), browserPlatform, {
      state: (state) => setFeed((before) => (before.connection === state ? before : { ...before, connection: state })),
      // also after a reconnect: the first frame, which announces `restored`, may be the answer to this message
      opened: () => connection.send(message),
      restored: () => undefined,
      frame: (frame) =>
        setFeed((before) => {
          const value = fold(before.value, frame);
          return value === before.value ? before : { ...before, value };
        }),
    });
    return () => connection.end();
  }, [basePath, message, fold]);
  return feed;
}
