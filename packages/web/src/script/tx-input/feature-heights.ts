import { type NetworkRow, networks } from '@glassblock/primitives';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/** From which height a network's confirmed transactions are marked for using a feature or not; undefined where never. */
export const featureHeights = (network: string): NetworkRow['featureHeights'] | undefined =>
  rows[network]?.featureHeights;
