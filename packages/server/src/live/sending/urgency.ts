/** Lets frames that are urgent be sent before long or less urgent ones to other clients. */
export interface Urgency {
  /** Starts urgent sending. @returns ends it; further calls have no effect */
  begin(): () => void;
  /** Resolves when no urgent sending is under way; undefined when there is none now. */
  whenNone(): Promise<void> | undefined;
}

/** Creates the urgency of a hub. */
export function createUrgency(): Urgency {
  const underWay = new Set<object>();
  let ended = Promise.withResolvers<void>();
  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await ended.promise;
  }
  return {
    begin() {
      const sending = {};
      underWay.add(sending);
      return () => {
        if (!underWay.delete(sending) || underWay.size > 0) return;
        ended.resolve();
        ended = Promise.withResolvers();
      };
    },
    whenNone: () => (underWay.size === 0 ? undefined : allEnded()),
  };
}
