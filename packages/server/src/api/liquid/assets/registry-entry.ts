import { isContractOf, type RegistryAsset } from '@glassblock/liquid';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';

/**
 * Returns whether a registry entry is provably not the issuer's: it has a contract, which the issuance did not commit
 * to, or whose fields differ. An entry without a contract cannot be verified.
 * @param issued contract hash of the issuance, internal order; undefined without one
 */
export const contradicts = (entry: RegistryAsset, issued: Uint8Array | undefined): boolean =>
  entry.contract !== undefined && (issued === undefined || !isContractOf(entry, issued));

/** Returns the entry of an issued asset; undefined without one, or when it contradicts the issuance. */
export function registryEntry(
  { registry }: LiquidContext,
  id: string,
  issued: Uint8Array | undefined,
): RegistryAsset | undefined {
  const entry = registry?.content.assets.get(id);
  return entry === undefined || contradicts(entry, issued) ? undefined : entry;
}
