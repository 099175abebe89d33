import { isCoded, type NetworkRow, parseAddress, publicKeyScript } from '@glassblock/primitives';

/** Returns the script for an address or a hex public key; undefined when the text is neither on this network. */
export function scriptOfText(text: string, network: NetworkRow): Uint8Array | undefined {
  try {
    const isKey = /^(04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/.test(text);
    return isKey ? publicKeyScript(text.toLowerCase()) : parseAddress(text, network).script;
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}
