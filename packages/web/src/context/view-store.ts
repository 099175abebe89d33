import { createContext, use, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The block that the strip points at. */
export type Mark = { kind: 'block'; height: number } | { kind: 'projected'; index: number; share?: number };

/** State that the parts of a page share. */
interface ViewState {
  mark: Mark | undefined;
  /** The transaction outlined in all pictures of the page: 64 hex digits in lower case. */
  searchedTxid: string | undefined;
}

/** The view store of one network's pages. */
export type ViewStore = StoreApi<ViewState>;

/** Creates the view store of one network's pages. */
export const createViewStore = (): ViewStore => createStore(() => ({ mark: undefined, searchedTxid: undefined }));

/** The view store of the page. */
export const ViewStoreContext = createContext<ViewStore | undefined>(undefined);

function useViewStore(): ViewStore {
  const store = use(ViewStoreContext);
  if (store === undefined) throw new Error('no view store in this context');
  return store;
}

/** Returns the current mark of the strip. */
export const useMark = (): Mark | undefined => useStore(useViewStore(), ({ mark }) => mark);

/** Sets the mark of the strip while the page is shown. */
export function useSetMark(mark: Mark | undefined): void {
  const store = useViewStore();
  const key = JSON.stringify(mark);
  useEffect(() => store.setState({ mark: key === undefined ? undefined : (JSON.parse(key) as Mark) }), [key, store]);
  useEffect(() => () => store.setState({ mark: undefined }), [store]);
}

/** Returns the transaction to outline in pictures. */
export const useSearchedTxid = (): string | undefined => useStore(useViewStore(), ({ searchedTxid }) => searchedTxid);

/** Outlines a transaction in all pictures of the page while it is searched. @param txid 64 hex digits in lower case */
export function useSetSearchedTxid(txid: string | undefined): void {
  const store = useViewStore();
  useEffect(() => {
    store.setState({ searchedTxid: txid });
    return () => store.setState({ searchedTxid: undefined });
  }, [store, txid]);
}
