/** The pay-to-key script of a public key: push of the key, then OP_CHECKSIG. @param key  hex of 66 or 130 digits */
export const keyScript = (key: string): string => `${key.length === 130 ? '41' : '21'}${key}ac`;

/**
 * Name of a script in the index: its SHA-256 in hex. Loaded only when a public key is looked
 * up, which is rare.
 * @throws {Error} 'script is not a valid hex string' unless the input is hex of even length
 */
export async function scriptHash(script: string): Promise<string> {
  const { scriptHashOfHex } = await import('@glassblock/primitives');
  return scriptHashOfHex(script);
}
