import type { ChainFormat } from '@glassblock/index';
import type { CassandraAddress } from '@glassblock/store';
import type { Logger } from 'pino';
import { calledOn } from '../../bus/bus-calls.ts';
import type { FollowerLink } from '../../bus/feed/follower-link.ts';
import type { AddressSearch, AddressSearchProgress } from '../addresses/address-book-progress.ts';
import { createServedIndex, type ServedIndex, type ServedIndexOptions } from '../chain/index/served-index.ts';
import { type RelayedReply, type RelayedRoutes, relayCall } from '../relayed-routes.ts';

/** Options of an index that another process writes. */
export interface SharedIndexOptions {
  network: { readonly name: ServedIndexOptions['network'] };
  /** Keyspace of the network. */
  cluster: CassandraAddress;
  /** Bytes for all caches of the network. */
  memoryBytes: number;
  log: Logger;
}

/** Creates the index of a network in the cluster, which `followMarker` opens. */
export const openSharedIndex = (
  { network, cluster, memoryBytes, log }: SharedIndexOptions,
  format: ChainFormat,
): ServedIndex =>
  createServedIndex({
    network: network.name,
    format,
    memory: undefined,
    directory: undefined,
    cluster,
    cacheBytes: Math.floor(memoryBytes / 8),
    writeBufferBytes: 0,
    onDamaged: () => undefined,
    onBadRow: ({ message }) => log.error({ event: 'index-bad-row' }, message),
  });

/** The address book of the follower. */
export const addressesOf = (
  link: Pick<FollowerLink<{ addresses: AddressSearchProgress | undefined }>, 'caller' | 'status' | 'failure'>,
): AddressSearch => ({
  ...calledOn<Pick<AddressSearch, 'keys'>>(link.caller, 'addresses', ['keys']),
  progress: () => link.status?.addresses ?? { height: null, failure: link.failure },
});

/** Routes that the follower answers; undefined: none. */
export function relayedTo(
  { caller }: Pick<FollowerLink<unknown>, 'caller'>,
  ids: ReadonlySet<string>,
): RelayedRoutes | undefined {
  if (ids.size === 0) return undefined;
  return {
    has: (id) => ids.has(id),
    answer: (...call) => caller.call(relayCall, call) as Promise<RelayedReply>,
  };
}

/** Returns a function that logs refusals of the bus to deliver the journal, and their end. */
export const logRefusals =
  (log: Logger) =>
  (reason: string | undefined): void =>
    reason === undefined
      ? log.info({ event: 'journal' }, 'the bus delivers the journal again')
      : log.error({ event: 'journal', error: reason }, 'the bus refuses to deliver the journal; retrying');
