import type {
  CardCharge,
  CardProvider,
  LightningWallet,
  PaymentChain,
  ReceivedOutput,
  SettledInvoice,
  StoredCard,
} from '../payments/providers.ts';

/** A Lightning node of a test. */
export interface ScriptedLightning extends LightningWallet {
  readonly settled: Map<string, SettledInvoice>;
  isAway: boolean;
  /** Payment hashes of all invoices, oldest first. */
  readonly hashes: string[];
}

/** Creates a Lightning node. @param onCall called before and after each change; may throw as if the program ended */
export function createScriptedLightning(onCall: () => void = () => undefined): ScriptedLightning {
  const lightning: ScriptedLightning = {
    settled: new Map(),
    hashes: [],
    isAway: false,
    async createInvoice({ amountSats }) {
      if (lightning.isAway) throw new Error('away');
      onCall();
      const paymentHash = (lightning.hashes.length + 1).toString(16).padStart(64, '0');
      lightning.hashes.push(paymentHash);
      onCall();
      return { paymentHash, paymentRequest: `lnbcrt${amountSats}` };
    },
    async lookUp(paymentHash) {
      if (lightning.isAway) throw new Error('away');
      onCall();
      return lightning.settled.get(paymentHash);
    },
    follow: async () => undefined,
  };
  return lightning;
}

/** A chain of a test: outputs by address. */
export interface ScriptedOutputs extends PaymentChain {
  height: number;
  isAvailable: boolean;
  readonly outputs: Map<string, ReceivedOutput[]>;
}

/** Creates a chain without outputs. */
export function createScriptedOutputs(): ScriptedOutputs {
  const chain: ScriptedOutputs = {
    height: 100,
    isAvailable: true,
    outputs: new Map(),
    async received(addresses) {
      if (!chain.isAvailable) return undefined;
      return { height: chain.height, outputs: addresses.map((address) => chain.outputs.get(address) ?? []) };
    },
  };
  return chain;
}

/** A card provider of a test. */
export interface ScriptedCards extends CardProvider {
  readonly charges: Map<string, CardCharge & { cents: number }>;
  centsPerSat: number | undefined;
  /** Stored cards by user. */
  readonly owned: Map<number, StoredCard[]>;
}

/** Creates a provider that declines the token `declined`. @param onCall as of `createScriptedLightning` */
export function createScriptedCards(onCall: () => void): ScriptedCards {
  const cards: ScriptedCards = {
    charges: new Map(),
    centsPerSat: 0.1,
    owned: new Map(),
    stored: {
      list: async (userId) => cards.owned.get(userId) ?? [],
      async remove(userId, cardId) {
        const before = cards.owned.get(userId) ?? [];
        const left = before.filter(({ id }) => id !== cardId);
        cards.owned.set(userId, left);
        return left.length < before.length;
      },
    },
    methods: { applePay: { minCents: 100, maxCents: 20_000 }, cardOnFile: { minCents: 100, maxCents: 20_000 } },
    setup: { squareAppId: 'app', squareLocationId: 'location' },
    centsOf: (sats) => (cards.centsPerSat === undefined ? undefined : Math.ceil(sats * cards.centsPerSat)),
    async charge({ token, cents, idempotencyKey }) {
      onCall();
      const known = cards.charges.get(idempotencyKey);
      if (known !== undefined || token === 'declined') return known;
      const number = cards.charges.size + 1;
      const receiptUrl = `https://provider.example/receipt/${number}`;
      const charge = { reference: `charge ${number}`, receiptUrl, cents };
      cards.charges.set(idempotencyKey, charge);
      onCall();
      return charge;
    },
    async find(idempotencyKey) {
      onCall();
      return cards.charges.get(idempotencyKey);
    },
  };
  return cards;
}
