import type { NodeAddress } from '@glassblock/node';
import type { FaucetLimits } from '@glassblock/services';
import { type Static, Type } from 'typebox';

const Path = Type.String({ minLength: 1 });
const maxSats = 100_000_000_000;
const Sats = (value: number) => Type.Integer({ default: value, minimum: 1, maximum: maxSats });

/** Networks whose coins have no value. */
export const faucetNetworks = ['testnet', 'testnet4', 'signet', 'regtest'] as const;

const FaucetFile = Type.Object(
  {
    network: Type.Enum([...faucetNetworks]),
    /** The node of the wallet, and its credentials. */
    node: Type.String(),
    user: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    passwordFile: Type.Optional(Path),
    cookie: Type.Optional(Path),
    /** Name of the wallet; default: the only one of the node. */
    wallet: Type.Optional(Type.String()),
    /** Sats of one request. */
    min: Sats(5_000),
    max: Sats(500_000),
    /** Sats of one user, and of all users, in 24 hours. */
    userPerDay: Sats(1_000_000),
    allPerDay: Sats(50_000_000),
    /** Between two requests of a user, and to an address. */
    waitSeconds: Type.Integer({ default: 3_600, minimum: 0, maximum: 2_592_000 }),
    /** sat/vB of its transactions. */
    feeRate: Type.Number({ default: 1, minimum: 0.1, maximum: 1_000 }),
    /** Requests of this time are paid by one transaction. */
    collectSeconds: Type.Number({ default: 3, minimum: 0, maximum: 60 }),
    /** Requests need a proof of work, which clients of mempool.space do not send. */
    proofOfWork: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);

/** Faucets, within the section `services` of the configuration file. */
export const faucetFields = {
  faucets: Type.Array(FaucetFile, { default: [], maxItems: faucetNetworks.length }),
};

/** A faucet of a test network. */
export interface FaucetConfig {
  network: string;
  node: NodeAddress;
  wallet: string | undefined;
  limits: FaucetLimits;
  feeRate: number;
  collectMs: number;
  needsProof: boolean;
}

/**
 * Returns the faucets; adds faults.
 * @param nodeOf returns the address of a node; undefined after a fault
 */
export function faucetsOf(
  files: readonly Static<typeof FaucetFile>[],
  faults: string[],
  nodeOf: (file: Static<typeof FaucetFile>) => NodeAddress | undefined,
): FaucetConfig[] {
  if (new Set(files.map(({ network }) => network)).size < files.length)
    faults.push('services.faucets: two faucets have the same network');
  return files.flatMap((file) => {
    const { network, wallet, feeRate, collectSeconds, proofOfWork } = file;
    const { min, max, userPerDay, allPerDay, waitSeconds } = file;
    if (min > max || max > userPerDay) faults.push('services.faucets: min, max and userPerDay must not decrease');
    const node = nodeOf(file);
    const limits = { min, max, userPerDay, allPerDay, waitSeconds };
    const rest = { feeRate, collectMs: collectSeconds * 1_000, needsProof: proofOfWork };
    return node === undefined ? [] : [{ network, node, wallet, limits, ...rest }];
  });
}
