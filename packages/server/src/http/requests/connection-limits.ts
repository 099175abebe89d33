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
}

/** Descriptors that are left for files, threads and the node, besides a quarter of all: LevelDB opens up to a fifth. */
const reservedDescriptors = 256;
const minConnections = 64;

/**
 * Closes connections above the limits as they are opened, whether or not they send anything. Without it, one address
 * with idle connections uses up all descriptors, and files and the node cannot be opened either.
 */
export function limitConnections(server: Server, { perAddress, total, trustedProxies }: ConnectionLimits): void {
  if (Number.isFinite(total)) server.maxConnections = total;
  if (!Number.isFinite(perAddress)) return;
  const isTrusted = createIsTrusted(trustedProxies);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const key = addressKey(remoteAddress);
    const count = counts.get(key) ?? 0;
    if (count >= perAddress) {
      socket.destroy();
      return;
    }
    counts.set(key, count + 1);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  });
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
