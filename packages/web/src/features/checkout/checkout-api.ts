const base = (prefix: string) => `${prefix}/api/v1/services`;
const part = encodeURIComponent;

/** Paths of the routes, by their answers. */
export const checkoutApi = {
  quote: (prefix: string, txid: string) => `${prefix}/api/v1/accelerations/quote/${txid}`,
  estimate: (prefix: string) => `${base(prefix)}/accelerator/estimate`,
  accelerate: (prefix: string) => `${base(prefix)}/accelerator/accelerate`,
  invoice: (prefix: string) => `${base(prefix)}/accelerator/invoice`,
  invoiceOf: (prefix: string, id: string) => `${base(prefix)}/payments/bitcoin/invoice?id=${part(id)}`,
  order: (prefix: string, id: string) => `${base(prefix)}/payments/bitcoin/order?id=${part(id)}`,
  simulate: (prefix: string) => `${base(prefix)}/payments/bitcoin/simulate`,
};
