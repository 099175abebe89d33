import type { MempoolSample } from '@glassblock/mempool';
import type { Logger } from 'pino';
import type { AddressSearchProgress } from '../../network/addresses/address-book-progress.ts';
import type { IndexProgress } from '../../network/chain/index/index-progress.ts';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { LiquidRuntime } from '../../network/liquid/liquid-runtime.ts';
import type { PriceSnapshot } from '../../sources/prices/price-book.ts';
import type { Bus } from '../bus.ts';
import { type CallTable, methodsOf } from '../bus-calls.ts';
import { createFeedPublisher } from './feed-publisher.ts';
import { historyCall } from './remote-prices.ts';

/** Status of the follower of a Liquid network. */
export interface LiquidFollowerStatus {
  progress: IndexProgress;
  /** Of its mempool. */
  vBytesPerSecond: number;
  /** Progress of its address book; undefined without one. */
  addresses: AddressSearchProgress | undefined;
  prices: PriceSnapshot;
}

/** Data that it publishes besides facts and its status. Serving processes read the mempool from nodes of their own. */
export type LiquidFeedMessage = { type: 'sample'; sample: MempoolSample };

/** Options of a feed. */
export interface LiquidFeedOptions {
  bus: Bus;
  keyspace: string;
  term: number;
  context: LiquidContext;
  onProgress: LiquidRuntime['onProgress'];
  /** Calls that are answered too. */
  calls: CallTable;
  log: Logger;
}

/** Publishes the progress and the samples of a follower, and answers calls; returns a function that ends that. */
export function startLiquidFeed({ context, onProgress, calls, ...options }: LiquidFeedOptions): () => void {
  const { addresses, prices, records } = context;
  const feed = createFeedPublisher<LiquidFollowerStatus, LiquidFeedMessage>({
    ...options,
    status: () => ({
      progress: context.progress(),
      vBytesPerSecond: records.vBytesPerSecond(),
      addresses: addresses?.progress(),
      prices: prices.snapshot(),
    }),
    calls: {
      [historyCall]: async () => prices.history(),
      ...(addresses === undefined ? {} : methodsOf('addresses', addresses, ['keys'])),
      ...calls,
    },
  });
  const leave = [
    context.onBlocks(feed.publishStatus),
    onProgress(feed.publishStatus),
    records.onSample((sample) => feed.publish({ type: 'sample', sample })),
    prices.onChange(feed.publishStatus),
  ];
  return () => {
    for (const end of leave) end();
    feed.close();
  };
}
