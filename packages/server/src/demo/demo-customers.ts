import { setTimeout as sleep } from 'node:timers/promises';
import { isCoded } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { recentTxs } from '../api/mempool/mempool.ts';
import type { NetworkContext } from '../network/network-context.ts';
import type { Services } from '../services/open-services.ts';

/** Pause between two accelerations, ms: two or three for each block. */
const pauseMs = 18_000;

/**
 * Buys accelerations for transactions of the demo that would wait for more than a block, and pays their simulated invoices.
 * @returns stops it
 */
export function startDemoCustomers(
  services: Pick<Services, 'accelerator' | 'payments' | 'simulatePayment'>,
  context: NetworkContext,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await buyOne(services, context);
      } catch (error) {
        // mined or replaced meanwhile, or accelerated by a visitor
        if (!isCoded(error)) throw error;
        log.debug({ event: 'demo-customer', code: error.code });
      }
    }
  }
  const running = run().catch((error: unknown) =>
    log.warn({ event: 'demo-customers', error: String(error) }, 'the demo accelerates no transactions any more'),
  );
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Accelerates the newest transaction with the lowest fee rate, if it needs that and costs enough for an invoice. */
async function buyOne(
  { accelerator, payments, simulatePayment }: Parameters<typeof startDemoCustomers>[0],
  context: NetworkContext,
): Promise<void> {
  const newest = recentTxs(context).toSorted((a, b) => a.fee / a.vsize - b.fee / b.vsize);
  for (const { txid } of newest.slice(0, 3)) {
    const quote = await accelerator.quote(txid);
    if (quote === undefined) continue;
    const { package: of, options, baseFee, vsizeFee } = quote;
    const bidSats = options[1];
    const isNeeded = of.effectiveFee < of.nextBlockRate * of.effectiveVsize;
    if (!isNeeded || bidSats + baseFee + vsizeFee < payments.bounds.min) continue;
    const { payment_hash } = await payments.requestAcceleration(undefined, txid, { bidSats });
    if (payment_hash !== null) simulatePayment?.(payment_hash);
    return;
  }
}
