import { readFileSync } from 'node:fs';
import { CodedError } from '@glassblock/primitives';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { Kvm } from '@nats-io/kv';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import type { BusAddress } from '../config/role-config.ts';

/** A connection to the bus, which reconnects by itself. */
export interface Bus {
  readonly connection: NatsConnection;
  readonly streams: JetStreamManager;
  readonly publisher: JetStreamClient;
  readonly buckets: Kvm;
  /** The same with a short wait for answers. */
  readonly leases: Kvm;
  readonly replicas: number;
  /** Why the bus is unreachable; undefined while connected. */
  readonly failure: string | undefined;
  /** Calls back when the connection is lost or restored. */
  onChange(listener: () => void): () => void;
  headers(): MsgHdrs;
  close(): Promise<void>;
}

/** Longest wait for an answer of the bus itself. */
export const busTimeoutMs = 5_000;
/** Of a renewal: a lost one has to be repeated before the lease ends. */
const leaseTimeoutMs = 2_000;
const reconnectMs = 250;
/** Longest time to connect, while this process loads its modules too. */
const connectMs = 20_000;

/**
 * Connects to the bus. Its client is loaded here, because most processes do without.
 * @throws {CodedError} bus.away when no server answers, or has no JetStream
 */
export async function connectBus(address: BusAddress, name: string): Promise<Bus> {
  const [{ connect, credsAuthenticator, headers }, { jetstream, jetstreamManager }, { Kvm: Buckets }] =
    await Promise.all([import('@nats-io/transport-node'), import('@nats-io/jetstream'), import('@nats-io/kv')]);
  const { servers, user, password, credentials, tls, replicas } = address;
  let connection: NatsConnection | undefined;
  try {
    connection = await connect({
      servers: [...servers],
      name,
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { pass: password }),
      ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(() => readFileSync(credentials)) }),
      ...(tls === undefined ? {} : { tls: definedOnly(tls) }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      timeout: connectMs,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    const publisher = jetstream(connection, { timeout: busTimeoutMs });
    const streams = await jetstreamManager(connection, { timeout: busTimeoutMs });
    // not copied: one of its properties changes
    return Object.assign(watched(connection), {
      publisher,
      streams,
      buckets: new Buckets(publisher),
      leases: new Buckets(jetstream(connection, { timeout: leaseTimeoutMs })),
      replicas,
      headers,
    });
  } catch (cause) {
    await connection?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CodedError('bus.away', `the bus at ${servers.join(', ')} cannot be used: ${reason}`, { cause });
  }
}

/** The client treats a property that is undefined as set. */
const definedOnly = (files: object): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([, path]) => path !== undefined));

function watched(connection: NatsConnection): Pick<Bus, 'connection' | 'failure' | 'onChange' | 'close'> {
  const listeners = new Set<() => void>();
  let isConnected = true;
  const report = async () => {
    for await (const { type } of connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      isConnected = type === 'reconnect';
      for (const listener of listeners) listener();
    }
  };
  void report();
  return {
    connection,
    get failure() {
      return isConnected ? undefined : 'The bus does not answer.';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await connection.close();
    },
  };
}

/** The server's code for a key that exists, and for a key or a stream that has another revision than expected. */
const wrongSequenceCode = 10071;

/** Returns whether a publication or an update was refused because another one came first. */
export const isWrongSequence = (error: unknown): boolean => (error as { code?: unknown }).code === wrongSequenceCode;

/** The server's code for a stream that does not exist. */
const noStreamCode = 10059;

/**
 * Returns whether the bus lacks a stream: it has lost its data, or the stream was deleted.
 * @throws when the bus is away
 */
export const isMissing = ({ streams }: Pick<Bus, 'streams'>, name: string): Promise<boolean> =>
  streams.streams.info(name).then(
    () => false,
    (error: unknown) => {
      if ((error as { code?: unknown }).code === noStreamCode) return true;
      throw error;
    },
  );

/** Errors of the bus's client while the bus is away, changes its leader or answers late. */
const awayNames = new Set([
  'ClosedConnectionError',
  'ConnectionError',
  'ConsumerNotFoundError',
  'DrainingConnectionError',
  'JetStreamStatusError',
  'NoResponders',
  'RequestError',
  'TimeoutError',
]);
/** Errors with which the bus refuses a request; its operator can fix the cause. */
const refusalNames = new Set([
  'AuthorizationError',
  'JetStreamApiError',
  'JetStreamError',
  'JetStreamNotEnabled',
  'PermissionViolationError',
  'ProtocolError',
  'StreamNotFoundError',
  'UserAuthenticationExpiredError',
]);
const unavailableStatus = 503;

/**
 * Classifies an error of the bus's client: `away` is reported by the state of the bus, `refused` requires its operator;
 * undefined: not an error of the bus, but a bug.
 */
export function busErrorKind(error: unknown): 'away' | 'refused' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (awayNames.has(error.name)) return 'away';
  if (!refusalNames.has(error.name)) return undefined;
  return (error as { status?: unknown }).status === unavailableStatus ? 'away' : 'refused';
}

/** Largest payload of one message: servers accept 1 MB unless set otherwise. */
export const maxPartBytes = 512 * 1024;

/** Divides bytes into parts of one message each; at least one. */
export function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / maxPartBytes));
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * maxPartBytes, (i + 1) * maxPartBytes));
}

/**
 * Stops receiving messages when the connection changes, or the signal aborts.
 * @returns the function that releases both listeners
 */
export function stopOnChange(messages: { stop(): void }, bus: Pick<Bus, 'onChange'>, signal: AbortSignal): () => void {
  const stop = () => messages.stop();
  const leave = bus.onChange(stop);
  signal.addEventListener('abort', stop);
  // while the consumer was created
  if (signal.aborted) stop();
  return () => {
    leave();
    signal.removeEventListener('abort', stop);
  };
}
