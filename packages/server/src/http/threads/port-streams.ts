import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** The client of a connection. */
export interface Remote {
  remoteAddress: string | undefined;
  remotePort: number | undefined;
  remoteFamily: string | undefined;
}

/** A message between the two ends of a stream: number of the stream, kind of event, and data. */
type Frame =
  | [id: number, 'open', Remote]
  | [id: number, 'data', Uint8Array]
  | [id: number, 'end']
  | [id: number, 'close']
  /** Number of bytes that were read. */
  | [id: number, 'read', number];

/** Bytes that one end sends before the other one has read any. */
const windowBytes = 262_144;
/** Smaller arrays are copied rather than transferred. */
const minTransferBytes = 8_192;

/** Byte streams between two threads, over one port: a port for each of 10,000 connections would slow down all messages. */
export interface PortStreams {
  /** Opens a stream to the other thread, for a client. */
  open(client: Remote): PortStream;
  /** Ends all streams. */
  close(): void;
}

/** Creates the streams of a port. @param onOpen called with streams that the other thread opens */
export function createPortStreams(port: MessagePort, onOpen: (stream: PortStream) => void): PortStreams {
  const streams = new Map<number, PortStream>();
  let nextId = 1;
  let queue: Frame[] = [];

  function flush(): void {
    const frames = queue;
    queue = [];
    const transfers = frames.flatMap((frame) =>
      frame[1] === 'data' && frame[2].length >= minTransferBytes ? [frame[2].buffer as ArrayBuffer] : [],
    );
    port.postMessage(frames, transfers);
  }

  function send(frame: Frame): void {
    if (queue.push(frame) === 1) process.nextTick(flush);
  }

  function add(id: number, client: Remote): PortStream {
    const stream = new PortStream(id, client, send);
    streams.set(id, stream);
    stream.once('close', () => streams.delete(id));
    return stream;
  }

  port.on('message', (frames: Frame[]) => {
    for (const frame of frames) {
      const [id, kind, value] = frame;
      if (kind === 'open') onOpen(add(id, value));
      else streams.get(id)?.receive(kind, value);
    }
  });
  port.on('close', closeAll);

  function closeAll(): void {
    for (const stream of streams.values()) stream.destroy();
  }

  return {
    open(client) {
      const { remoteAddress, remotePort, remoteFamily } = client;
      const remote = { remoteAddress, remotePort, remoteFamily };
      const id = nextId++;
      send([id, 'open', remote]);
      return add(id, remote);
    },
    close() {
      closeAll();
      port.close();
    },
  };
}

/** One end of a byte stream between two threads; in place of a socket it has the address of the client. */
export class PortStream extends Duplex implements Pick<Socket, 'remoteAddress' | 'remotePort' | 'remoteFamily'> {
  /** See `ForwardedSocket`. */
  readonly isForwarded = true;
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly remoteFamily: string;
  /** The other end sends nothing more. */
  isEnded = false;
  private unread = 0;
  private unreadByOther = 0;
  private onWritable: (() => void) | undefined;
  private readonly id: number;
  private readonly post: (frame: Frame) => void;

  constructor(id: number, { remoteAddress, remotePort, remoteFamily }: Remote, post: (frame: Frame) => void) {
    super();
    this.id = id;
    this.post = post;
    this.remoteAddress = remoteAddress ?? '';
    this.remotePort = remotePort ?? 0;
    this.remoteFamily = remoteFamily ?? '';
    // as with a socket whose connection broke, its user listens for `close`
    this.on('error', () => undefined);
  }

  /** Takes a frame of the other end. */
  receive(kind: Frame[1], value: Frame[2]): void {
    if (kind === 'data') {
      const { buffer, byteOffset, byteLength } = value as Uint8Array<ArrayBuffer>;
      this.unread += byteLength;
      this.push(Buffer.from(buffer, byteOffset, byteLength));
    } else if (kind === 'read') {
      this.unreadByOther -= value as number;
      this.continueWriting();
    } else if (kind === 'end') {
      this.isEnded = true;
      this.push(null);
    } else if (this.isEnded && !this.readableEnded) {
      // data sent before is read first
      this.once('end', () => this.destroy());
    } else this.destroy();
  }

  override _read(): void {
    if (this.unread < windowBytes / 4) return;
    this.post([this.id, 'read', this.unread]);
    this.unread = 0;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // a copy: the buffer of a chunk may contain other chunks, which would be sent with it
    this.post([this.id, 'data', new Uint8Array(chunk)]);
    this.unreadByOther += chunk.length;
    this.onWritable = done;
    this.continueWriting();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done);
  }

  override _final(done: () => void): void {
    this.post([this.id, 'end']);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.post([this.id, 'close']);
    this.onWritable = undefined;
    done(error);
  }

  private continueWriting(): void {
    const { onWritable } = this;
    if (onWritable === undefined || this.unreadByOther >= windowBytes) return;
    this.onWritable = undefined;
    onWritable();
  }
}
