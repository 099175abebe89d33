import { type NetworkName, networks } from '../networks.ts';

/** Rules of the default relay policy at a height; limits that never changed are constants where they apply. */
export interface StandardnessRules {
  /** 3 since TRUC (BIP 431), 2 before. */
  readonly maxVersion: 2 | 3;
  /** Anchor outputs may be spent (BIP 433). */
  readonly anchorSpends: boolean;
  /** One dust output is allowed where no fee is paid. */
  readonly ephemeralDust: boolean;
  /** One OP_RETURN output of at most 83 bytes; no such limits later. */
  readonly opReturnLimits: boolean;
  /** At most 2,500 executed legacy sigops (BIP 54). */
  readonly legacySigopLimit: boolean;
  /** Taproot is active: outputs of witness version 1 may be spent (BIP 341). */
  readonly taproot: boolean;
}

/**
 * First height at which a newer rule applies; 0 is "from the start". A policy rule has no exact height: these are when
 * releases with it had spread.
 */
interface Activations {
  readonly truc: number;
  readonly ephemeralDust: number;
  /** OP_RETURN limits removed and legacy sigop limit added: one release. */
  readonly core30: number;
}

const always: Activations = { truc: 0, ephemeralDust: 0, core30: 0 };

/** The version 3 heights are the last ones of the old rule. Source: mempool.space */
const activations: Readonly<Record<NetworkName, Activations>> = {
  mainnet: { truc: 863_501, ephemeralDust: 905_000, core30: 921_000 },
  testnet: { truc: 2_900_001, ephemeralDust: 4_550_000, core30: 4_750_000 },
  testnet4: { truc: 42_001, ephemeralDust: 90_500, core30: 108_000 },
  signet: { truc: 211_001, ephemeralDust: 260_000, core30: 276_500 },
  regtest: always,
  demo: always,
};

/**
 * Returns the rules for a transaction of that network and height.
 * @param height of its block; absent: today's rules, for the mempool and for previews
 */
export function standardnessRules(network: NetworkName, height?: number): StandardnessRules {
  const { truc, ephemeralDust, core30 } = activations[network];
  const since = (first: number): boolean => height === undefined || height >= first;
  return {
    maxVersion: since(truc) ? 3 : 2,
    anchorSpends: since(truc),
    ephemeralDust: since(ephemeralDust),
    opReturnLimits: !since(core30),
    legacySigopLimit: since(core30),
    taproot: since(networks[network].featureHeights.taproot),
  };
}
