/**
 * Turns of the event loop, bytes and writes until a block is sent to ten thousand sessions in memory, while a projection
 * with whole lists and a list of new transactions are being sent. Counts only: the result does not depend on the machine.
 *
 *     node bench/send-order.ts
 */
import { createBlockDelivery, createDelivery, type Fill } from '../packages/server/src/live/sending/delivery.ts';
import type { FramePart } from '../packages/server/src/live/sending/json-text.ts';
import { json } from '../packages/server/src/live/sending/json-text.ts';
import { createSendQueue } from '../packages/server/src/live/sending/send-queue.ts';
import type { Session } from '../packages/server/src/live/sending/session.ts';

const sessionCount = 10_000;
/** Turns that finding the transactions of followed addresses takes in a block of 5,500 transactions. */
const trackerTurns = 28;
/** Turns from the projection after a block to the block, which the index connects later. */
const turnsBefore = 2;

let turn = 0;
let bytes = 0;
let writes = 0;
let isRunning = true;
/** Turn and bytes at which each session got the block. */
const receipts: { turn: number; bytes: number }[] = [];
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const countTurns = () => {
  turn++;
  if (isRunning) setImmediate(countTurns);
};

const blockMark = 0x42;
/** A part of a frame with a text of this size. */
const partOfSize = (key: string, size: number, first = 'a'): FramePart => ({ [key]: json(first.padEnd(size, 'a')) });
const projection = partOfSize('mempool-blocks', 1_500);
const list = partOfSize('projected-block-transactions', 500_000);
const newest = partOfSize('transactions', 900);
const block = partOfSize('block', 1_200, 'B');

const sessions = Array.from(
  { length: sessionCount },
  (): Session => ({
    ...createSendQueue((frames) => {
      writes++;
      for (const frame of frames) {
        bytes += frame.length;
        if (frame.subarray(0, 20).includes(blockMark)) receipts.push({ turn, bytes });
      }
    }),
    isOpen: true,
    close: () => undefined,
    checkPulse: () => undefined,
  }),
);
/** The mix of `sockets.ts`, ten sessions each: six have lists of new transactions, one of them a projected block, three wait for the block's transactions. */
const isOfKind = (kind: (place: number) => boolean) => sessions.filter((_, i) => kind(i % 10));
const putTo =
  (recipients: readonly Session[], part: FramePart): Fill =>
  (outbox) => {
    for (const session of recipients) outbox.put(session, part);
  };

const onFailure = (error: unknown) => {
  throw error;
};
const delivery = createDelivery({ hasClients: () => true, onFailure });
const blocks = createBlockDelivery(delivery, onFailure);
setImmediate(countTurns);
const toAll = putTo(sessions, projection);
const toListed = putTo(
  isOfKind((place) => place === 5),
  list,
);
await delivery.inTurn(() =>
  delivery.post(async (outbox) => {
    await toAll(outbox);
    await toListed(outbox);
  }, 'last'),
);
const newestToMany = putTo(
  isOfKind((place) => place < 6),
  newest,
);
void delivery.deliver(newestToMany, { order: 'last' });
for (let i = 0; i < turnsBefore; i++) await nextTurn();

const start = { turn, bytes };
const waiting = new Set(isOfKind((place) => place >= 7));
await delivery.inTurn(() =>
  blocks.start(async (outbox) => {
    await putTo(sessions, block)(outbox);
    await outbox.flush({ isRecipient: (session) => !waiting.has(session) });
    for (let i = 0; i < trackerTurns; i++) await nextTurn();
  }),
);
await blocks.settled();
while (receipts.length < sessionCount) await nextTurn();
isRunning = false;

const at = (share: number, value: (receipt: { turn: number; bytes: number }) => number) =>
  receipts.map(value).sort((a, b) => a - b)[Math.min(sessionCount - 1, Math.floor(share * sessionCount))]!;
for (const share of [0.5, 0.9, 0.99]) {
  const turns = at(share, (receipt) => receipt.turn) - start.turn;
  const megabytes = (at(share, (receipt) => receipt.bytes) - start.bytes) / 1e6;
  console.log(`${100 * share} % of ${sessionCount} sessions: after ${turns} turns, ${megabytes.toFixed(0)} MB`);
}
console.log(`${writes} writes for ${sessionCount} sessions`);
