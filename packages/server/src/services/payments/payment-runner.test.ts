import type { LightningWallet, Payments } from '@glassblock/services';
import { expect, it } from 'vitest';
import { createPaymentRunner } from './payment-runner.ts';

it('waits longer each time for a Lightning node that accepts a connection and ends it at once', async () => {
  let [ms, lastsMs] = [0, 0];
  const pauses: number[] = [];
  const paused = Promise.withResolvers<void>();
  const wallet = {
    async follow(_: unknown, onReady: () => void) {
      onReady();
      ms += lastsMs;
    },
  } as unknown as LightningWallet;
  const payments = {
    reconcile: async () => undefined,
    lookUpLightning: async () => undefined,
  } as unknown as Payments;
  const reports = { onFailure: () => undefined, onLightning: () => undefined };
  const runner = createPaymentRunner(payments, wallet, reports, {
    async pause(duration) {
      pauses.push(duration);
      // a connection that lasts is followed by a short pause again
      lastsMs = pauses.length === 6 ? 60_000 : 0;
      if (pauses.length === 7) {
        paused.resolve();
        await runner.stop();
      }
    },
    nowMs: () => ms,
  });
  runner.start();
  await paused.promise;
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 500]);
});
