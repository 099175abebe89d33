import type { Format, Height, Sats } from './units.ts';

/** Networks by the name used in flags and configuration. */
export type NetworkName = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest' | 'demo';

/** All differences between networks: code reads a row and never tests for a network. */
export interface NetworkRow {
  readonly name: NetworkName;
  /** Name for users. */
  readonly label: string;
  /** Path segment in URLs of pages and API when it is not the root network; '' for mainnet. */
  readonly path: string;
  readonly format: Format;
  /** Version byte of base58 addresses. */
  readonly p2pkh: number;
  readonly p2sh: number;
  /** Human-readable part of segwit addresses. */
  readonly bech32: string;
  /** Display order. */
  readonly genesisHash: string;
  /** First four bytes of each message between nodes, in order of sending. */
  readonly magic: Uint8Array;
  /** `chain` in the node's getblockchaininfo. */
  readonly chain: string;
  /** Default RPC port; 0 where there is none. */
  readonly rpcPort: number;
  /** Blocks between halvings. */
  readonly subsidyHalvingInterval: number;
  /** Mean block interval, seconds; the demo's is shorter than the ten minutes of its difficulty rule. */
  readonly targetSpacing: number;
  /** Blocks between difficulty adjustments. */
  readonly retargetInterval: number;
  /** False where the difficulty never changes. */
  readonly retargets: boolean;
  /** False for test networks, whose bitcoins have no value. */
  readonly hasValue: boolean;
  /** True where a late block may have difficulty 1 (or the network's minimum). */
  readonly minDifficultyRule: boolean;
  /** Heights from which on a confirmed transaction is labelled for using a feature or not. */
  readonly featureHeights: { readonly rbf: Height; readonly segwit: Height; readonly taproot: Height };
  /** Leading zeros of block hashes in hex, which distinguish them from txids in a search before the lookup. */
  readonly blockHashZeros: number;
}

const heights = (rbf: number, segwit: number, taproot: number): NetworkRow['featureHeights'] => ({
  rbf: rbf as Height,
  segwit: segwit as Height,
  taproot: taproot as Height,
});

const mainnetRules = {
  format: 'bitcoin',
  p2pkh: 0x00,
  p2sh: 0x05,
  bech32: 'bc',
  subsidyHalvingInterval: 210_000,
  targetSpacing: 600,
  retargetInterval: 2016,
  retargets: true,
  hasValue: false,
  minDifficultyRule: false,
} as const;

const testRules = { ...mainnetRules, p2pkh: 0x6f, p2sh: 0xc4, bech32: 'tb', minDifficultyRule: true } as const;

/** All network rows. Source: Core kernel/chainparams.cpp; feature heights as mempool.space */
export const networks: Readonly<Record<NetworkName, NetworkRow>> = {
  mainnet: {
    ...mainnetRules,
    hasValue: true,
    name: 'mainnet',
    label: 'Mainnet',
    path: '',
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    magic: Uint8Array.of(0xf9, 0xbe, 0xb4, 0xd9),
    chain: 'main',
    rpcPort: 8332,
    featureHeights: heights(399_701, 477_120, 709_632),
    blockHashZeros: 8,
  },
  testnet: {
    ...testRules,
    name: 'testnet',
    label: 'Testnet',
    path: 'testnet',
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    magic: Uint8Array.of(0x0b, 0x11, 0x09, 0x07),
    chain: 'test',
    rpcPort: 18332,
    featureHeights: heights(720_255, 872_730, 2_032_291),
    blockHashZeros: 8,
  },
  testnet4: {
    ...testRules,
    name: 'testnet4',
    label: 'Testnet4',
    path: 'testnet4',
    genesisHash: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    magic: Uint8Array.of(0x1c, 0x16, 0x3f, 0x28),
    chain: 'testnet4',
    rpcPort: 48332,
    featureHeights: heights(0, 0, 0),
    blockHashZeros: 8,
  },
  signet: {
    ...testRules,
    name: 'signet',
    label: 'Signet',
    path: 'signet',
    genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    magic: Uint8Array.of(0x0a, 0x03, 0xcf, 0x40),
    chain: 'signet',
    rpcPort: 38332,
    minDifficultyRule: false,
    featureHeights: heights(0, 0, 0),
    blockHashZeros: 5,
  },
  regtest: {
    ...testRules,
    name: 'regtest',
    label: 'Regtest',
    path: 'regtest',
    bech32: 'bcrt',
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    magic: Uint8Array.of(0xfa, 0xbf, 0xb5, 0xda),
    chain: 'regtest',
    rpcPort: 18443,
    subsidyHalvingInterval: 150,
    retargets: false,
    featureHeights: heights(0, 0, 0),
    blockHashZeros: 1,
  },
  // The simulated node's chain: mainnet's rules and addresses, with shorter intervals, on regtest's genesis block, which needs no proof of work.
  demo: {
    ...mainnetRules,
    // its prices are simulated as well
    hasValue: true,
    name: 'demo',
    label: 'Demo',
    path: 'demo',
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    magic: Uint8Array.of(0x64, 0x65, 0x6d, 0x6f),
    chain: 'demo',
    rpcPort: 0,
    // a chain of 2,700 to 2,844 blocks has difficulty adjustments, and mainnet's subsidy of the years 2024 to 2028
    subsidyHalvingInterval: 670,
    targetSpacing: 45,
    retargetInterval: 504,
    featureHeights: heights(0, 0, 0),
    blockHashZeros: 0,
  },
};

/**
 * Returns the subsidy of a block at `height`, without fees: 50 BTC, halved each interval, rounded down; 0 from the 34th
 * on. Source: Core GetBlockSubsidy
 */
export function subsidyAt(height: number, network: NetworkRow): Sats {
  return Math.floor(5_000_000_000 / 2 ** Math.floor(height / network.subsidyHalvingInterval)) as Sats;
}
