import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A minimal WebSocket client, so that one process can run ten thousand of them, and that can violate the protocol. */
export interface RawSocket {
  /** The underlying connection, to write raw bytes, to pause or to destroy. */
  readonly tcp: Socket;
  /** Sends a text frame. */
  send(text: string): void;
}

/** Callbacks of a socket. */
export interface RawSocketHandlers {
  /** Receives the payload of a text frame, which is valid only until the handler returns. */
  frame(bytes: Buffer): void;
  /** @param code of the close frame; undefined when there was none */
  closed(code: number | undefined): void;
  /** Whether to answer pings; default true. */
  answersPings?: boolean;
}

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Returns a client frame, masked with zeros. */
export function clientFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size + 4);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (size === 4) head.writeUInt16BE(length, 2);
  if (size === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/**
 * All sockets read into it, one after the other: large enough for a list of projected transactions, so that a client
 * neither allocates nor joins parts of most frames. Ten thousand clients of one process would otherwise be measured for
 * more than a second after each block, in which the server had already sent everything.
 */
const readBuffer = Buffer.allocUnsafeSlow(1_048_576);

/**
 * Connects and upgrades.
 * @param url `http://host:port/path`
 * @returns when frames can be sent
 * @throws if the connection is refused
 */
export function openRawSocket(url: string, handlers: RawSocketHandlers): Promise<RawSocket> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const tcp = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback(bytes, buffer) {
          received(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    const socket: RawSocket = {
      tcp,
      send: (text) => void tcp.write(clientFrame(opcodes.text, Buffer.from(text))),
    };
    const unread = createUnread();
    let isUpgraded = false;
    let code: number | undefined;
    tcp.on('connect', () => {
      const key = randomBytes(16).toString('base64');
      tcp.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    tcp.on('error', (error) => (isUpgraded ? tcp.destroy() : reject(error)));
    tcp.on('close', () => {
      if (isUpgraded) handlers.closed(code);
      else reject(new Error('the connection was refused'));
    });
    const received = (data: Buffer) => {
      let waiting = unread.with(data);
      if (waiting === undefined) return;
      if (!isUpgraded) {
        const end = waiting.indexOf('\r\n\r\n');
        if (end < 0) return unread.keep(waiting);
        if (!waiting.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return void tcp.destroy();
        waiting = waiting.subarray(end + 4);
        isUpgraded = true;
        resolve(socket);
      }
      for (;;) {
        const frame = firstFrame(waiting);
        if (frame === undefined) return unread.keep(waiting, sizeOfFirst(waiting)?.end);
        waiting = waiting.subarray(frame.end);
        if (frame.opcode === opcodes.text) handlers.frame(frame.payload);
        else if (frame.opcode === opcodes.ping && handlers.answersPings !== false) {
          tcp.write(clientFrame(opcodes.pong, frame.payload));
        } else if (frame.opcode === opcodes.close) {
          code = frame.payload.length >= 2 ? frame.payload.readUInt16BE(0) : undefined;
          tcp.end(clientFrame(opcodes.close, frame.payload));
        }
      }
    };
  });
}

/** Bytes of an incomplete frame. */
interface Unread {
  /** Returns everything unread with more bytes behind it; undefined while the frame is still incomplete. */
  with(data: Buffer): Buffer | undefined;
  /** Copies bytes whose frame is incomplete. @param size of that frame; undefined: unknown */
  keep(bytes: Buffer, size?: number): void;
}

function createUnread(): Unread {
  let kept: Buffer | undefined;
  let length = 0;
  let size = 0;
  return {
    with(data) {
      if (kept === undefined) return data;
      if (length + data.length <= kept.length) data.copy(kept, length);
      else kept = Buffer.concat([kept.subarray(0, length), data]);
      length += data.length;
      if (length < size) return undefined;
      const all = kept.subarray(0, length);
      kept = undefined;
      return all;
    },
    keep(bytes, frameSize = bytes.length) {
      if (bytes.length === 0) return;
      kept = Buffer.allocUnsafeSlow(Math.max(frameSize, bytes.length));
      bytes.copy(kept);
      length = bytes.length;
      size = frameSize;
    },
  };
}

/** Returns the offsets of payload and end of the first frame; undefined while its header is incomplete. */
function sizeOfFirst(bytes: Buffer): { start: number; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { start, end: start + length };
}

/** Returns the first complete frame; server frames are unmasked and not fragmented. */
function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  const size = sizeOfFirst(bytes);
  if (size === undefined || bytes.length < size.end) return undefined;
  return { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(size.start, size.end), end: size.end };
}
