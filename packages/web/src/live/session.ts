import type { Feed, InitData } from '@glassblock/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Connection, connect, type Platform, timings } from './connection.ts';
import { initialState, type LiveState } from './live-state.ts';
import { type Effect, fold } from './reducers/fold.ts';
import type { Wallet } from './reducers/fold-wallet.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

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

type Tracking = Omit<LiveSession, 'store' | 'open' | 'reset'>;

/** Creates the subscriptions of a session, and the initial state of each. */
function createTracking(
  store: StoreApi<LiveState>,
  subscriptions: Subscriptions,
  later: (ms: number, run: () => void) => () => void,
): Tracking & { reset(): void; cancelPending(): void; restartMempoolBlock(): void } {
  let feeds: readonly Feed[] = [];
  let picture: number | undefined;
  let cancelStop = () => {};
  const drop = (key: 'wallet' | 'rbfTrees' | 'accelerations' | 'projected') => {
    const { [key]: _, ...rest } = store.getState();
    store.setState(rest, true);
  };
  const startPicture = () => {
    if (picture !== undefined) subscriptions.start('mempool-block', { 'track-mempool-block': picture });
  };
  return {
    reset() {
      cancelStop();
      picture = undefined;
      subscriptions.clear();
    },
    cancelPending: () => cancelStop(),
    restartMempoolBlock() {
      const shown = store.getState().projected;
      if (shown) store.setState({ projected: { ...shown, sequence: -1 } });
      startPicture();
    },
    want(next) {
      if (next.length === feeds.length && next.every((feed, place) => feed === feeds[place])) return;
      feeds = next;
      if (feeds.length > 0) subscriptions.start('feeds', { action: 'want', data: feeds });
      else subscriptions.stop('feeds');
    },
    trackTx(txid, watchMempool = false) {
      if (txid === undefined) return subscriptions.stop('tx', { 'track-tx': 'stop' });
      store.setState({ tx: { txid, spent: {} } });
      subscriptions.start('tx', { 'track-tx': txid, ...(watchMempool && { 'watch-mempool': true }) });
    },
    trackAddress(address) {
      if (address === undefined) return subscriptions.stop('address', { 'track-address': 'stop' });
      store.setState({ address: { address, news: [] } });
      subscriptions.start('address', { 'track-address': address });
    },
    trackWallet(wallet, labels = []) {
      if (labels.length === 0) subscriptions.stop('wallet', { 'track-addresses': [] });
      if (wallet === undefined) drop('wallet');
      else store.setState({ wallet });
      if (labels.length > 0) subscriptions.start('wallet', { 'track-addresses': [...labels] });
    },
    trackRbf(mode) {
      if (mode === undefined) subscriptions.stop('rbf', { 'track-rbf': 'stop' });
      drop('rbfTrees');
      if (mode !== undefined) subscriptions.start('rbf', { 'track-rbf': mode });
    },
    trackReplacements(on) {
      if (on) subscriptions.start('replacements', { 'track-rbf-summary': true });
      else subscriptions.stop('replacements', { 'track-rbf-summary': false });
    },
    trackAccelerations(on) {
      if (!on) subscriptions.stop('accelerations', { 'track-accelerations': false });
      drop('accelerations');
      if (on) subscriptions.start('accelerations', { 'track-accelerations': true });
    },
    trackMempoolBlock(index) {
      cancelStop();
      if (index === undefined) {
        if (picture === undefined) return;
        cancelStop = later(timings.stopPictureMs, () => {
          picture = undefined;
          subscriptions.stop('mempool-block', { 'track-mempool-block': -1 });
          drop('projected');
        });
        return;
      }
      if (picture === index) return;
      picture = index;
      store.setState({ projected: { index, sequence: -1, txs: new Map() } });
      startPicture();
    },
  };
}

/** Creates a session; one per page view on the server, one per tab in the browser. Does not connect by itself. */
export function createSession(options: SessionOptions): LiveSession {
  const limits = { keepBlocks: options.keepBlocks };
  const store = createStore<LiveState>(() => initialState(options.init, options.keepBlocks));
  let connection: Connection | undefined;
  let platform: Platform | undefined;
  let prerendered = options.init !== undefined;
  let cancelReload = () => {};
  const send = (message: object) => connection?.send(message);
  const subscriptions = createSubscriptions(send);
  const { reset, cancelPending, restartMempoolBlock, ...tracking } = createTracking(
    store,
    subscriptions,
    (ms, run) => platform?.later(ms, run) ?? (() => {}),
  );

  const act = (effect: Effect) => {
    if (effect === 'refresh-blocks') send({ 'refresh-blocks': true });
    else if (effect === 'untrack-tx') tracking.trackTx(undefined);
    else restartMempoolBlock();
  };

  return {
    ...tracking,
    store,
    open(url, around, reload) {
      platform = around;
      const mine = connect(url, around, {
        state: (state) => {
          if (store.getState().connection !== state) store.setState({ connection: state });
        },
        opened: (again) => {
          if (again || !prerendered) send({ action: 'init' });
          if (!again) subscriptions.sendAll();
        },
        restored: subscriptions.sendAll,
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
        cancelPending();
        cancelReload();
        if (connection === mine) connection = undefined;
      };
    },
    reset(init) {
      reset();
      prerendered = init !== undefined;
      store.setState(initialState(init, options.keepBlocks), true);
    },
  };
}
