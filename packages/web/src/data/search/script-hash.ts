/**
 * Returns the pay-to-pubkey script of a public key.
 * @param key hex of 66 or 130 digits
 */
export const keyScript = (key: string): string => `${key.length === 130 ? '41' : '21'}${key}ac`;

/**
 * Returns the index key of a script: its SHA-256 in hex. Loaded on demand.
 * @throws {Error} 'script is not a valid hex string' unless the input is hex of even length
 */
export async function scriptHash(script: string): Promise<string> {
  const { scriptHashOfHex } = await import('@glassblock/primitives');
  return scriptHashOfHex(script);
}
