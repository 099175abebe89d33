import { isCoded, type NetworkRow, parseAddress } from '@glassblock/primitives';
import { type Static, Type } from 'typebox';

/** Wallets that the operator watches, in the configuration file. */
export const WalletsFile = Type.Array(
  Type.Object(
    {
      /** As in the path. */
      name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' }),
      addresses: Type.Array(Type.String(), { minItems: 1, maxItems: 100, uniqueItems: true }),
      /** Name of its owner: the wallet is listed among the treasuries. */
      treasury: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    },
    { additionalProperties: false },
  ),
  { default: [], maxItems: 200 },
);

/** A watched wallet of the root network. */
export interface WatchedWalletConfig {
  name: string;
  addresses: readonly string[];
  treasury: string | undefined;
}

/** Returns the watched wallets; adds faults. @param network the root network; undefined: it is not of Bitcoin */
export function watchedWalletsOf(
  file: Static<typeof WalletsFile>,
  network: NetworkRow | undefined,
  faults: string[],
): WatchedWalletConfig[] {
  if (new Set(file.map(({ name }) => name)).size < file.length) faults.push('wallets: two wallets have the same name');
  if (file.length > 0 && network === undefined) faults.push('wallets: the root network is not a Bitcoin network');
  return file.map(({ name, addresses, treasury }) => {
    if (network !== undefined && !addresses.every((address) => isAddress(address, network)))
      faults.push(`wallets: ${name} has an address that is not of the root network`);
    return { name, addresses, treasury };
  });
}

/** Returns whether a text is an address of a network. */
export function isAddress(address: string, network: NetworkRow): boolean {
  try {
    parseAddress(address, network);
    return true;
  } catch (error) {
    if (isCoded(error)) return false;
    throw error;
  }
}
