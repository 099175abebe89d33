/** Nodes that can be simulated. */
export type ProfileName = 'core28' | 'core30' | 'core31' | 'knots29';

/** Differences between nodes: the simulation reads a row and never tests for a node. */
export interface Profile {
  readonly name: ProfileName;
  readonly version: number;
  readonly subversion: string;
  /** REST `spenttxouts`. */
  readonly spentOutputs: boolean;
  /** REST `blockpart`. */
  readonly blockPart: boolean;
  /** RPCs of the cluster mempool. */
  readonly clusters: boolean;
  /** Sats per 1000 virtual bytes. */
  readonly minRelayFee: number;
  readonly incrementalRelayFee: number;
  /** Longest OP_RETURN script that is relayed, bytes. */
  readonly dataCarrierSize: number;
  readonly bareMultisig: boolean;
  /** Additional fields of getmempoolinfo. */
  readonly mempoolInfoExtras: Readonly<Record<string, unknown>>;
  /** Additional fields of getnetworkinfo. */
  readonly networkInfoExtras: Readonly<Record<string, unknown>>;
}

/** The profiles. Knots runs with every policy flag set as Bitcoin Core has it. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  core28: {
    name: 'core28',
    version: 280100,
    subversion: '/Satoshi:28.1.0/',
    spentOutputs: false,
    blockPart: false,
    clusters: false,
    minRelayFee: 1000,
    incrementalRelayFee: 1000,
    dataCarrierSize: 83,
    bareMultisig: true,
    mempoolInfoExtras: { fullrbf: true },
    networkInfoExtras: {},
  },
  core30: {
    name: 'core30',
    version: 300000,
    subversion: '/Satoshi:30.0.0/',
    spentOutputs: true,
    blockPart: false,
    clusters: false,
    minRelayFee: 100,
    incrementalRelayFee: 100,
    dataCarrierSize: 100_000,
    bareMultisig: true,
    mempoolInfoExtras: { fullrbf: true, permitbaremultisig: true, maxdatacarriersize: 100_000 },
    networkInfoExtras: {},
  },
  core31: {
    name: 'core31',
    version: 310000,
    subversion: '/Satoshi:31.0.0/',
    spentOutputs: true,
    blockPart: true,
    clusters: true,
    minRelayFee: 100,
    incrementalRelayFee: 100,
    dataCarrierSize: 100_000,
    bareMultisig: true,
    mempoolInfoExtras: {
      fullrbf: true,
      permitbaremultisig: true,
      maxdatacarriersize: 100_000,
      limitclustercount: 64,
      limitclustersize: 101_000,
      optimal: true,
    },
    networkInfoExtras: {},
  },
  knots29: {
    name: 'knots29',
    version: 290400,
    subversion: '/Satoshi:29.4.0/Knots:20260508/',
    spentOutputs: true,
    blockPart: false,
    clusters: false,
    minRelayFee: 1000,
    incrementalRelayFee: 1000,
    dataCarrierSize: 100_000,
    bareMultisig: true,
    mempoolInfoExtras: { fullrbf: true, rbf_policy: 'always', truc_policy: 'accept' },
    networkInfoExtras: { uacomment: [], warnings_detail: [] },
  },
};
