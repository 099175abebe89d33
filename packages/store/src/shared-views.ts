import type { Store, View } from './store.ts';

/** A store whose readers share one view. */
export interface SharedStore extends Store {
  /** Makes later readers see the newest commit. */
  refresh(): void;
}

/** A view with the number of its readers. */
interface Shared {
  readonly opening: Promise<View>;
  readers: number;
  isCurrent: boolean;
}

/**
 * Returns the store with views that show the newest commit at the last `refresh`: opening a view costs a snapshot and a
 * read. A view is closed after its last reader, once there is a newer one.
 */
export function sharedViews(store: Store): SharedStore {
  let current: Shared | undefined;

  /** Closes a view that no reader uses or will use; a failed close has no reader to report to. */
  function closeUnused(shared: Shared): Promise<void> {
    if (shared.readers > 0 || shared.isCurrent) return Promise.resolve();
    return shared.opening.then(
      (view) => view.close(),
      () => undefined,
    );
  }

  function retire(): Promise<void> {
    const retired = current;
    current = undefined;
    if (retired === undefined) return Promise.resolve();
    retired.isCurrent = false;
    return closeUnused(retired);
  }

  async function view(): Promise<View> {
    current ??= { opening: store.view(), readers: 0, isCurrent: true };
    const shared = current;
    shared.readers++;
    try {
      return readerOf(await shared.opening, () => {
        shared.readers--;
        return closeUnused(shared);
      });
    } catch (error) {
      shared.readers--;
      if (current === shared) current = undefined;
      throw error;
    }
  }

  return {
    ...store,
    view,
    refresh: () => void retire(),
    async close() {
      await retire();
      await store.close();
    },
  };
}

/** Returns a view of one reader. */
function readerOf(view: View, closed: () => Promise<void>): View {
  let isOpen = true;
  return {
    ...view,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await closed();
    },
  };
}
