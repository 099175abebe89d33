import { randomInt, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { CodedError } from '@glassblock/primitives';
import type { KV, KvEntry } from '@nats-io/kv';
import { pauseFor } from '../concurrency/pause-for.ts';
import { type Bus, isMissing, isWrongSequence } from './bus.ts';

/** The right to write: index and journal of a network, or the database of its services, as long as the lease is renewed. */
export interface Leadership {
  /**
   * Number of this leadership; higher than those before it, unless the bus has lost its leases. Two leaderships never have the same.
   */
  readonly term: number;
  /** Renews the lease; returns whether it is still that of this process. @throws when the bus is away */
  holds(): Promise<boolean>;
  /** Lets another process take over at once. */
  release(): Promise<void>;
}

/** Options of an election. */
export interface ElectionOptions {
  bus: Bus;
  keyspace: string;
  /** The lease: that of the leading follower, or that of the services. */
  lease: 'leader' | 'services';
  /** Where this process keeps its data, as `onStandby` of another one gets it. */
  place?: string;
  signal: AbortSignal;
  /** Called once while another process leads, with its host and place. An error that it throws ends the wait. */
  onStandby(holder: { host: string; place: string }): void;
  /** Called when another process leads instead: this process must end. */
  onLost(error: CodedError): void;
}

/** A leader that does not renew its lease for this long is replaced. */
export const leaseMs = 10_000;
const renewMs = 2_500;
const retryMs = 500;
/**
 * Time for which an expired lease is left to its owner: servers of the bus that elect a leader answer no renewals for most of a lease.
 */
const graceMs = 3_000;
/**
 * A process that was started more recently than this waits twice as long: one that has been on standby longer has the facts of transactions that
 * entered and left the mempool since the leader stopped.
 */
const newMs = 2 * leaseMs;
/** A bus that has lost its leases counts from 1 again: terms of equal revisions differ by a random part. */
const termsPerRevision = 2 ** 20;
const key = 'leader';

/**
 * Waits until this process leads; undefined when the signal ends it first. The lease is a key that the bus removes when
 * it is not renewed. It selects a candidate only: writes of a leader are fenced by the store and by the stream, because
 * a paused process cannot detect that its lease has expired.
 * @throws {CodedError} bus.away; errors of `onStandby`
 */
export async function waitForLeadership(options: ElectionOptions): Promise<Leadership | undefined> {
  const { bus, keyspace, lease, place = '', signal, onStandby, onLost } = options;
  const owner = new TextEncoder().encode(JSON.stringify({ host: hostname(), id: randomUUID(), place }));
  let bucket: KV;
  let wasHeld: boolean;
  const name = `${keyspace}_${lease}`;
  /** Creates the bucket where the bus has none. */
  const create = async () => {
    // a direct read may be answered by a replica that lags: it would show a lease that another process has taken
    await bus.buckets.create(name, { ttl: leaseMs, history: 1, replicas: bus.replicas, allow_direct: false });
  };
  /** Creates it again after the bus has lost its data; returns whether it had. */
  const restore = async () => {
    const isLost = await isMissing(bus, `KV_${name}`).catch(() => false);
    if (isLost) await create();
    return isLost;
  };
  try {
    await create();
    bucket = await bus.leases.open(name);
    wasHeld = (await bucket.status()).streamInfo.state.last_seq > 0;
  } catch (cause) {
    throw new CodedError('bus.away', `leases cannot be stored: ${(cause as Error).message}`, { cause });
  }
  let isStandby = false;
  let absentSinceMs: number | undefined;
  const startedMs = performance.now();
  while (!signal.aborted) {
    try {
      if (wasHeld && (await isExpired(bucket))) {
        absentSinceMs ??= performance.now();
        const isNew = performance.now() - startedMs < newMs;
        if (performance.now() - absentSinceMs < (isNew ? 2 : 1) * graceMs) {
          await pauseFor(retryMs, signal);
          continue;
        }
      } else absentSinceMs = undefined;
      const revision = await bucket.create(key, owner);
      return lead({ bucket, owner, onLost, restore }, revision);
    } catch (error) {
      // otherwise the bus is away: retried
      if (isWrongSequence(error)) {
        const found = await bucket.get(key).catch(() => null);
        // stored by the attempt before, whose answer was lost
        if (isOf(found, owner)) return lead({ bucket, owner, onLost, restore }, found.revision);
        const holder = holderOf(found);
        if (holder !== undefined && !isStandby) {
          isStandby = true;
          wasHeld = true;
          onStandby(holder);
        }
      } else await restore().catch(() => false);
    }
    await pauseFor(retryMs, signal);
  }
  return undefined;
}

/** Returns whether a lease has ended that was not released. */
const isExpired = async (bucket: KV): Promise<boolean> => (await bucket.get(key)) === null;

/** Whether an entry is the lease of a process. */
const isOf = (found: KvEntry | null, owner: Uint8Array): found is KvEntry =>
  found !== null && found.operation === 'PUT' && Buffer.from(found.value).equals(owner);

/** Host and place of the process that leads; undefined when none does. */
function holderOf(found: KvEntry | null): { host: string; place: string } | undefined {
  if (found === null || found.operation !== 'PUT') return undefined;
  try {
    const { host, place } = found.json<{ host: string; place: string }>();
    return { host: String(host), place: String(place) };
  } catch {
    // an earlier version stored a text
    return { host: '', place: '' };
  }
}

/** A lease that this process may have. */
interface OwnLease extends Pick<ElectionOptions, 'onLost'> {
  readonly bucket: KV;
  /** Value of the key while this process leads. */
  readonly owner: Uint8Array;
  /** Creates the bucket again after the bus has lost its data; returns whether it had. */
  restore(): Promise<boolean>;
}

function lead({ bucket, owner, onLost, restore }: OwnLease, first: number): Leadership {
  let revision = first;
  let isEnded = false;
  let renewing: Promise<void> = Promise.resolve();
  async function renew(): Promise<void> {
    try {
      revision = await bucket.update(key, owner, revision);
    } catch (error) {
      if (isEnded) return;
      // while the bus is away no process can take over; the lease is checked again when it is back
      const isOther = isWrongSequence(error) || (await restore().catch(() => false));
      if (isOther) await compare().catch(() => undefined);
    }
  }
  /** Renews the lease; returns false when the key has another revision. */
  async function isRenewed(): Promise<boolean> {
    try {
      revision = await bucket.update(key, owner, revision);
      return true;
    } catch (error) {
      if (isWrongSequence(error)) return false;
      throw error;
    }
  }
  /** The key has another revision: the last renewal was stored without an answer, the lease is over, or another one leads. */
  async function compare(): Promise<void> {
    const found = await bucket.get(key);
    if (found === null || found.operation !== 'PUT') revision = await bucket.create(key, owner);
    else if (isOf(found, owner)) revision = found.revision;
    else {
      isEnded = true;
      clearInterval(timer);
      onLost(new CodedError('bus.not-leader', 'another process has taken over; this one ends'));
    }
  }
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewMs);
  return {
    term: first * termsPerRevision + randomInt(termsPerRevision),
    holds() {
      // a renewal is refused when another process has taken the lease; a read could be older
      const renewed = renewing.then(async () => {
        if (await isRenewed()) return true;
        // the last renewal may have been stored without an answer
        const found = await bucket.get(key);
        if (!isOf(found, owner)) return false;
        revision = found.revision;
        return isRenewed();
      });
      renewing = renewed.then(
        () => undefined,
        () => undefined,
      );
      return renewed;
    },
    async release() {
      if (isEnded) return;
      isEnded = true;
      clearInterval(timer);
      await renewing;
      await bucket.delete(key, { previousSeq: revision }).catch(() => undefined);
    },
  };
}
