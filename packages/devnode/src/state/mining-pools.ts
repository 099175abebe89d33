import { type NetworkRow, parseAddress } from '@glassblock/primitives';

/** A miner by its blocks: its coinbase text and, where it has one, its payout address. */
export interface Miner {
  readonly name: string;
  readonly tag: string;
  readonly address: string | undefined;
  /** Relative frequency of its blocks. */
  readonly share: number;
}

/**
 * A dozen well-known ones. Some pay to their real address, which is never spent here. Source: data/mining-pools.json
 */
export const miners: readonly Miner[] = [
  { name: 'Foundry USA', tag: 'Foundry USA Pool', address: undefined, share: 28 },
  { name: 'AntPool', tag: 'Mined by AntPool', address: undefined, share: 18 },
  { name: 'ViaBTC', tag: '/ViaBTC/', address: undefined, share: 13 },
  { name: 'F2Pool', tag: 'F2Pool', address: 'bc1qf274x7penhcd8hsv3jcmwa5xxzjl2a6pa9pxwm', share: 10 },
  { name: 'SpiderPool', tag: 'SpiderPool', address: undefined, share: 7 },
  { name: 'MARA Pool', tag: 'MARA Pool', address: undefined, share: 5 },
  { name: 'SECPOOL', tag: 'SecPool', address: '3Awm3FNpmwrbvAFVThRUFqgpbVuqWisni9', share: 4 },
  { name: 'Luxor', tag: '/LUXOR/', address: '39bitUyBcUu3y3hRTtYprKbTp712t4ZWqK', share: 4 },
  { name: 'Binance Pool', tag: '/Binance/', address: undefined, share: 3 },
  { name: 'OCEAN', tag: 'OCEAN.XYZ', address: '37dvwZZoT3D7RXpTCpN2yKzMmNs2i2Fd1n', share: 3 },
  { name: 'Braiins Pool', tag: '/slush/', address: '1AqTMY7kmHZxBuLUR5wJjPFUvqGs23sesr', share: 3 },
  { name: 'WhitePool', tag: 'WhitePool', address: undefined, share: 2 },
];

/** Returns the miner's payout script; undefined without an address or with one of another network. */
export function payoutScript(miner: Miner, network: NetworkRow): Uint8Array | undefined {
  if (miner.address === undefined) return undefined;
  try {
    return parseAddress(miner.address, network).script;
  } catch {
    return undefined;
  }
}
