import { bitcoinFormat, prefixerOf } from '@glassblock/index';
import { blockFilesPlace, createBlockSource, createNodeClient } from '@glassblock/node';
import { CodedError, networks } from '@glassblock/primitives';
import { openStore, sharedViews } from '@glassblock/store';
import { createBodies } from '../../network/chain/bodies.ts';
import type { IndexOfChain } from '../../network/chain/chain-context.ts';
import { readStateReader } from '../../network/chain/index/read-state.ts';
import { indexOfChain } from '../../network/chain/index/served-index.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { ReadNetworkData } from '../../network/read-access.ts';
import { openIndexEngine } from '../../threads/index-engine.ts';
import { mempoolViewOf } from '../../threads/mempool-thread.ts';

/** A network in a read thread. */
export interface ReadNetwork {
  /** Has the members that `readRoutes` need; all others throw `server.main-only`. */
  readonly context: NetworkContext;
  /** Returns whether requests can be answered now. */
  isReady(): boolean;
  /** Opens the index, which the main thread has open. */
  open(): Promise<void>;
  /** Closes it; answers that are being made fail, and are repeated by the main thread. */
  close(): Promise<void>;
  /** Closes everything. */
  end(): Promise<void>;
}

/** The node is used for bodies only. */
const nodeConnections = 2;

/** The answer needs state that only the main thread has. */
const mainOnly = (what: string) => new CodedError('server.main-only', `${what} belongs to the main thread`);

/** Creates a network of a read thread; its index is closed. */
export function createReadNetwork(data: ReadNetworkData): ReadNetwork {
  const network = networks[data.network];
  const state = readStateReader(data.state);
  const client = createNodeClient({ ...data.node, connections: nodeConnections });
  let index: IndexOfChain | undefined;
  let commit = 0;
  /** Opening and closing follow each other. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };

  /** Returns the index; its views show at least the newest commit that any client was notified of. */
  function current(): IndexOfChain | undefined {
    const newest = state.commit();
    if (newest !== commit) {
      commit = newest;
      index?.store.refresh();
    }
    return index;
  }

  async function close(): Promise<void> {
    const closed = index;
    index = undefined;
    await closed?.store.close();
  }

  const context: Partial<NetworkContext> = {
    network,
    index: current,
    progress: state.progress,
    bodies: createBodies(createBlockSource(client, true, blockFilesPlace(data.node, network)), data.bodiesBytes),
    mempool: mempoolViewOf(data.mempool),
    scan: {
      remember: () => undefined,
      over: () => Promise.reject(mainOnly('a search of block filters')),
    },
    journalAwait: () => Promise.reject(mainOnly('the journal')),
    relayed: undefined,
    now: () => Math.floor(Date.now() / 1000),
  };
  return {
    context: Object.assign(Object.create(rest), context) as NetworkContext,
    isReady: () => index !== undefined && state.isReady(),
    open: () =>
      inTurn(async () => {
        const engine = await openIndexEngine({ ...data.index, isReader: true });
        const store = sharedViews(await openStore(engine, { isReadOnly: true }));
        try {
          const prefixer = await prefixerOf(store, network.name, bitcoinFormat);
          if (prefixer === undefined) throw new Error('the main thread opened a store without identity');
          index = announcedOnly(indexOfChain(store, prefixer), state.isAnnounced);
        } catch (error) {
          await store.close();
          throw error;
        }
      }),
    close: () => inTurn(close),
    async end() {
      await inTurn(close);
      await client.close();
      data.mempool.viewPort.close();
    },
  };
}

/** The parts of a network that a read thread does not have. */
const rest: object = new Proxy(
  {},
  {
    get(_target, name) {
      throw mainOnly(String(name));
    },
  },
);

/**
 * Returns an index without views that show a commit which is not announced yet: the index thread has written it, but
 * answers of other threads would still be those of the block before.
 */
function announcedOnly(
  index: IndexOfChain,
  isAnnounced: ReturnType<typeof readStateReader>['isAnnounced'],
): IndexOfChain {
  return {
    ...index,
    async served(view) {
      const made = await index.served(view);
      if (!isAnnounced(made.tip)) throw mainOnly('a block that is not announced yet');
      return made;
    },
  };
}
