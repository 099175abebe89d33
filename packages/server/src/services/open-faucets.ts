import { createNodeClient } from '@glassblock/node';
import { createFaucet, createNodeWallet, type Database, type Faucet } from '@glassblock/services';
import type { Logger } from 'pino';
import type { FaucetConfig } from '../config/faucet-config.ts';

/** A faucet, and whether its requests need a proof of work. */
export interface OpenFaucet {
  faucet: Faucet;
  needsProof: boolean;
}

/** Faucets by network. */
export interface Faucets {
  find(network: string): OpenFaucet | undefined;
  stop(): Promise<void>;
}

const nodeTimeoutMs = 10_000;

/** Opens the faucets: transactions that were signed before the last end of the program are sent first. */
export function openFaucets(
  configs: readonly FaucetConfig[],
  { database, nowSeconds, log }: { database: Database; nowSeconds: () => number; log: Logger },
): Faucets {
  const faucets = new Map<string, OpenFaucet>();
  const endings: (() => Promise<void>)[] = [];
  for (const { network, node, wallet: name, limits, feeRate, collectMs, needsProof } of configs) {
    const client = createNodeClient({
      ...node,
      ...(name !== undefined && { wallet: name }),
      connections: 2,
      timeoutMs: nodeTimeoutMs,
    });
    const faucet = createFaucet({
      database,
      network,
      wallet: createNodeWallet(client, feeRate),
      limits,
      collectMs,
      nowSeconds,
      onFailure: (error) =>
        log.warn({ event: 'faucet', network, error: String(error) }, `the faucet of ${network} could not pay`),
    });
    faucet.resume();
    faucets.set(network, { faucet, needsProof });
    endings.push(async () => {
      await faucet.stop();
      await client.close();
    });
  }
  return {
    find: (network) => faucets.get(network),
    async stop() {
      await Promise.all(endings.map((end) => end()));
    },
  };
}
