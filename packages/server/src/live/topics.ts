import type { Session } from './sending/session.ts';

/**
 * One kind of subscription: sessions by key, with a state for each pair. Memory follows the subscriptions; finding the
 * sessions of a key takes constant time.
 */
export interface Topic<Key, State = undefined> {
  /** Number of keys with sessions. */
  readonly size: number;
  /** Subscribes a session to a key; replaces the state of an existing subscription. */
  subscribe(session: Session, key: Key, state: State): void;
  /** Ends one subscription; ignored when there is none. */
  unsubscribe(session: Session, key: Key): void;
  /** Ends all subscriptions of a session to this topic. */
  clear(session: Session): void;
  /** Returns true when a session follows the key. */
  has(key: Key): boolean;
  /** Returns true when the session follows any key. */
  isFollowedBy(session: Session): boolean;
  /** Returns the keys and states of a session. */
  subscriptionsOf(session: Session): ReadonlyMap<Key, State>;
  /** Returns the state of a subscription; undefined when there is none. */
  stateOf(session: Session, key: Key): State | undefined;
  /** Returns the sessions that follow a key. */
  sessionsOf(key: Key): Iterable<Session>;
  /** Returns the keys with sessions. */
  keys(): Iterable<Key>;
}

/** Listeners of a topic. */
export interface TopicListeners<Key> {
  /** Called when a key gets its first session. */
  onFirst?(key: Key): void;
  /** Called when the last session of a key has left. */
  onLast?(key: Key): void;
}

/** All topics of a hub: a session is the set of its subscriptions. */
export interface Topics {
  /** Creates a topic. */
  create<Key, State = undefined>(listeners?: TopicListeners<Key>): Topic<Key, State>;
  /** Ends all subscriptions of a session. */
  forget(session: Session): void;
}

/** Creates an empty set of topics. */
export function createTopics(): Topics {
  const clearers: ((session: Session) => void)[] = [];
  return {
    create<Key, State>(listeners: TopicListeners<Key> = {}): Topic<Key, State> {
      const topic = createTopic<Key, State>(listeners);
      clearers.push(topic.clear);
      return topic;
    },
    forget(session) {
      for (const clear of clearers) clear(session);
    },
  };
}

function createTopic<Key, State>({ onFirst, onLast }: TopicListeners<Key>): Topic<Key, State> {
  const bySession = new Map<Session, Map<Key, State>>();
  const byKey = new Map<Key, Set<Session>>();
  const nothing: ReadonlyMap<Key, State> = new Map();

  function leave(session: Session, key: Key): void {
    const sessions = byKey.get(key);
    sessions?.delete(session);
    if (sessions?.size !== 0) return;
    byKey.delete(key);
    onLast?.(key);
  }

  return {
    get size() {
      return byKey.size;
    },
    subscribe(session, key, state) {
      const own = bySession.get(session);
      if (own === undefined) bySession.set(session, new Map([[key, state]]));
      else own.set(key, state);
      const sessions = byKey.get(key);
      if (sessions !== undefined) return void sessions.add(session);
      byKey.set(key, new Set([session]));
      onFirst?.(key);
    },
    unsubscribe(session, key) {
      const own = bySession.get(session);
      if (own?.delete(key) !== true) return;
      if (own.size === 0) bySession.delete(session);
      leave(session, key);
    },
    clear(session) {
      const own = bySession.get(session);
      if (own === undefined) return;
      bySession.delete(session);
      for (const key of own.keys()) leave(session, key);
    },
    has: (key) => byKey.has(key),
    isFollowedBy: (session) => bySession.has(session),
    subscriptionsOf: (session) => bySession.get(session) ?? nothing,
    stateOf: (session, key) => bySession.get(session)?.get(key),
    sessionsOf: (key) => byKey.get(key) ?? [],
    keys: () => byKey.keys(),
  };
}
