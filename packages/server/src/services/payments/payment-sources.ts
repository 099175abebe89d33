import { createNodeClient } from '@glassblock/node';
import { CodedError, type NetworkRow } from '@glassblock/primitives';
import type { AddressSource, LightningWallet } from '@glassblock/services';
import type { PaymentsConfig } from '../../config/services-config.ts';
import { addressesOfKey } from './address-key.ts';
import { createLndWallet } from './lnd-wallet.ts';
import { createSimulatedWallet } from './simulated-wallet.ts';

/** Sources of invoices and addresses. */
export interface PaymentSources {
  lightning: LightningWallet | undefined;
  addresses: AddressSource | undefined;
  /** Of the demo: pays an invoice; returns false when there is none. */
  simulate: ((paymentHash: string) => boolean) | undefined;
  close(): Promise<void>;
}

const walletTimeoutMs = 10_000;

/**
 * Opens the sources of a configuration; no request is sent yet.
 * @throws {CodedError} config.account-key
 */
export function openPaymentSources(
  config: PaymentsConfig | undefined,
  network: NetworkRow,
  nowSeconds: () => number,
): PaymentSources {
  const none = { lightning: undefined, addresses: undefined, simulate: undefined, close: async () => undefined };
  if (config === undefined) return none;
  if (config.isSimulated) {
    const wallet = createSimulatedWallet(nowSeconds);
    return { ...none, lightning: wallet, simulate: wallet.pay };
  }
  const { lnd, accountKey, wallet } = config;
  const lightning = lnd && createLndWallet(lnd);
  if (wallet === undefined)
    return {
      ...none,
      lightning,
      addresses: accountKey === undefined ? undefined : addressesOfKey(accountKey, network),
    };
  const client = createNodeClient({ ...wallet, connections: 1, timeoutMs: walletTimeoutMs });
  const addresses: AddressSource = {
    kind: 'wallet',
    async next() {
      const address = await client.rpc('getnewaddress', 'glassblock invoice', 'bech32');
      if (typeof address !== 'string') throw new CodedError('node.bad-answer', 'getnewaddress returned no address');
      return address;
    },
  };
  return { ...none, lightning, addresses, close: () => client.close() };
}
