import { Subscriber } from 'zeromq';
import { isLoopback } from './loopback.ts';

/** A message of the ZMQ `sequence` topic. Hashes in display order as the node sends them. */
export type SequenceMessage =
  | { type: 'added' | 'removed'; hash: Uint8Array; mempoolSequence: number }
  | { type: 'connected' | 'disconnected'; hash: Uint8Array };

/** Callbacks of the sequence feed. */
export interface SequenceHandlers {
  message(message: SequenceMessage): void;
  /** Messages were lost, or the node restarted: the mempool must be fetched again. */
  lost(): void;
  /** The feed failed permanently. */
  failed(error: unknown): void;
}

const kinds = { A: 'added', R: 'removed', C: 'connected', D: 'disconnected' } as const;

/**
 * Parses the body of a `sequence` message: 32 bytes hash, one letter, for mempool messages eight bytes of sequence
 * number.
 * @returns undefined for unknown letters; the hash is in internal order. Source: Core doc/zmq.md
 */
export function parseSequenceBody(body: Uint8Array): SequenceMessage | undefined {
  if (body.length < 33) return undefined;
  const hash = body.slice(0, 32).reverse();
  const type = kinds[String.fromCharCode(body[32]!) as keyof typeof kinds];
  if (type === undefined) return undefined;
  if (type === 'connected' || type === 'disconnected') return { type, hash };
  if (body.length < 41) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return { type, hash, mempoolSequence: Number(view.getBigUint64(33, true)) };
}

/** Longer parts of messages are not received: those of the topic have at most 41 bytes. */
const maxPartBytes = 1_024;
/** Pause before a lost connection is replaced. */
const reconnectMs = 250;

/** Subscribes to the topic until closed. The message counter of the topic has no gaps: a jump means loss. */
export function openSequenceFeed(address: string, handlers: SequenceHandlers): { close(): void } {
  const socket = new Subscriber({
    receiveHighWaterMark: 100_000,
    maxMessageSize: maxPartBytes,
    // otherwise libzmq never connects to such an address; for names it would prefer IPv6, where the node may not listen
    ipv6: /^tcp:\/\/\[/.test(address),
  });
  socket.connect(address);
  socket.subscribe('sequence');
  let expected: number | undefined;
  let open = true;
  let reconnecting: NodeJS.Timeout | undefined;
  // libzmq connects again after most losses, but not after a message that is too long or malformed
  socket.events.on('disconnect', () => {
    clearTimeout(reconnecting);
    if (open) reconnecting = setTimeout(reconnect, reconnectMs);
  });
  function reconnect(): void {
    try {
      socket.disconnect(address);
      socket.connect(address);
    } catch (error) {
      handlers.failed(error);
    }
  }
  const listen = async () => {
    for await (const [, body, counter] of socket) {
      if (body === undefined || counter === undefined || counter.length !== 4) continue;
      const number = counter.readUInt32LE(0);
      if (expected !== undefined && number !== expected) handlers.lost();
      expected = (number + 1) >>> 0;
      const message = parseSequenceBody(body);
      if (message !== undefined) handlers.message(message);
    }
  };
  listen().catch((error: unknown) => {
    if (open) handlers.failed(error);
  });
  return {
    close() {
      open = false;
      clearTimeout(reconnecting);
      socket.close();
    },
  };
}

const wildcardHosts = ['0.0.0.0', '*', '[::]', '::'];

/**
 * Returns the address to connect to: the announced one, with the node's host in place of all addresses (0.0.0.0), and of
 * its loopback address where the node is on another machine.
 */
export function reachableZmqAddress(announced: string, nodeOrigin: string): string {
  const match = /^tcp:\/\/(.*):(\d+)$/.exec(announced);
  if (match === null) return announced;
  const host = match[1]!;
  const nodeHost = new URL(nodeOrigin).hostname;
  if (isLoopback(host)) return isLoopback(nodeHost) ? announced : `tcp://${nodeHost}:${match[2]}`;
  if (!wildcardHosts.includes(host)) return announced;
  // all addresses of IPv4 do not include ::1
  const isIpv4 = host === '0.0.0.0' || host === '*';
  return `tcp://${isIpv4 && nodeHost === '[::1]' ? '127.0.0.1' : nodeHost}:${match[2]}`;
}
