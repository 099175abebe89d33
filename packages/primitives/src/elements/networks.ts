import { hashFromDisplay } from '../bytes/bytes.ts';
import { type NetworkRow, networks } from '../networks.ts';
import type { AssetId } from './tx/confidential.ts';

/** Elements networks by the name used in flags and configuration. */
export type ElementsNetworkName = 'liquid' | 'liquidtestnet' | 'liquidregtest' | 'liquiddemo';

/** All differences between Elements networks: code reads a row and never tests for a network. */
export interface ElementsNetworkRow
  extends Pick<
    NetworkRow,
    'label' | 'path' | 'p2pkh' | 'p2sh' | 'bech32' | 'genesisHash' | 'chain' | 'targetSpacing' | 'hasValue'
  > {
  readonly name: ElementsNetworkName;
  readonly format: 'elements';
  /** First byte of confidential base58 addresses. */
  readonly confidentialPrefix: number;
  /** Human-readable part of confidential segwit addresses. */
  readonly blech32: string;
  /** Pegged asset, internal order. */
  readonly nativeAsset: AssetId;
  /** False where genesis block and pegged asset follow from the node's options. */
  readonly hasFixedAsset: boolean;
  readonly nativeTicker: string;
  /** Chain that the pegged asset comes from; undefined where there is none. */
  readonly parent: NetworkRow | undefined;
}

const common = { format: 'elements', targetSpacing: 60, hasFixedAsset: true } as const;

/**
 * All Elements network rows. Genesis hash and native asset of liquidregtest follow from the options of the node: the
 * row has those of the recorded chain in `test/fixtures/elements`, and a client must take the node's own from
 * `getblockhash 0` and `getsidechaininfo`. Source: Elements chainparams.cpp; the nodes' genesis blocks and addresses.
 */
export const elementsNetworks: Readonly<Record<ElementsNetworkName, ElementsNetworkRow>> = {
  liquid: {
    ...common,
    name: 'liquid',
    label: 'Liquid',
    path: 'liquid',
    p2pkh: 57,
    p2sh: 39,
    bech32: 'ex',
    confidentialPrefix: 12,
    blech32: 'lq',
    genesisHash: '1466275836220db2944ca059a3a10ef6fd2ea684b0688d2c379296888a206003',
    chain: 'liquidv1',
    nativeAsset: hashFromDisplay('6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d'),
    nativeTicker: 'LBTC',
    parent: networks.mainnet,
    hasValue: true,
  },
  liquidtestnet: {
    ...common,
    name: 'liquidtestnet',
    label: 'Liquid Testnet',
    path: 'liquidtestnet',
    p2pkh: 36,
    p2sh: 19,
    bech32: 'tex',
    confidentialPrefix: 23,
    blech32: 'tlq',
    genesisHash: 'a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1',
    chain: 'liquidtestnet',
    nativeAsset: hashFromDisplay('144c654344aa716d6f3abcc1ca90e5641e4e2a7f633bc09fe3baf64585819a49'),
    nativeTicker: 'tLBTC',
    parent: undefined,
    hasValue: false,
  },
  liquidregtest: {
    ...common,
    hasFixedAsset: false,
    name: 'liquidregtest',
    label: 'Liquid Regtest',
    path: 'liquidregtest',
    p2pkh: 235,
    p2sh: 75,
    bech32: 'ert',
    confidentialPrefix: 4,
    blech32: 'el',
    genesisHash: 'b8d120e9550369f3397a5093a5f2a9c55b53ee2ec26f93ca2f0530ad7df1d92f',
    chain: 'liquidregtest',
    nativeAsset: hashFromDisplay('1368c4d7708bb7d24470dde05546fef743bcb5a76fd2d31860c8606c483d7dbf'),
    nativeTicker: 'rLBTC',
    parent: networks.regtest,
    hasValue: false,
  },
  liquiddemo: {
    ...common,
    hasFixedAsset: false,
    name: 'liquiddemo',
    label: 'Liquid demo',
    path: 'liquid',
    p2pkh: 57,
    p2sh: 39,
    bech32: 'ex',
    confidentialPrefix: 12,
    blech32: 'lq',
    genesisHash: 'd161f462e855ca295b750f5d529265d3326e3d1b9a164d647e8900e02402b6fa',
    chain: 'liquiddemo',
    nativeAsset: hashFromDisplay('1d'.repeat(32)),
    nativeTicker: 'dLBTC',
    parent: networks.demo,
    hasValue: false,
  },
};
