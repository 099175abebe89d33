import type { Feed, InitData } from '@glassblock/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Connection, connect, type Platform, timings } from './connection.ts';
import { initialState, type LiveState } from './live-state.ts';
import { type Effect, fold } from './reducers/fold.ts';
import type { Wallet } from './reducers/fold-wallet.ts';

/** Options of a session. */
export interface SessionOptions {
  keepBlocks: number;
  /** From the loader; with it, the first connection does not request `init`. */
  init: InitData | undefined;
}

/** Live data of the pages of one network: a state and its subscriptions. */
export interface LiveSession {
  readonly store: StoreApi<LiveState>;
  /**
   * Connects; in the browser only.
   * @returns a function that disconnects
   */
  open(url: string, platform: Platform, reload: () => void): () => void;
  /** Starts again for another network. */
  reset(init: InitData | undefined): void;
  want(feeds: readonly Feed[]): void;
  trackTx(txid: string | undefined, watchMempool?: boolean): void;
  trackAddress(address: string | undefined): void;
  /**
   * Subscribes to a group of addresses with loaded balances; undefined: unsubscribes.
   * @param labels as they are subscribed to
   */
  trackWallet(wallet: Wallet | undefined, labels?: readonly string[]): void;
  /** Subscribes to replacement trees: all, or full RBF only. */
  trackRbf(mode: 'all' | 'fullRbf' | undefined): void;
  /** Subscribes to summaries of the latest replacements. */
  trackReplacements(on: boolean): void;
  /** Subscribes to pending accelerations. */
  trackAccelerations(on: boolean): void;
  /** Unsubscribes after two seconds only, so that a quick navigation keeps the subscription. */
  trackMempoolBlock(index: number | undefined): void;
}

/** Creates a session; one per page view on the server, one per tab in the browser. Does not connect by itself. */
export function createSession(options: SessionOptions): LiveSession {
  const limits = { keepBlocks: options.keepBlocks };
  const store = createStore<LiveState>(() => initialState(options.init, options.keepBlocks));
  let connection: Connection | undefined;
  let platform: Platform | undefined;
  let prerendered = options.init !== undefined;
  let wanted: readonly Feed[] = [];
  let tx: { txid: string; watchMempool: boolean } | undefined;
  let address: string | undefined;
  let followed: readonly string[] = [];
  let rbf: 'all' | 'fullRbf' | undefined;
  let replacements = false;
  let accelerations = false;
  let picture: number | undefined;
  let cancelStop = () => {};
  let cancelReload = () => {};

  const sendWant = () => {
    if (wanted.length > 0) connection?.send({ action: 'want', data: wanted });
  };
  const sendTx = () => {
    if (tx) connection?.send({ 'track-tx': tx.txid, ...(tx.watchMempool && { 'watch-mempool': true }) });
  };
  const sendAddress = () => {
    if (address !== undefined) connection?.send({ 'track-address': address });
  };
  const sendWallet = () => {
    if (followed.length > 0) connection?.send({ 'track-addresses': [...followed] });
  };
  const sendRbf = () => {
    if (rbf !== undefined) connection?.send({ 'track-rbf': rbf });
  };
  const sendReplacements = () => {
    if (replacements) connection?.send({ 'track-rbf-summary': true });
  };
  const sendAccelerations = () => {
    if (accelerations) connection?.send({ 'track-accelerations': true });
  };
  const sendPicture = () => {
    if (picture !== undefined) connection?.send({ 'track-mempool-block': picture });
  };
  const subscribeAll = () => {
    sendWant();
    sendTx();
    sendPicture();
    sendAddress();
    sendWallet();
    sendRbf();
    sendReplacements();
    sendAccelerations();
  };
  const emptyPicture = () => {
    if (picture !== undefined) store.setState({ projected: { index: picture, sequence: -1, txs: new Map() } });
  };

  const act = (effect: Effect) => {
    if (effect === 'refresh-blocks') connection?.send({ 'refresh-blocks': true });
    else if (effect === 'untrack-tx') session.trackTx(undefined);
    else {
      const shown = store.getState().projected;
      if (shown) store.setState({ projected: { ...shown, sequence: -1 } });
      sendPicture();
    }
  };

  const session: LiveSession = {
    store,
    open(url, around, reload) {
      platform = around;
      const mine = connect(url, around, {
        state: (state) => {
          if (store.getState().connection !== state) store.setState({ connection: state });
        },
        opened: (again) => {
          if (again || !prerendered) connection?.send({ action: 'init' });
          if (!again) subscribeAll();
        },
        restored: subscribeAll,
        frame: (frame) => {
          const { state, effects } = fold(store.getState(), frame, limits);
          const becameOutdated = state.outdated && !store.getState().outdated;
          store.setState(state, true);
          effects.forEach(act);
          if (becameOutdated) {
            cancelReload();
            cancelReload = around.later(timings.reloadMs + around.random() * timings.reloadSpreadMs, reload);
          }
        },
      });
      connection = mine;
      return () => {
        mine.end();
        cancelStop();
        cancelReload();
        if (connection === mine) connection = undefined;
      };
    },
    reset(init) {
      cancelStop();
      prerendered = init !== undefined;
      tx = undefined;
      address = undefined;
      followed = [];
      rbf = undefined;
      replacements = false;
      accelerations = false;
      picture = undefined;
      store.setState(initialState(init, options.keepBlocks), true);
    },
    want(feeds) {
      if (feeds.length === wanted.length && feeds.every((feed, place) => feed === wanted[place])) return;
      wanted = feeds;
      sendWant();
    },
    trackTx(txid, watchMempool = false) {
      if (txid === undefined) {
        if (tx) connection?.send({ 'track-tx': 'stop' });
        tx = undefined;
        return;
      }
      tx = { txid, watchMempool };
      store.setState({ tx: { txid, spent: {} } });
      sendTx();
    },
    trackAddress(next) {
      if (next === undefined && address !== undefined) connection?.send({ 'track-address': 'stop' });
      address = next;
      store.setState({ ...(next !== undefined && { address: { address: next, news: [] } }) });
      sendAddress();
    },
    trackWallet(wallet, labels = []) {
      if (labels.length === 0 && followed.length > 0) connection?.send({ 'track-addresses': [] });
      followed = labels;
      const { wallet: _, ...rest } = store.getState();
      store.setState(wallet === undefined ? rest : { ...rest, wallet }, true);
      sendWallet();
    },
    trackRbf(mode) {
      if (mode === undefined && rbf !== undefined) connection?.send({ 'track-rbf': 'stop' });
      rbf = mode;
      const { rbfTrees: _, ...rest } = store.getState();
      store.setState(rest, true);
      sendRbf();
    },
    trackReplacements(on) {
      if (!on && replacements) connection?.send({ 'track-rbf-summary': false });
      replacements = on;
      sendReplacements();
    },
    trackAccelerations(on) {
      if (!on && accelerations) connection?.send({ 'track-accelerations': false });
      accelerations = on;
      const { accelerations: _, ...rest } = store.getState();
      store.setState(rest, true);
      sendAccelerations();
    },
    trackMempoolBlock(index) {
      cancelStop();
      if (index === undefined) {
        if (picture === undefined || platform === undefined) return;
        cancelStop = platform.later(timings.stopPictureMs, () => {
          picture = undefined;
          connection?.send({ 'track-mempool-block': -1 });
          const { projected: _, ...rest } = store.getState();
          store.setState(rest, true);
        });
        return;
      }
      if (picture === index) return;
      picture = index;
      emptyPicture();
      sendPicture();
    },
  };
  return session;
}
