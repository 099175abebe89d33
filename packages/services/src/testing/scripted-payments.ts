import type { LightningWallet, PaymentChain, ReceivedOutput, SettledInvoice } from '../payments/providers.ts';

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
