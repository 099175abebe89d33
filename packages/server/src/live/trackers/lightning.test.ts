import type { EventId, Fact, JournalEvent } from '@glassblock/journal';
import { fromHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { createOutbox } from '../sending/outbox.ts';
import { recordedSession } from '../testing/recorded-session.ts';
import { createTopics } from '../topics.ts';
import { createLightningTracker } from './lightning.ts';

const [alice, bob, carol] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`, `02${'c3'.repeat(32)}`] as const;
/** 7x1x0 */
const channel = (7n << 40n) | (1n << 16n);

const updated = (key: string): Fact => ({ type: 'node-updated', node: fromHex(key), time: 1_790_000_000 as never });
const reopened: Fact = {
  type: 'channel-reopened',
  channel,
  firstNode: fromHex(alice),
  secondNode: fromHex(bob),
  time: 1_790_000_001 as never,
};
const eventsOf = (...facts: Fact[]): JournalEvent[] =>
  facts.map((fact, at) => ({ id: `1-${at + 1}` as EventId, fact, time: 0 }) as unknown as JournalEvent);

it('sends the events of followed nodes and channels, each once, and reports a gap', async () => {
  const topics = createTopics();
  const tracker = createLightningTracker(topics);
  const [both, byId, other] = [recordedSession(), recordedSession(), recordedSession()];
  const publish = async (fill: (outbox: ReturnType<typeof createOutbox>) => void) => {
    const outbox = createOutbox();
    fill(outbox);
    await outbox.flush();
  };
  tracker.follow(both.session, [alice, bob, '7x1x0']);
  tracker.follow(byId.session, [String(channel)]);
  tracker.follow(other.session, [carol]);
  await publish((outbox) => tracker.onLightning!(eventsOf(updated(alice), reopened), outbox));
  const ofChannel = {
    id: '1-2',
    type: 'channel-reopened',
    channel: String(channel),
    firstNode: alice,
    secondNode: bob,
    time: 1_790_000_001,
  };
  const ofNode = { id: '1-1', type: 'node-updated', node: alice, time: 1_790_000_000 };
  expect(both.take()).toEqual([{ 'lightning-events': [ofNode, ofChannel] }]);
  expect(byId.take()).toEqual([{ 'lightning-events': [ofChannel] }]);
  expect(other.take()).toEqual([]);
  tracker.follow(both.session, []);
  topics.forget(byId.session);
  await publish((outbox) => tracker.onGap!(outbox));
  expect([both, byId, other].map(({ take }) => take())).toEqual([[], [], [{ 'lightning-gap': true }]]);
});
