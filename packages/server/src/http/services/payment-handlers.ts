import type { AutoAccelerations, PaymentInvoice, PaymentOrder, paymentRoutes } from '@glassblock/contract/services';
import {
  type AccelerationRow,
  autoAccelerationsOf,
  type CardMethod,
  claimableSats,
  claimInvoice,
  findInvoice,
  type InvoiceRow,
  type PaymentRow,
  paymentsOf,
  trackAcceleration,
  untrackAcceleration,
} from '@glassblock/services';
import { presentCard } from './present-services.ts';
import { integerOf, noContent, optionalTextOf, type ServiceCall, textOf, txidOf } from './service-call.ts';
import { ServiceFault } from './service-fault.ts';

/** Smallest top-up, as clients of mempool.space expect it. */
const minTopUpSats = 1_000_000;
const satsPerBtc = 100_000_000;
const maxIdLength = 64;

function requestKeyOf({ request }: ServiceCall): string | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

async function invoiceOf({ services, fields }: ServiceCall, name: string): Promise<InvoiceRow> {
  const id = textOf(fields, name);
  const invoice = id.length > maxIdLength ? undefined : await findInvoice(services.database, id);
  if (invoice === undefined) throw new ServiceFault('invoice_not_found');
  return invoice;
}

/** Converts an invoice. */
async function presentInvoice({ services }: ServiceCall, invoice: InvoiceRow): Promise<PaymentInvoice> {
  const payments = await paymentsOf(services.database, invoice.id);
  const due = Math.max(0, invoice.amount - sumOf(payments, ['seen', 'credited', 'owed']));
  const { address, payment_request: request } = invoice;
  return {
    btcpayInvoiceId: invoice.id,
    btcDue: (due / satsPerBtc).toFixed(8),
    addresses: { ...(address !== null && { BTC: address }), ...(request !== null && { BTC_LightningLike: request }) },
    expirationTime: invoice.expires,
    itemDesc: invoice.txid === null ? 'Top-up of the balance' : `Acceleration of ${invoice.txid}`,
    cryptoInfo: [{ payments: payments.map(({ reference }) => ({ id: reference })) }],
    ...(services.simulatePayment && { simulated: true }),
  };
}

const sumOf = (payments: readonly PaymentRow[], statuses: readonly PaymentRow['status'][]): number =>
  payments.reduce((sum, { amount, status }) => (statuses.includes(status) ? sum + amount : sum), 0);

const accelerationOf = ({ services }: ServiceCall, id: number): Promise<AccelerationRow> =>
  services.database.selectFrom('accelerations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Converts the progress of an invoice. */
async function presentOrder(call: ServiceCall, invoice: InvoiceRow): Promise<PaymentOrder> {
  const { database } = call.services;
  const payments = await paymentsOf(database, invoice.id);
  const bought = invoice.acceleration_id === null ? undefined : await accelerationOf(call, invoice.acceleration_id);
  return {
    id: invoice.id,
    kind: invoice.kind,
    status: invoice.status,
    amount: invoice.amount,
    received: sumOf(payments, ['credited', 'owed']),
    pending: sumOf(payments, ['seen']),
    claimable: await claimableSats(database, invoice),
    guest: invoice.user_id === null || invoice.is_guest === 1,
    added: invoice.added,
    expires: invoice.expires,
    payments: payments.map(({ method, reference, amount, status, block_height, added }) => ({
      method,
      reference,
      amount,
      status,
      blockHeight: block_height,
      added,
    })),
    reason: invoice.reason,
    ...(bought && {
      acceleration: {
        txid: bought.txid,
        status: bought.status,
        maxBid: bought.bid,
        bidBoost: bought.bid_boost,
        baseFee: bought.base_fee,
        vsizeFee: bought.vsize_fee,
        blockHeight: bought.block_height,
      },
    }),
  };
}

/** Answers 200, 204, or an error for 400, 404, 504. */
async function check(call: ServiceCall): Promise<unknown> {
  const invoice = await invoiceOf(call, 'order_id');
  const { status, acceleration_id, payment_hash } = invoice;
  if (status === 'expired' || status === 'credited') throw new ServiceFault('invoice_expired');
  if (status === 'accelerated' && (await accelerationOf(call, acceleration_id!)).status === 'failed')
    throw new ServiceFault('invoice_expired');
  if (status === 'paid' || status === 'accelerated') return undefined;
  if (payment_hash !== null && call.services.isLightningAway()) throw new ServiceFault('payment_state_unknown');
  return noContent;
}

const chargeBy = (method: CardMethod) => async (call: ServiceCall) => {
  const { services, fields, caller } = call;
  if (services.payments.cards === undefined) throw new ServiceFault('payment_method_not_allowed');
  const approved = Number(fields['userApprovedUSD'] ?? Number.NaN);
  const receiptUrl = await services.payments.chargeCard({
    userId: caller?.user.id,
    txid: txidOf(fields),
    method,
    token: textOf(fields, 'token'),
    referenceId: optionalTextOf(fields, 'referenceId'),
    approvedCents: Number.isFinite(approved) ? Math.round(approved * 100) : undefined,
    details: fields,
  });
  return { receiptUrl };
};

/** A number of JSON or of a form. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw new ServiceFault('bad_request');
  return number;
}

/** Handlers of payments and automatic acceleration. */
export const paymentHandlers: Readonly<Record<keyof typeof paymentRoutes, (call: ServiceCall) => Promise<unknown>>> = {
  async invoice(call) {
    const { services, caller, fields } = call;
    const bid = { bidSats: integerOf(fields, 'maxBidBoost') };
    const key = requestKeyOf(call);
    return presentInvoice(
      call,
      await services.payments.requestAcceleration(caller?.user.id, txidOf(fields, 'txid', 'txInput'), bid, key),
    );
  },
  async bitcoin(call) {
    const { services, caller, fields } = call;
    const total = { totalSats: integerOf(fields, 'amount') };
    const key = requestKeyOf(call);
    return presentInvoice(
      call,
      await services.payments.requestAcceleration(caller?.user.id, txidOf(fields, 'product'), total, key),
    );
  },
  bitcoinInvoice: async (call) => presentInvoice(call, await invoiceOf(call, 'id')),
  bitcoinCheck: check,
  bitcoinOrder: async (call) => presentOrder(call, await invoiceOf(call, 'id')),
  async bitcoinClaim({ services, caller, fields }) {
    const claim = { invoiceId: textOf(fields, 'id'), userId: caller!.user.id };
    return { amount: await claimInvoice(services.database, claim, services.nowSeconds()) };
  },
  async bitcoinSimulate(call) {
    const { simulatePayment } = call.services;
    if (simulatePayment === undefined) throw new ServiceFault('not_available');
    const { payment_hash } = await invoiceOf(call, 'id');
    if (payment_hash === null || !simulatePayment(payment_hash)) throw new ServiceFault('invoice_expired');
    return undefined;
  },
  async topUp(call) {
    const { services, caller, fields } = call;
    const amount = integerOf(fields, 'amount');
    if (amount < minTopUpSats) throw new ServiceFault('payment_method_not_allowed_out_of_bound');
    return presentInvoice(call, await services.payments.requestTopUp(caller!.user.id, amount, requestKeyOf(call)));
  },
  async squareSetup({ services }) {
    const { cards } = services.payments;
    if (cards === undefined) throw new ServiceFault('payment_method_not_allowed');
    return cards.setup;
  },
  cashapp: chargeBy('cashapp'),
  applePay: chargeBy('applePay'),
  googlePay: chargeBy('googlePay'),
  cardOnFile: chargeBy('cardOnFile'),
  async storedCards({ services, caller }) {
    const stored = services.payments.cards?.stored;
    return stored === undefined ? noContent : (await stored.list(caller!.user.id)).map(presentCard);
  },
  async removeCard({ services, caller, fields }) {
    const stored = services.payments.cards?.stored;
    if (stored === undefined) throw new ServiceFault('payment_method_not_allowed');
    if (!(await stored.remove(caller!.user.id, textOf(fields, 'id')))) throw new ServiceFault('bad_request');
    return undefined;
  },
  async autoAccelerate({ services, caller, fields }) {
    const value = numberOf(fields['value']);
    const request = { userId: caller!.user.id, txid: txidOf(fields, 'txid', 'txInput'), type: textOf(fields, 'type') };
    await trackAcceleration(services.auto, { ...request, value });
    return undefined;
  },
  async autoHistory({ services, caller }): Promise<AutoAccelerations> {
    const rows = await autoAccelerationsOf(services.database, caller!.user.id);
    return rows.map(({ txid, status, added, trigger_type, trigger_value }) => ({
      txid,
      status,
      added,
      trigger_type,
      trigger_value,
    }));
  },
  async autoCancel({ services, caller, fields }) {
    const type = fields['type'] === undefined ? undefined : textOf(fields, 'type');
    const ended = await untrackAcceleration(services.database, { userId: caller!.user.id, txid: txidOf(fields), type });
    return ended === 0 ? noContent : undefined;
  },
};
