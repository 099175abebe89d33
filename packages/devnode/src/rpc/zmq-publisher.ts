import { ByteWriter, fromHex } from '@glassblock/primitives';
import { Publisher } from 'zeromq';

/** A published event, of either kind of chain. */
export type PublishedEvent =
  | {
      readonly kind: 'mempool';
      readonly type: 'added' | 'removed';
      readonly txid: string;
      readonly sequence: number;
      readonly tx: PublishedTx;
    }
  | {
      readonly kind: 'connected' | 'disconnected';
      readonly stored: { readonly hash: string };
      readonly block: { readonly bytes: Uint8Array; readonly txs: readonly PublishedTx[] };
    };

/** A transaction; the txid is in internal order. */
interface PublishedTx {
  readonly txid: Uint8Array;
  readonly raw: Uint8Array;
}

/**
 * The node's ZMQ topics on one socket: `sequence`, `hashblock`, `hashtx`, `rawblock`, `rawtx`. Each message is topic,
 * body, and the topic's own message counter, without gaps. Source: Core doc/zmq.md
 */
export interface ZmqPublisher {
  /** @returns the port; counters start at 0 */
  open(port: number): Promise<number>;
  close(): Promise<void>;
  publish(event: PublishedEvent): void;
}

const topics = ['sequence', 'hashblock', 'hashtx', 'rawblock', 'rawtx'] as const;
type Topic = (typeof topics)[number];

/** Creates a publisher. */
export function createZmqPublisher(host: string): ZmqPublisher {
  let socket: Publisher | undefined;
  let counters = new Map<Topic, number>();
  let queue: [Topic, Uint8Array, Uint8Array][] = [];
  let draining = false;

  function put(topic: Topic, body: Uint8Array): void {
    if (socket === undefined) return;
    const count = counters.get(topic) ?? 0;
    counters.set(topic, (count + 1) >>> 0);
    queue.push([topic, body, new ByteWriter(16).u32(count).finish()]);
    if (!draining) void drain(socket);
  }

  /** A socket accepts one message at a time. */
  async function drain(target: Publisher): Promise<void> {
    draining = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        if (target.closed) break;
        await target.send(next);
      }
    } catch (error) {
      if (!target.closed) throw error;
    } finally {
      draining = false;
    }
  }

  return {
    async open(port) {
      const opened = new Publisher({ sendHighWaterMark: 200_000, linger: 0 });
      await opened.bind(`tcp://${host}:${port === 0 ? '*' : port}`);
      counters = new Map();
      queue = [];
      socket = opened;
      return Number(/:(\d+)$/.exec(opened.lastEndpoint ?? '')?.[1] ?? port);
    },
    async close() {
      const closing = socket;
      socket = undefined;
      queue = [];
      if (closing === undefined) return;
      const address = closing.lastEndpoint;
      if (address !== null) await closing.unbind(address);
      closing.close();
    },
    publish(event) {
      if (socket === undefined) return;
      if (event.kind === 'mempool') {
        const letter = event.type === 'added' ? 'A' : 'R';
        put('sequence', sequenceBody(event.txid, letter, event.sequence));
        if (event.type === 'removed') return;
        put('hashtx', fromHex(event.txid));
        put('rawtx', event.tx.raw);
        return;
      }
      put('sequence', sequenceBody(event.stored.hash, event.kind === 'connected' ? 'C' : 'D'));
      for (const tx of event.block.txs) {
        put('hashtx', tx.txid.slice().reverse());
        put('rawtx', tx.raw);
      }
      if (event.kind === 'disconnected') return;
      put('hashblock', fromHex(event.stored.hash));
      put('rawblock', event.block.bytes);
    },
  };
}

/** Hash in display order, a letter, and for mempool messages the sequence number. */
function sequenceBody(hash: string, letter: string, sequence?: number): Uint8Array {
  const writer = new ByteWriter(48).bytes(fromHex(hash)).u8(letter.charCodeAt(0));
  return (sequence === undefined ? writer : writer.u64(sequence)).finish();
}
