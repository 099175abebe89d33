/** An invoice of a Lightning node. */
export interface LightningInvoice {
  /** Hex. */
  paymentHash: string;
  /** BOLT 11. */
  paymentRequest: string;
}

/** A settled invoice of a Lightning node. */
export interface SettledInvoice {
  paymentHash: string;
  /** May exceed the requested amount. */
  amountSats: number;
  /** Unix seconds. */
  settled: number;
}

/** A Lightning node that can make and read invoices, and nothing else. */
export interface LightningWallet {
  createInvoice(request: { amountSats: number; memo: string; lifeSeconds: number }): Promise<LightningInvoice>;
  /** Returns the settled invoice of a payment hash; undefined while it is not settled, or not known. */
  lookUp(paymentHash: string): Promise<SettledInvoice | undefined>;
  /**
   * Calls `onSettled` for invoices that are settled from now on, until the signal or a failure ends it.
   * @param onReady called once it listens: earlier settlements have to be looked up
   */
  follow(
    onSettled: (invoice: SettledInvoice) => Promise<void>,
    onReady: () => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Addresses of the operator. */
export type AddressSource =
  | {
      kind: 'derived';
      /** Names the key, without revealing it. */
      id: string;
      /** Returns the address of an index. @throws when the index has none */
      derive(index: number): string;
    }
  /** A node wallet, which never returns an address twice. */
  | { kind: 'wallet'; next(): Promise<string> };

/** An output that pays to an address. */
export interface ReceivedOutput {
  txid: string;
  vout: number;
  amountSats: number;
  /** First seen, or the time of its block; Unix seconds. */
  time: number;
  /** Its block; undefined in the mempool. */
  block: { height: number; hash: string } | undefined;
}

/** The chain and the mempool as far as payments need them. */
export interface PaymentChain {
  /**
   * Returns all outputs to each of some addresses, as of one tip; also those that were spent since.
   * @returns undefined while the chain is not available
   */
  received(addresses: readonly string[]): Promise<{ height: number; outputs: ReceivedOutput[][] } | undefined>;
}

/** Payment methods of outside providers, by the names of clients. */
export const cardMethods = ['cashapp', 'applePay', 'googlePay', 'cardOnFile'] as const;
/** A payment method of an outside provider. */
export type CardMethod = (typeof cardMethods)[number];

/** A charge that a provider accepted. */
export interface CardCharge {
  /** Id at the provider. */
  reference: string;
  receiptUrl: string | null;
}

/** A card that a provider has stored for a user; it has no number of the card but its end. */
export interface StoredCard {
  /** At the provider. */
  id: string;
  last4: string;
  brand: string;
  /** Of its owner. */
  name: string;
  /** Postal code of the bill; empty when unknown. */
  billing: string;
  /** The last month in which it can be charged: 1 to 12, and a year of four digits. */
  expires: { month: number; year: number };
}

/** Cards that a provider has stored for users. */
export interface StoredCards {
  list(userId: number): Promise<StoredCard[]>;
  /** @returns false when the user has no such card */
  remove(userId: number, cardId: string): Promise<boolean>;
}

/** An outside provider of card payments. */
export interface CardProvider {
  /** Methods that it offers, with their bounds in cents. */
  readonly methods: Readonly<Partial<Record<CardMethod, { minCents: number; maxCents: number }>>>;
  /** Settings of its widgets. */
  readonly setup: { squareAppId: string; squareLocationId: string };
  /** Absent: it stores none, and `cardOnFile` is refused. */
  readonly stored?: StoredCards;
  /** Cents of the operator's currency (USD) for some sats; undefined while no price is known. */
  centsOf(sats: number): number | undefined;
  /**
   * Charges a token; of `cardOnFile` the id of a stored card, which is the user's. The same key never charges twice.
   * @returns undefined when the payment was declined
   */
  charge(request: {
    method: CardMethod;
    token: string;
    cents: number;
    idempotencyKey: string;
    details: Readonly<Record<string, unknown>>;
  }): Promise<CardCharge | undefined>;
  /** Returns the charge of a key whose answer was lost; undefined when nothing was charged. */
  find(idempotencyKey: string): Promise<CardCharge | undefined>;
}
