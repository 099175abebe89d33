import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, createIsTrusted, type TrustedProxies } from './client-address.ts';

/** Bounds of open connections. */
export interface ConnectionLimits {
  /** Of one client address; trusted proxies have no limit. */
  perAddress: number;
  /** Of all addresses. */
  total: number;
  trustedProxies: TrustedProxies;
  /** Counts of several threads; undefined: this thread accepts all connections. */
  shared?: ConnectionCounts | undefined;
}

/** Open connections of several threads. */
export interface ConnectionCounts {
  /**
   * Counts a connection unless there are too many.
   * @param key of the address; undefined: it has no limit
   * @returns the function to call once when it is closed; undefined when it is not accepted
   */
  open(key: string | undefined, perAddress: number, total: number): (() => void) | undefined;
}

/** Connections that one address may have open besides its sockets and event streams. */
const otherConnectionsPerAddress = 128;

/** Returns the maximum number of connections of one address. @param limits 0: no limit */
export function connectionsPerAddress(limits: { sockets: number; eventStreams: number }): number {
  const { sockets, eventStreams } = limits;
  if (sockets === 0 || eventStreams === 0) return Number.POSITIVE_INFINITY;
  return sockets + eventStreams + otherConnectionsPerAddress;
}

/** Descriptors that are left for files, threads and the node, besides a quarter of all: LevelDB opens up to a fifth. */
const reservedDescriptors = 256;
const minConnections = 64;

/**
 * Closes connections above the limits as they are opened, whether or not they send anything. Without it, one address
 * with idle connections uses up all descriptors, and files and the node cannot be opened either.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { perAddress, total, trustedProxies, shared } = limits;
  if (shared === undefined && Number.isFinite(total)) server.maxConnections = total;
  if (!Number.isFinite(perAddress) && (shared === undefined || !Number.isFinite(total))) return;
  const counts = shared ?? createConnectionCounts();
  const isTrusted = createIsTrusted(trustedProxies);
  server.on('connection', (socket: Socket | ForwardedSocket) => {
    // counted by the thread that accepted it
    if (isForwarded(socket)) return;
    const { remoteAddress = '' } = socket;
    const close = counts.open(isTrusted(remoteAddress) ? undefined : addressKey(remoteAddress), perAddress, total);
    if (close === undefined) socket.destroy();
    else socket.once('close', close);
  });
}

/** A connection that another thread has accepted. */
export interface ForwardedSocket {
  readonly isForwarded: true;
}

const isForwarded = (socket: object): socket is ForwardedSocket => 'isForwarded' in socket;

/** Counts the connections of one thread; the server itself limits their total. */
function createConnectionCounts(): ConnectionCounts {
  const counts = new Map<string, number>();
  return {
    open(key, perAddress) {
      if (key === undefined) return () => undefined;
      const count = counts.get(key) ?? 0;
      if (count >= perAddress) return undefined;
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}

/**
 * Returns the maximum number of connections for the limit of open files of this process (Linux), which Node has raised
 * to the hard limit; infinity elsewhere.
 */
export function maxConnections(limitsFile = '/proc/self/limits'): number {
  let text: string;
  try {
    text = readFileSync(limitsFile, 'utf8');
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const descriptors = Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(minConnections, Math.floor(descriptors * 0.75) - reservedDescriptors);
}
