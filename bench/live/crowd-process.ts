/**
 * The child process of `crowd.ts`. Identical frames are parsed once; of each receipt only the time is stored, and
 * compared with the node's times when the report is requested.
 */
import { createHistogram } from 'node:perf_hooks';
import type { ServerFrame } from '@glassblock/contract';
import { machineMs, microsecondsOf, timesOf } from './clock.ts';
import type { CrowdMember, CrowdReport, FromCrowd, ToCrowd, Way } from './crowd.ts';
import { openRawSocket } from './raw-socket.ts';

/** A frame, and its receipt time per socket. */
interface SeenFrame {
  bytes: Buffer;
  /** Txids and block hashes first announced by this frame. */
  news: readonly { way: Way; id: string }[];
  isTx: boolean;
  times: number[];
  /** Indexes of the sockets that received it. */
  receivers: Set<number>;
}

const ways: readonly Way[] = ['block', 'newest', 'address', 'tx'];
const connectConcurrency = 100;
/** After this time, or when a socket receives them again, the same bytes count as a new frame. */
const frameLifeMs = 10_000;

let seen: SeenFrame[] = [];
let frames = 0;
let bytesRead = 0;
let lost = 0;
let joined = 0;
const byLength = new Map<number, SeenFrame[]>();
const shownInLists = new Set<string>();

function frameOf(bytes: Buffer, receiver: number, now: number): SeenFrame {
  const sameLength = byLength.get(bytes.length) ?? [];
  const known = sameLength.findLast(
    ({ times, receivers, bytes: others }) =>
      times[0]! > now - frameLifeMs && !receivers.has(receiver) && others.equals(bytes),
  );
  if (known !== undefined) return known;
  const content = JSON.parse(bytes.toString()) as ServerFrame;
  const frame: SeenFrame = {
    bytes: Buffer.from(bytes),
    news: newsOf(content),
    isTx: content.tx !== undefined,
    times: [],
    receivers: new Set(),
  };
  byLength.set(bytes.length, [...sameLength.filter(({ times }) => times[0]! > now - frameLifeMs), frame]);
  seen.push(frame);
  return frame;
}

function newsOf(content: ServerFrame): SeenFrame['news'] {
  const news: { way: Way; id: string }[] = [];
  if (content.block !== undefined) news.push({ way: 'block', id: content.block.id });
  if (content.tx !== undefined) news.push({ way: 'tx', id: content.tx.txid });
  for (const { txid } of content.transactions ?? []) {
    if (shownInLists.has(txid)) continue;
    shownInLists.add(txid);
    news.push({ way: 'newest', id: txid });
  }
  const lists = Object.values(content['multi-address-transactions'] ?? {}).map(({ mempool }) => mempool);
  const touched = [...(content['address-transactions'] ?? []), ...lists.flat()];
  for (const txid of new Set(touched.map((tx) => tx.txid))) news.push({ way: 'address', id: txid });
  return news;
}

async function join(url: string, { sends, then = [] }: CrowdMember): Promise<void> {
  const place = joined++;
  const later = [...then];
  const socket = await openRawSocket(url, {
    frame(bytes) {
      const now = machineMs();
      frames++;
      bytesRead += bytes.length;
      const frame = frameOf(bytes, place, now);
      frame.times.push(now);
      frame.receivers.add(place);
      const next = frame.isTx ? later.shift() : undefined;
      if (next !== undefined) socket.send(next);
    },
    closed: () => void lost++,
  });
  for (const text of sends) socket.send(text);
}

async function open(url: string, members: readonly CrowdMember[]): Promise<void> {
  const left = [...members];
  const lane = async () => {
    for (let member = left.pop(); member !== undefined; member = left.pop()) await join(url, member);
  };
  await Promise.all(Array.from({ length: connectConcurrency }, lane));
}

function begin(): void {
  seen = [];
  byLength.clear();
  shownInLists.clear();
  frames = 0;
  bytesRead = 0;
}

function report(announced: ReadonlyMap<string, number>): CrowdReport {
  const fromNode = new Map(ways.map((way) => [way, createHistogram()]));
  const fromFirst = createHistogram();
  for (const { news, times } of seen) {
    for (const { way, id } of news) {
      const announcedMs = announced.get(id);
      if (announcedMs === undefined) continue;
      for (const time of times) fromNode.get(way)!.record(microsecondsOf(time - announcedMs));
    }
    for (const time of times.slice(1)) fromFirst.record(microsecondsOf(time - times[0]!));
  }
  const times = (way: Way) => timesOf(fromNode.get(way)!);
  return {
    fromNode: { block: times('block'), newest: times('newest'), address: times('address'), tx: times('tx') },
    fromFirst: timesOf(fromFirst),
    frames,
    bytes: bytesRead,
    lost,
    shownInLists: [...shownInLists].filter((txid) => announced.has(txid)).length,
  };
}

const answer = (message: FromCrowd) => process.send!(message);

process.on('disconnect', () => process.exit());
process.on('message', (message: ToCrowd) => {
  switch (message.type) {
    case 'open':
      void open(message.url, message.members).then(() => answer({ type: 'done' }));
      break;
    case 'begin':
      begin();
      answer({ type: 'done' });
      break;
    case 'report':
      answer({ type: 'report', report: report(new Map(message.announced)) });
      break;
  }
});
