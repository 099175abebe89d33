import { type LndAddress, lndGet, lndJson, lndMessages } from '@glassblock/lightning';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { LightningWallet, SettledInvoice } from '@glassblock/services';

const requestTimeoutMs = 15_000;
/** All bitcoins: sums of larger amounts would not be exact. */
const maxSats = 2_100_000_000_000_000;

/**
 * Creates a wallet from lnd's REST API. Its macaroon needs no more than `invoices:read` and `invoices:write`: with it,
 * nothing can be sent.
 */
export function createLndWallet(address: LndAddress): LightningWallet {
  return {
    async createInvoice({ amountSats, memo, lifeSeconds }) {
      const body = { value: String(amountSats), memo, expiry: String(lifeSeconds) };
      const answer = await lndJson(address, '/v1/invoices', AbortSignal.timeout(requestTimeoutMs), body);
      const { r_hash: hash, payment_request: paymentRequest } = answer;
      if (typeof hash !== 'string' || typeof paymentRequest !== 'string') throw badAnswer();
      return { paymentHash: hexOf(hash), paymentRequest };
    },
    async lookUp(paymentHash) {
      const path = `/v1/invoice/${paymentHash}`;
      try {
        return settledOf(await lndJson(address, path, AbortSignal.timeout(requestTimeoutMs)));
      } catch (error) {
        if (isUnknownInvoice(error)) return undefined;
        throw error;
      }
    },
    async follow(onSettled, onReady, signal) {
      const response = await lndGet(address, '/v1/invoices/subscribe', signal, 0);
      onReady();
      for await (const { result } of lndMessages(response)) {
        if (typeof result !== 'object' || result === null) throw badAnswer();
        const settled = settledOf(result as Record<string, unknown>);
        if (settled !== undefined) await onSettled(settled);
      }
    },
  };
}

/** Of another lnd than the one that made the invoice, or deleted. Source: lnd's invoices/interface.go */
const isUnknownInvoice = (error: unknown): boolean =>
  isCoded(error, 'lightning.bad-answer') &&
  /^(unable to locate invoice|there are no existing invoices)/.test(String(error.datum));

const badAnswer = () => new CodedError('lightning.bad-answer', 'lnd answered with an invoice of another form.');

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** Returns an invoice that is settled. */
function settledOf({ r_hash, state, amt_paid_sat, settle_date }: Record<string, unknown>): SettledInvoice | undefined {
  if (state !== 'SETTLED') return undefined;
  const [amountSats, settled] = [Number(amt_paid_sat), Number(settle_date)];
  const isAmount = Number.isInteger(amountSats) && amountSats <= maxSats;
  if (typeof r_hash !== 'string' || !isAmount || !Number.isSafeInteger(settled)) throw badAnswer();
  return { paymentHash: hexOf(r_hash), amountSats, settled };
}
