import { randomBytes } from 'node:crypto';
import type { LightningWallet, SettledInvoice } from '@glassblock/services';

/** A wallet of the demo: its invoices are paid by a button. */
export interface SimulatedWallet extends LightningWallet {
  /** Pays an invoice. @returns false when there is none */
  pay(paymentHash: string): boolean;
}

const maxInvoices = 10_000;

/** Creates a wallet whose invoices no Lightning wallet can pay. */
export function createSimulatedWallet(nowSeconds: () => number): SimulatedWallet {
  const amounts = new Map<string, number>();
  const settled = new Map<string, SettledInvoice>();
  let report: ((invoice: SettledInvoice) => void) | undefined;
  return {
    async createInvoice({ amountSats }) {
      const paymentHash = randomBytes(32).toString('hex');
      amounts.set(paymentHash, amountSats);
      const [oldest] = amounts.keys();
      if (amounts.size > maxInvoices) amounts.delete(oldest!);
      return { paymentHash, paymentRequest: `simulated-invoice-${amountSats}-sats-${paymentHash.slice(0, 20)}` };
    },
    lookUp: async (paymentHash) => settled.get(paymentHash),
    async follow(onSettled, onReady, signal) {
      const failed = Promise.withResolvers<void>();
      report = (invoice) => void onSettled(invoice).catch(failed.reject);
      signal.addEventListener('abort', () => failed.resolve());
      onReady();
      await failed.promise;
    },
    pay(paymentHash) {
      const amountSats = amounts.get(paymentHash);
      if (amountSats === undefined) return false;
      const invoice = { paymentHash, amountSats, settled: nowSeconds() };
      settled.set(paymentHash, invoice);
      amounts.delete(paymentHash);
      report?.(invoice);
      return true;
    },
  };
}
