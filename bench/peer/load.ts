/**
 * Load generator: sends requests on persistent connections, one at a time on each, and prints its measurements as JSON.
 *
 *     node bench/peer/load.ts URL CONNECTIONS SECONDS [HEADER] < paths
 *
 * Paths come from standard input, one per line, and are requested in turn: by GET, or by POST with the JSON that follows
 * after a tab. HEADER is one line for all of them. A status other than 200 ends it.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [base = '', connections = '1', seconds = '5', header = ''] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const paths = (await text(process.stdin)).split('\n').filter((path) => path !== '');
const about = `Host: ${hostname}:${port}\r\n${header === '' ? '' : `${header}\r\n`}`;
const requests = paths.map((line) => {
  const [path, body] = line.split('\t');
  const [method, length] =
    body === undefined ? ['GET', ''] : ['POST', `Content-Length: ${Buffer.byteLength(body)}\r\n`];
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${about}${length}\r\n${body ?? ''}`);
});
const latenciesMs: number[] = [];
let bytes = 0;
let next = 0;
const warmUpMs = 500;
const start = performance.now() + warmUpMs;
const end = start + Number(seconds) * 1000;

/** Length of the body that a header announces; undefined: it is chunked. */
function bodyLength(header: string): number | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(header)?.[1];
  return length === undefined ? undefined : Number(length);
}

const lastChunk = Buffer.from('0\r\n\r\n');

/** Runs one connection until the end. */
async function run(): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let received: Buffer = Buffer.alloc(0);
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[next++ % requests.length]!);
  };
  /** True when `received` is one whole response. */
  const isComplete = (): boolean => {
    const headerEnd = received.indexOf('\r\n\r\n');
    if (headerEnd < 0) return false;
    const header = received.toString('latin1', 0, headerEnd);
    if (!/^HTTP\/1\.1 200/.test(header)) throw new Error(`${header.split('\r\n')[0]}`);
    const length = bodyLength(header);
    if (length === undefined) return received.subarray(-lastChunk.length).equals(lastChunk);
    return received.length >= headerEnd + 4 + length;
  };
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('connect', send);
    socket.on('data', (data: Buffer) => {
      received = received.length === 0 ? data : Buffer.concat([received, data]);
      try {
        if (!isComplete()) return;
      } catch (error) {
        socket.destroy();
        reject(error);
        return;
      }
      const now = performance.now();
      if (now >= start) {
        latenciesMs.push(now - sentAt);
        bytes += received.length;
      }
      received = Buffer.alloc(0);
      if (now < end) send();
      else socket.end(() => resolve());
    });
  });
}

await Promise.all(Array.from({ length: Number(connections) }, run));
const sorted = Float64Array.from(latenciesMs).sort();
const at = (share: number) => Math.round(1000 * (sorted[Math.floor((sorted.length - 1) * share)] ?? 0)) / 1000;
console.log(
  JSON.stringify({
    perSecond: Math.round(sorted.length / Number(seconds)),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    meanBytes: Math.round(bytes / Math.max(1, sorted.length)),
  }),
);
