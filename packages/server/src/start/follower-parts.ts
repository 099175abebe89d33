import { join } from 'node:path';
import type { CassandraAddress } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { openRecordStream } from '../bus/record-stream.ts';
import { openStreamJournal } from '../bus/stream-journal.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics.ts';
import type { RuntimeOptions, StandbyOptions } from '../network/runtime/runtime-options.ts';
import { fetchJson } from '../sources/fetch-json.ts';
import { openPrices } from '../sources/prices/open-prices.ts';
import type { Prices } from '../sources/prices/price-book.ts';

/** Parts of a process that follows a network. */
export interface FollowerParts {
  readonly config: Config;
  readonly store: CassandraAddress;
  readonly bus: Bus;
  /** Of the network. */
  readonly keyspace: string;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Steps of stopping; they run in reverse order. */
  readonly endings: (() => Promise<void> | void)[];
  /** Waits for the lease. @returns the term @throws {CodedError} server.stopped */
  lead(): Promise<number>;
  /** Returns whether this process leads. @throws when the bus is away */
  holds(): Promise<boolean>;
  /** Called when this process must end. */
  onFatal(error: unknown): void;
}

/** The network that a process follows. */
export interface FollowedNetwork {
  /** Follows it from the time on at which this process leads. @throws when it cannot */
  follow(): Promise<void>;
  isLeading(): boolean;
  /** Why it is not ready, as sentences; none while this process stands by. */
  faults(): readonly string[];
  /** Fields of `/readyz` besides the role. */
  state(): object;
}

/** Returns how a follower shares its journal and its records over time with other processes. */
export const sharingOf = ({
  config: { retention },
  bus,
  keyspace,
  log,
  holds,
  onFatal,
}: FollowerParts): Required<Pick<RuntimeOptions, 'openSharedJournal'>> & Pick<StandbyOptions, 'openSharing'> => ({
  openSharedJournal: (maxEvents, onError) =>
    openStreamJournal({ bus, keyspace, retention, maxEvents, onError, holds, onFenced: onFatal }),
  openSharing: (directory) =>
    openRecordStream({
      bus,
      keyspace,
      retention,
      positionFile: join(directory, 'records-position'),
      onError: (error) =>
        log.warn({ event: 'records', error: String(error) }, 'a record is not shared with other followers'),
    }),
});

/** Opens the prices of a follower. Each asks the sources: one that takes over has a history of its own. */
export async function openOwnPrices({ config, log, endings }: FollowerParts): Promise<Prices> {
  const options = { settings: config.prices, directory: config.dataDir, fetchJson, nowMs: Date.now, log };
  const keeper = await openPrices(options);
  endings.push(() => keeper.stop());
  return keeper.prices;
}
