import type { Store, View } from './store.ts';

/** A store whose readers share one view. */
export interface SharedStore extends Store {
  /** Makes later readers see the newest commit. */
  refresh(): void;
  /**
   * Returns a value computed from the current view; readers of one view share it, so that it is computed once per
   * commit. The view must not be closed by it.
   */
  lease<T>(make: (view: View) => Promise<T>): Promise<Lease<T>>;
  /** Returns the same at once; undefined when it has not been computed from the current view yet. */
  leaseMade<T>(make: (view: View) => Promise<T>): Lease<T> | undefined;
}

/** A value computed from a view, for one reader. */
export interface Lease<T> {
  readonly value: T;
  /** Call once, after the last read. */
  release(): Promise<void>;
}

/** A view with the number of its readers. */
interface Shared {
  readonly opening: Promise<View>;
  /** By the function that computed it. */
  readonly made: Map<unknown, Promise<unknown>>;
  /** Results of those that are complete. */
  readonly complete: Map<unknown, unknown>;
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

  /** Adds a reader to the current view. */
  async function enter(): Promise<{ shared: Shared; view: View }> {
    current ??= { opening: store.view(), made: new Map(), complete: new Map(), readers: 0, isCurrent: true };
    const shared = current;
    shared.readers++;
    try {
      return { shared, view: await shared.opening };
    } catch (error) {
      shared.readers--;
      if (current === shared) current = undefined;
      throw error;
    }
  }

  function leave(shared: Shared): Promise<void> {
    shared.readers--;
    return closeUnused(shared);
  }

  async function view(): Promise<View> {
    const { shared, view } = await enter();
    return readerOf(view, () => leave(shared));
  }

  async function lease<T>(make: (view: View) => Promise<T>): Promise<Lease<T>> {
    const { shared, view } = await enter();
    let made = shared.made.get(make) as Promise<T> | undefined;
    if (made === undefined) shared.made.set(make, (made = make(view)));
    try {
      const value = await made;
      shared.complete.set(make, value);
      return { value, release: () => leave(shared) };
    } catch (error) {
      shared.made.delete(make);
      await leave(shared);
      throw error;
    }
  }

  function leaseMade<T>(make: (view: View) => Promise<T>): Lease<T> | undefined {
    const shared = current;
    if (shared === undefined || !shared.complete.has(make)) return undefined;
    shared.readers++;
    return { value: shared.complete.get(make) as T, release: () => leave(shared) };
  }

  return {
    ...store,
    view,
    lease,
    leaseMade,
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
