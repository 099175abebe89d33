import { type NetworkRow, networks } from '@glassblock/primitives';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/** Returns the heights from which confirmed transactions have feature badges; undefined: never. */
export const featureHeights = (network: string): NetworkRow['featureHeights'] | undefined =>
  rows[network]?.featureHeights;
