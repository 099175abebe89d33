import { isCoded, type NetworkRow, parseAddress, publicKeyScript, scriptHashHex } from '@glassblock/primitives';

/**
 * Returns the hash (hex) of the script for an address or a hex public key; undefined when it is neither on this
 * network.
 */
export function scriptHashOfText(text: string, network: NetworkRow): string | undefined {
  try {
    const isKey = /^(04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/.test(text);
    return scriptHashHex(isKey ? publicKeyScript(text.toLowerCase()) : parseAddress(text, network).script);
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}
