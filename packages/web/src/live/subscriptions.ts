/** Subscriptions of a session, in the order in which they are sent. */
const topics = ['feeds', 'tx', 'mempool-block', 'address', 'wallet', 'rbf', 'replacements', 'accelerations'] as const;
type Topic = (typeof topics)[number];

/** The active subscriptions of a session; reconnecting sends all of them again. */
export interface Subscriptions {
  /** Subscribes, or changes the subscription of a topic. */
  start(topic: Topic, message: object): void;
  /** Ends a subscription that is active. @param message undefined: the server needs none */
  stop(topic: Topic, message?: object): void;
  /** Sends all of them. */
  sendAll(): void;
  /** Drops all but the feeds, without a message. */
  clear(): void;
}

/** Creates a set without subscriptions. @param send drops messages while the connection is closed */
export function createSubscriptions(send: (message: object) => void): Subscriptions {
  const active = new Map<Topic, object>();
  return {
    start(topic, message) {
      active.set(topic, message);
      send(message);
    },
    stop(topic, message) {
      if (active.delete(topic) && message !== undefined) send(message);
    },
    sendAll() {
      for (const topic of topics) {
        const message = active.get(topic);
        if (message !== undefined) send(message);
      }
    },
    clear() {
      for (const topic of topics) if (topic !== 'feeds') active.delete(topic);
    },
  };
}
