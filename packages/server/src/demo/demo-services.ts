import { join } from 'node:path';
import type { NodeAddress } from '@glassblock/node';
import type { ServicesConfig } from '../config/services-config.ts';

const invoiceMinutes = 30;

/**
 * Returns the services of the demo: its simulated node is the miner, payments are made by a button, and everything is
 * in memory, since each start has another chain.
 * @param directory of the demo
 */
export const demoServices = (node: NodeAddress, directory: string): ServicesConfig => ({
  network: 'demo',
  directory: join(directory, 'services'),
  database: { kind: 'sqlite', path: ':memory:' },
  fees: { baseFee: 500, feePerVbyte: 0.5 },
  signIn: { origin: undefined, signUp: false, proofCost: 5_000, mail: undefined },
  faucets: [],
  miners: [{ name: 'simulated miner', node, miningPoolId: undefined }],
  payments: {
    lnd: undefined,
    accountKey: undefined,
    wallet: undefined,
    lifeSeconds: invoiceMinutes * 60,
    isSimulated: true,
  },
});
