import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import { createUrgency } from './urgency.ts';

/** Fills the outbox of one event. */
export type Fill = (outbox: Outbox) => void | Promise<void>;

/** Runs the events of a hub one after another, and sends the outbox of each. */
export interface Delivery {
  /** Runs work after all earlier events; a failure is reported and does not stop later ones. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Fills and sends an outbox now; a failure of `fill` is reported, and the messages put before it are sent. */
  deliver(fill: Fill, options?: DeliverOptions): Promise<void>;
  /**
   * Fills an outbox now and sends it concurrently with later events: resolves when its frames are queued.
   * @param order default `next`
   */
  post(fill: Fill, order?: SendOrder): Promise<void>;
  /**
   * The same; from the first flush of the outbox on, it delays those that are `last`.
   * @param onSent called when all frames are sent
   */
  postFirst(fill: Fill, onSent?: () => void): Promise<void>;
  /** Delivers after all earlier events. */
  report(fill: Fill): Promise<void>;
}

/**
 * Order of frames for different clients. `next`: in slices that alternate with those of all others; `last`: not while an
 * outbox of `postFirst` is sent.
 */
export type SendOrder = 'next' | 'last';

/** Options of one outbox. */
export interface DeliverOptions {
  /** False: stop sending. */
  isCurrent?(): boolean;
  /** Default `next`. */
  order?: SendOrder;
}

/** Options of a delivery. */
export interface DeliveryOptions {
  /** Returns false while there is no client: outboxes are not filled then. */
  hasClients(): boolean;
  onFailure(error: unknown): void;
}

/** Creates a delivery. */
export function createDelivery({ hasClients, onFailure }: DeliveryOptions): Delivery {
  let events = Promise.resolve();
  const urgency = createUrgency();
  async function collect(fill: Fill, options: OutboxOptions): Promise<Outbox | undefined> {
    if (!hasClients()) return undefined;
    const outbox = createOutbox(options);
    try {
      await fill(outbox);
    } catch (error) {
      onFailure(error);
    }
    return outbox;
  }
  const delivery: Delivery = {
    inTurn: (work) => (events = events.then(work).catch(onFailure)),
    async deliver(fill, { isCurrent, order } = {}) {
      const outbox = await collect(fill, order === 'last' ? { whenDue: urgency.whenNone } : {});
      await outbox?.flush(isCurrent === undefined ? {} : { isCurrent });
    },
    async post(fill, order = 'next') {
      const outbox = await collect(fill, order === 'last' ? { whenDue: urgency.whenNone } : {});
      void outbox?.flush().catch(onFailure);
    },
    async postFirst(fill, onSent) {
      let end: (() => void) | undefined;
      const onFlush = () => void (end ??= urgency.begin());
      const outbox = await collect(fill, { isUrgent: true, onFlush });
      const flushing = outbox?.flush() ?? Promise.resolve();
      void flushing.catch(onFailure).finally(() => {
        end?.();
        onSent?.();
      });
    },
    report: (fill) => delivery.inTurn(() => delivery.deliver(fill)),
  };
  return delivery;
}

/**
 * Delivers blocks concurrently with the changes of the mempool that follow them: a block waits for its audit and its
 * transactions, for which the next transaction must not wait. Nothing else overtakes a block.
 */
export interface BlockDelivery {
  /**
   * Delivers a block after the last one; resolves when that has begun.
   * @param onSent called when all frames are sent
   */
  start(fill: Fill, onSent?: () => void): Promise<void>;
  /** Resolves when the frames of the last block are queued. */
  settled(): Promise<void>;
  /** Runs work after all earlier events, blocks included. */
  inTurn(work: () => Promise<void>): void;
}

/** Creates a delivery of blocks. */
export function createBlockDelivery(
  delivery: Pick<Delivery, 'postFirst' | 'inTurn'>,
  onFailure: (error: unknown) => void,
): BlockDelivery {
  let last = Promise.resolve();
  let isFilling = false;
  /** Work that waits for a block, oldest first. */
  const held: (() => Promise<void>)[] = [];
  async function release(): Promise<void> {
    if (isFilling) return;
    for (const work of held.splice(0)) await work().catch(onFailure);
  }
  return {
    async start(fill, onSent) {
      await last;
      isFilling = true;
      last = delivery
        .postFirst(fill, onSent)
        .catch(onFailure)
        .finally(() => {
          isFilling = false;
          void delivery.inTurn(release);
        });
    },
    settled: () => last,
    inTurn(work) {
      void delivery.inTurn(async () => {
        if (!isFilling && held.length === 0) return work();
        held.push(work);
      });
    },
  };
}
