import { socketLimits } from '@glassblock/contract';
import { expect, it } from 'vitest';
import { FakeSocket } from '../../../test/support/live-world.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';
import { textFrame } from './text-frame.ts';

const ping = { action: 'ping' };

function open(options: Partial<SessionOptions> = {}) {
  const socket = new FakeSocket();
  const seen: string[][] = [];
  const failures: unknown[] = [];
  let nowMs = 0;
  let closed = 0;
  const session = openSession({
    socket,
    onCommands: async (_session, commands) => void seen.push(commands.map(({ type }) => type)),
    onFailure: (error) => failures.push(error),
    onClose: () => closed++,
    nowMs: () => nowMs,
    pause: settled,
    ...options,
  });
  return { socket, session, seen, failures, closed: () => closed, pass: (ms: number) => (nowMs += ms) };
}

/** Lets resolved promises run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it.each(['', '{', 'null', '[]', '7', '"x"', `${'['.repeat(20_000)}`, '{"a":1}{"b":2}'])(
  'closes the connection on a frame %.10j that is not an object',
  async (text) => {
    const { socket, seen } = open();
    socket.say(text);
    socket.say(ping);
    await settled();
    expect({ ended: socket.ended, sent: socket.sent, seen }).toEqual({ ended: 'closed', sent: [], seen: [] });
  },
);

it('closes the connection on a binary frame', () => {
  const { socket } = open();
  socket.emit('message', Buffer.from(JSON.stringify(ping)), true);
  expect(socket.ended).toBe('closed');
});

it('accepts a hundred frames in ten seconds and terminates the connection on one more', async () => {
  const { socket, seen, pass } = open();
  for (let i = 0; i < 50; i++) socket.say(ping);
  await settled();
  pass(socketLimits.inboundWindowMs - 1);
  for (let i = 0; i < 50; i++) socket.say(ping);
  await settled();
  expect({ ended: socket.ended, received: seen.length }).toEqual({ ended: undefined, received: 100 });
  socket.say(ping);
  expect(socket.ended).toBe('terminated');
});

it('ignores frames of more than ten seconds ago', async () => {
  const { socket, seen, pass } = open();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < socketLimits.inboundFrames; i++) socket.say(ping);
    await settled();
    pass(socketLimits.inboundWindowMs);
  }
  expect({ ended: socket.ended, received: seen.length }).toEqual({ ended: undefined, received: 500 });
});

it('answers a client no faster than it reads', async () => {
  const { socket, seen } = open();
  socket.bufferedAmount = 300_000;
  for (let i = 0; i < 3; i++) socket.say(ping);
  for (let i = 0; i < 5; i++) await settled();
  expect({ received: seen.length, ended: socket.ended }).toEqual({ received: 0, ended: undefined });
  socket.bufferedAmount = 200_000;
  for (let i = 0; i < 5; i++) await settled();
  expect(seen.length).toBe(3);
});

it('closes a client that keeps sending commands and never reads, without creating answers', async () => {
  const { socket, seen, pass } = open();
  socket.bufferedAmount = 300_000;
  for (let i = 0; i < socketLimits.inboundFrames; i++) socket.say(ping);
  pass(socketLimits.inboundWindowMs);
  socket.say(ping);
  await settled();
  expect({ received: seen.length, ended: socket.ended }).toEqual({ received: 0, ended: 'closed' });
});

it('handles frames sequentially in order', async () => {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const { socket } = open({
    async onCommands(_session, [command]) {
      order.push(`begin ${command?.type}`);
      await new Promise<void>((resolve) => releases.push(resolve));
      order.push(`end ${command?.type}`);
    },
  });
  socket.say(ping);
  socket.say({ 'refresh-blocks': true });
  await settled();
  releases.shift()?.();
  await settled();
  releases.shift()?.();
  await settled();
  expect(order).toEqual(['begin ping', 'end ping', 'begin refresh-blocks', 'end refresh-blocks']);
});

it('drops waiting frames when the connection ends', async () => {
  let release: () => void = () => undefined;
  const seen: Session[] = [];
  const { socket, closed } = open({
    async onCommands(session) {
      seen.push(session);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  });
  socket.say(ping);
  socket.say(ping);
  await settled();
  socket.terminate();
  release();
  await settled();
  expect({ handled: seen.length, open: seen[0]?.isOpen, closed: closed() }).toEqual({
    handled: 1,
    open: false,
    closed: 1,
  });
});

it('closes the connection and reports when a command fails', async () => {
  const fault = new Error('broken');
  const { socket, failures } = open({
    async onCommands() {
      throw fault;
    },
  });
  socket.say(ping);
  await settled();
  expect({ ended: socket.ended, failures }).toEqual({ ended: 'closed', failures: [fault] });
});

it('drops a client with more than ten million unread bytes', () => {
  const { socket, session } = open();
  socket.bufferedAmount = socketLimits.outboundBytes;
  session.send(textFrame('{}'));
  expect(socket.ended).toBeUndefined();
  socket.bufferedAmount++;
  session.send(textFrame('{}'));
  expect({ ended: socket.ended, sent: socket.sent.length }).toEqual({ ended: 'terminated', sent: 1 });
  session.send(textFrame('{}'));
  expect(socket.sent.length).toBe(1);
});

it('drops a client that is silent between two checks; a pong or a frame is enough', async () => {
  const { socket, session } = open();
  session.checkPulse();
  socket.emit('pong');
  session.checkPulse();
  socket.say(ping);
  session.checkPulse();
  expect({ ended: socket.ended, pings: socket.pings }).toEqual({ ended: undefined, pings: 3 });
  session.checkPulse();
  expect(socket.ended).toBe('terminated');
});

it.each(['ping', 'pong'] as const)('counts %s frames, and terminates a client that floods with them', (kind) => {
  const { socket } = open();
  for (let i = 0; i < socketLimits.inboundFrames; i++) socket.emit(kind);
  expect(socket.ended).toBeUndefined();
  socket.emit(kind);
  expect(socket.ended).toBe('terminated');
});

it('terminates a client that floods a connection which is closing', () => {
  const { socket } = open();
  socket.say('[]');
  expect(socket.ended).toBe('closed');
  for (let i = 0; i < socketLimits.inboundFrames; i++) socket.say(ping);
  expect(socket.ended).toBe('terminated');
});
