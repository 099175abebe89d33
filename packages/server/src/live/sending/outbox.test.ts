import { expect, it } from 'vitest';
import { textOfFrame } from '../testing/text-of-frame.ts';
import { partOf } from './json-text.ts';
import { createOutbox } from './outbox.ts';
import { createSendQueue } from './send-queue.ts';
import type { Session } from './session.ts';
import { type TextFrame, textFrame } from './text-frame.ts';

/** A session that records its frames and the number of frames of each write. */
function listener(onSend: () => void = () => undefined): Session & { sent: TextFrame[]; writes: number[] } {
  const sent: TextFrame[] = [];
  const writes: number[] = [];
  return {
    ...createSendQueue((frames) => {
      sent.push(...frames);
      writes.push(frames.length);
      onSend();
    }),
    sent,
    writes,
    isOpen: true,
    close: () => undefined,
    checkPulse: () => undefined,
  };
}

it('sessions with the same parts share their bytes', async () => {
  const [a, b, c] = [listener(), listener(), listener()];
  const fees = partOf({ vBytesPerSecond: 5 });
  const pong = partOf({ pong: true });
  const outbox = createOutbox();
  for (const session of [a, b, c]) outbox.put(session, fees);
  for (const session of [b, c]) outbox.put(session, pong);
  outbox.put(c, partOf({ txConfirmed: 'aa' }));
  await outbox.flush();
  expect([a, b, c].map(({ sent }) => sent.map(textOfFrame))).toEqual([
    ['{"vBytesPerSecond":5}'],
    ['{"vBytesPerSecond":5,"pong":true}'],
    ['{"vBytesPerSecond":5,"pong":true,"txConfirmed":"aa"}'],
  ]);
  const [d, e] = [listener(), listener()];
  const second = createOutbox();
  for (const session of [d, e]) {
    second.put(session, fees);
    second.put(session, pong);
  }
  await second.flush();
  expect(d.sent[0]).toBe(e.sent[0]);
});

it('some sessions may be served first; the others then get all parts in one frame', async () => {
  const [hasty, patient] = [listener(), listener()];
  const block = partOf({ vBytesPerSecond: 5 });
  const outbox = createOutbox();
  for (const session of [hasty, patient]) outbox.put(session, block);
  await outbox.flush({ isRecipient: (session) => session === hasty });
  expect([hasty, patient].map(({ sent }) => sent.map(textOfFrame))).toEqual([['{"vBytesPerSecond":5}'], []]);
  outbox.put(patient, partOf({ txConfirmed: 'aa' }));
  await outbox.flush();
  expect([hasty, patient].map(({ sent }) => sent.map(textOfFrame))).toEqual([
    ['{"vBytesPerSecond":5}'],
    ['{"vBytesPerSecond":5,"txConfirmed":"aa"}'],
  ]);
});

it('does not send a frame without keys', async () => {
  const session = listener();
  const outbox = createOutbox();
  outbox.put(session, partOf({}));
  await outbox.flush();
  expect(session.sent).toEqual([]);
});

it('serves a thousand sockets in slices that yield to other work', async () => {
  let sent = 0;
  const sessions = Array.from({ length: 1_000 }, () => listener(() => sent++));
  const outbox = createOutbox();
  const part = partOf({ pong: true });
  for (const session of sessions) outbox.put(session, part);
  const slices: number[] = [];
  const done = outbox.flush();
  const look = () => {
    slices.push(sent);
    if (sent < sessions.length) setImmediate(look);
  };
  look();
  await done;
  expect(slices.length).toBeGreaterThan(3);
  expect(slices[0]).toBeLessThan(500);
  expect(sent).toBe(1_000);
});

it('ends a slice after four megabytes', async () => {
  let sent = 0;
  const sessions = Array.from({ length: 9 }, () => listener(() => sent++));
  const outbox = createOutbox();
  const part = partOf({ txConfirmed: 'a'.repeat(2_000_000) });
  for (const session of sessions) outbox.put(session, part);
  const done = outbox.flush();
  expect(sent).toBe(2);
  await done;
  expect(sent).toBe(9);
});

it('sends a frame after those of earlier events, which another outbox has not sent yet', async () => {
  const sessions = Array.from({ length: 500 }, () => listener());
  const last = sessions.at(-1)!;
  const [projection, change] = [createOutbox(), createOutbox()];
  for (const session of sessions) projection.put(session, partOf({ vBytesPerSecond: 5 }));
  const done = projection.flush();
  expect(last.sent).toEqual([]);
  change.put(last, partOf({ txConfirmed: 'aa' }));
  await change.flush();
  last.send(textFrame('{"pong":true}'));
  await done;
  expect(last.sent.map(textOfFrame)).toEqual(['{"vBytesPerSecond":5}', '{"txConfirmed":"aa"}', '{"pong":true}']);
  expect(sessions.every(({ sent }) => textOfFrame(sent[0]!) === '{"vBytesPerSecond":5}')).toBe(true);
});

it('sends an urgent frame, but after a long frame that another outbox is sending to the same session', async () => {
  const [long, short] = [listener(), listener()];
  const due = Promise.withResolvers<void>();
  const list = createOutbox({ whenDue: () => due.promise });
  list.put(long, partOf({ txConfirmed: 'a'.repeat(70_000) }));
  list.put(short, partOf({ vBytesPerSecond: 5 }));
  const done = list.flush();
  const block = createOutbox({ isUrgent: true });
  for (const session of [long, short]) block.put(session, partOf({ txConfirmed: 'bb' }));
  await block.flush();
  expect(long.sent).toEqual([]);
  expect(short.sent.map(textOfFrame)).toEqual(['{"vBytesPerSecond":5}', '{"txConfirmed":"bb"}']);
  expect(short.writes).toEqual([2]);
  due.resolve();
  await done;
  expect(long.sent.map((frame) => frame.length > 65_536)).toEqual([true, false]);
});

it('drops unsent frames that are no longer current', async () => {
  const sessions = Array.from({ length: 500 }, () => listener());
  let isCurrent = true;
  const outbox = createOutbox();
  for (const session of sessions) outbox.put(session, partOf({ vBytesPerSecond: 5 }));
  const done = outbox.flush({ isCurrent: () => isCurrent });
  isCurrent = false;
  await done;
  expect(sessions.filter(({ sent }) => sent.length === 1).length).toBe(200);
});

it.each([
  { bytes: 1, writes: [3] },
  { bytes: 30_000, writes: [2, 1] },
  { bytes: 70_000, writes: [1, 1, 1] },
])('writes three waiting frames of $bytes bytes, up to 64 kB together', ({ bytes, writes }) => {
  const session = listener();
  const frames = ['a', 'b', 'c'].map((letter) => textFrame(letter.repeat(bytes)));
  for (const frame of frames.slice(0, 2)) session.queue({ frame: () => frame });
  session.send(frames[2]!);
  expect({ sent: session.sent, writes: session.writes }).toEqual({ sent: frames, writes });
});
