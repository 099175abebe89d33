import type { Bus } from '../bus.ts';
import { type BusCaller, createBusCaller } from '../bus-calls.ts';
import { subscribeValues } from '../bus-messages.ts';
import { callSubject, type Envelope, feedSubject, type StatusMessage, statusMs } from './feed-publisher.ts';

/** The leading follower of a network, as a serving process sees it. */
export interface FollowerLink<Status> {
  readonly caller: BusCaller;
  /** Its last status; undefined before the first. */
  readonly status: Status | undefined;
  /** Why it does not answer, in a sentence; undefined while it does. */
  readonly failure: string | undefined;
  close(): void;
}

/** Options of a link. */
export interface FollowerLinkOptions<Message> {
  bus: Bus;
  keyspace: string;
  /** Sentences about what is missing while the bus is away, and while the follower is silent. */
  effects: { bus: string; follower: string };
  onLatency(seconds: number): void;
  /** Called with each message besides the status. */
  onMessage(message: Message): void;
  /** Called on each status, and when the follower stops answering. */
  onStatus(): void;
  /** Called when another follower leads, before its first message. */
  onTerm(): void;
  /** Called on a message that cannot be understood. */
  onError(error: unknown): void;
}

/** A follower that is silent for this long is away. */
const silentMs = 3 * statusMs;
/** Longest wait for an answer. */
const callTimeoutMs = 5_000;

/** Receives the publications of the leading follower of a network, and calls it. */
export function linkFollower<Status, Message extends { type: string }>(
  options: FollowerLinkOptions<Message>,
): FollowerLink<Status> {
  const { bus, keyspace, effects, onLatency, onMessage, onStatus, onTerm, onError } = options;
  let term = 0;
  let heardMs = Number.NEGATIVE_INFINITY;
  let wasAway = true;
  let status: Status | undefined;

  const failure = () => {
    if (bus.failure !== undefined) return `${bus.failure} ${effects.bus}`;
    if (performance.now() - heardMs <= silentMs) return undefined;
    return `The follower of this network does not answer. ${effects.follower}`;
  };
  const caller = createBusCaller(bus, {
    subject: () => (term === 0 ? undefined : callSubject(keyspace, term)),
    timeoutMs: callTimeoutMs,
    onLatency,
  });

  /** @returns false for a message of an earlier follower, while messages of the later one arrive */
  function accept(message: Envelope<object>): boolean {
    // a bus that has lost its leases issues lower terms: they count when the last leader is silent
    if (message.term < term && performance.now() - heardMs <= silentMs) return false;
    heardMs = performance.now();
    if (message.term !== term) {
      term = message.term;
      onTerm();
    }
    return true;
  }

  const subscription = subscribeValues(
    bus,
    feedSubject(keyspace),
    (value) => {
      const message = value as Envelope<Message | StatusMessage<Status>>;
      if (!accept(message)) return;
      if (message.type !== 'status') return onMessage(message as Message);
      ({ status } = message as StatusMessage<Status>);
      wasAway = false;
      onStatus();
    },
    onError,
  );
  const checkAway = () => {
    const isAway = failure() !== undefined;
    if (isAway === wasAway) return;
    wasAway = isAway;
    onStatus();
  };
  const watching = setInterval(checkAway, statusMs / 2);
  const leave = bus.onChange(checkAway);

  return {
    caller,
    get status() {
      return status;
    },
    get failure() {
      return failure();
    },
    close() {
      clearInterval(watching);
      leave();
      subscription.unsubscribe();
      caller.close();
    },
  };
}
