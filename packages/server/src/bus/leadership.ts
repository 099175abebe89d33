import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { CodedError } from '@glassblock/primitives';
import type { KV } from '@nats-io/kv';
import { pauseFor } from '../concurrency/pause-for.ts';
import { type Bus, isWrongSequence } from './bus.ts';

/** The right to write index and journal of a network, as long as the lease is renewed. */
export interface Leadership {
  /** Number of this leadership; higher than those before it. */
  readonly term: number;
  /** Lets another follower take over at once. */
  release(): Promise<void>;
}

/** Options of an election. */
export interface ElectionOptions {
  bus: Bus;
  keyspace: string;
  signal: AbortSignal;
  /** Called once while another follower leads. */
  onStandby(): void;
  /** Called when another follower leads instead: this process must end. */
  onLost(error: CodedError): void;
}

/** A leader that does not renew its lease for this long is replaced. */
export const leaseMs = 10_000;
const renewMs = 2_500;
const retryMs = 500;
const key = 'leader';

/**
 * Waits until this process leads; undefined when the signal ends it first. The lease is a key that the bus removes when it
 * is not renewed. It selects a candidate only: writes of a leader are fenced by the store and by the stream, because a
 * paused process does not know that its lease has expired.
 * @throws {CodedError} bus.away
 */
export async function waitForLeadership(options: ElectionOptions): Promise<Leadership | undefined> {
  const { bus, keyspace, signal, onStandby, onLost } = options;
  const owner = new TextEncoder().encode(`${hostname()} ${process.pid} ${randomUUID()}`);
  let bucket: KV;
  try {
    const settings = { ttl: leaseMs, history: 1, replicas: bus.replicas };
    bucket = await bus.buckets.create(`${keyspace}_leader`, settings);
  } catch (cause) {
    throw new CodedError('bus.away', `leases cannot be stored: ${(cause as Error).message}`, { cause });
  }
  let isStandby = false;
  while (!signal.aborted) {
    try {
      const revision = await bucket.create(key, owner);
      return lead(bucket, owner, revision, onLost);
    } catch (error) {
      // otherwise the bus is away: retried
      if (isWrongSequence(error) && !isStandby) {
        isStandby = true;
        onStandby();
      }
    }
    await pauseFor(retryMs, signal);
  }
  return undefined;
}

function lead(bucket: KV, owner: Uint8Array, first: number, onLost: (error: CodedError) => void): Leadership {
  let revision = first;
  let isEnded = false;
  let renewing: Promise<void> = Promise.resolve();
  async function renew(): Promise<void> {
    try {
      revision = await bucket.update(key, owner, revision);
    } catch (error) {
      if (isEnded) return;
      // while the bus is away no process can take over; the lease is checked again when it is back
      if (isWrongSequence(error)) await compare().catch(() => undefined);
    }
  }
  /** The key has another revision: the last renewal was stored without an answer, the lease is over, or another one leads. */
  async function compare(): Promise<void> {
    const found = await bucket.get(key);
    if (found === null || found.operation !== 'PUT') revision = await bucket.create(key, owner);
    else if (Buffer.from(found.value).equals(owner)) revision = found.revision;
    else {
      isEnded = true;
      clearInterval(timer);
      onLost(new CodedError('bus.not-leader', 'another follower has taken over; this one ends'));
    }
  }
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewMs);
  return {
    term: first,
    async release() {
      if (isEnded) return;
      isEnded = true;
      clearInterval(timer);
      await renewing;
      await bucket.delete(key, { previousSeq: revision }).catch(() => undefined);
    },
  };
}
