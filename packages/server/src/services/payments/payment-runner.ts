import { backOffMs } from '@glassblock/primitives';
import type { LightningWallet, Payments } from '@glassblock/services';
import { pauseFor } from '../../concurrency/pause-for.ts';

/** Follows the Lightning node and observes open invoices. */
export interface PaymentRunner {
  /** The Lightning node does not answer at present: a pending invoice may be paid. */
  isLightningAway(): boolean;
  /** Starts to observe; from here on payments are credited. */
  start(): void;
  /** Observes all addresses, after a block. */
  wake(): void;
  /** Observes the addresses of open invoices, after the mempool changed. */
  onMempoolChange(): void;
  stop(): Promise<void>;
}

/** Time of a runner; for tests. */
export interface PaymentClock {
  /** Resolves after a time, or early when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Monotonic. */
  nowMs(): number;
}

/** Minimum interval of checks of the addresses of open invoices, however often the mempool changes. */
const lookMs = 500;
/** Interval of checks of all addresses without a block: invoices expire. */
const fullLookMs = 30_000;
const maxBackOffMs = 30_000;
/** A connection that ends earlier counts as a failure: all open invoices are looked up after each. */
const stableMs = 60_000;

/** Creates a runner. @param onLightning called when the node does not answer, and with undefined when it answers again */
export function createPaymentRunner(
  payments: Payments,
  lightning: LightningWallet | undefined,
  { onFailure, onLightning }: { onFailure(error: unknown): void; onLightning(failure: unknown): void },
  { pause, nowMs }: PaymentClock = { pause: pauseFor, nowMs: () => performance.now() },
): PaymentRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = lightning !== undefined;
  let isDue = true;
  let isChanged = false;
  let running: Promise<unknown> | undefined;
  let [timer, soon]: (NodeJS.Timeout | undefined)[] = [];
  let following: Promise<void> = Promise.resolve();

  async function follow(wallet: LightningWallet): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      let readyMs = Number.POSITIVE_INFINITY;
      try {
        let caughtUp: Promise<void> | undefined;
        const onReady = () => {
          readyMs = nowMs();
          // invoices settled while disconnected
          caughtUp = payments.lookUpLightning().then(() => {
            isAway = false;
            onLightning(undefined);
          });
          caughtUp.catch(onFailure);
        };
        await wallet.follow((settled) => payments.onSettled(settled), onReady, signal);
        await caughtUp;
      } catch (error) {
        if (signal.aborted) return;
        onLightning(error);
      }
      isAway = true;
      failures = nowMs() - readyMs >= stableMs ? 1 : failures + 1;
      await pause(backOffMs(failures, { firstMs: 500, maxMs: maxBackOffMs }), signal);
    }
  }

  function look(): void {
    if (running !== undefined || signal.aborted) return;
    const isFull = isDue;
    [isDue, isChanged] = [false, false];
    running = payments
      .reconcile(isFull)
      .then(
        () => {
          if (isDue || isChanged) lookSoon();
        },
        (error: unknown) => {
          // repeated with the next block or change, at the latest after half a minute
          isDue = true;
          onFailure(error);
        },
      )
      .finally(() => {
        running = undefined;
      });
  }

  function lookSoon(): void {
    if (signal.aborted) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, lookMs);
  }

  return {
    isLightningAway: () => isAway,
    start() {
      timer = setInterval(() => {
        isDue = true;
        look();
      }, fullLookMs);
      look();
      if (lightning !== undefined) following = follow(lightning);
    },
    wake() {
      isDue = true;
      look();
    },
    onMempoolChange() {
      isChanged = true;
      lookSoon();
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      stopping.abort();
      await running;
      await following;
    },
  };
}
