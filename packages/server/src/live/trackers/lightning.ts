import type { LightningEvents } from '@glassblock/contract';
import { lightningKey, lightningKeysOf, presentLightningEvent } from '../../api/lightning/lightning-events.ts';
import { type FramePart, type Json, json, jsonList, partOf } from '../sending/json-text.ts';
import type { Outbox } from '../sending/outbox.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';

type Event = LightningEvents['events'][number];

/** `track-lightning`: the events of the journal about nodes and channels. */
export interface LightningTracker extends Tracker {
  /** Replaces the subscription of a session. @param followed public keys, ids and short ids; empty: stop */
  follow(session: Session, followed: readonly string[]): void;
}

/** Creates the tracker of the nodes and channels of a network. */
export function createLightningTracker(topics: Topics): LightningTracker {
  const topic = topics.create<string>();
  return {
    needsTxs: false,
    needsBlocks: false,
    follow(session, followed) {
      topic.clear(session);
      for (const text of followed) {
        const key = lightningKey(text);
        if (key !== undefined) topic.subscribe(session, key, undefined);
      }
    },
    onLightning(events, outbox) {
      if (topic.size === 0) return;
      const found = new Map<Session, Json<Event>[]>();
      for (const event of events) {
        const sessions = new Set(lightningKeysOf(event.fact).flatMap((key) => [...topic.sessionsOf(key)]));
        if (sessions.size === 0) continue;
        const text = json(presentLightningEvent(event));
        for (const session of sessions) {
          const own = found.get(session);
          if (own === undefined) found.set(session, [text]);
          else own.push(text);
        }
      }
      putEach(found, outbox);
    },
    onGap(outbox) {
      const part = partOf({ 'lightning-gap': true });
      for (const session of new Set([...topic.keys()].flatMap((key) => [...topic.sessionsOf(key)]))) {
        outbox.put(session, part);
      }
    },
  };
}

/** Sessions with the same events get the same part, which is joined to a frame once. */
function putEach(found: ReadonlyMap<Session, readonly Json<Event>[]>, outbox: Outbox): void {
  const parts = new Map<string, FramePart>();
  for (const [session, events] of found) {
    const list = jsonList(events);
    const part: FramePart = parts.get(list) ?? { 'lightning-events': list };
    parts.set(list, part);
    outbox.put(session, part);
  }
}
