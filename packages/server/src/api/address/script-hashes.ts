import { CodedError, fromHex, isCoded, parseAddress } from '@glassblock/primitives';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { hashOfScript } from './scripts.ts';

const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });

/**
 * Returns the script hash (hex) of an address of this network, and registers its script for block filter scans.
 * @throws {CodedError} address.invalid, address.wrong-network
 */
export function addressHash(text: string, { network, scan }: NetworkInfo & AddressContext): string {
  try {
    const { script } = parseAddress(text, network);
    const hash = hashOfScript(script);
    scan.remember(hash, script);
    return hash;
  } catch (error) {
    if (isCoded(error, 'primitives.wrong-network')) throw refuse('address.wrong-network', text);
    if (isCoded(error)) throw new CodedError('address.invalid', 'invalid address', { cause: error });
    throw error;
  }
}

/**
 * Returns a script hash as lower-case hex, in the byte order of SHA-256.
 * @throws {CodedError} param.hex, param.scripthash
 */
export function scripthash(text: string | undefined): string {
  try {
    if (fromHex(text ?? '').length !== 32) throw refuse('param.scripthash', text);
  } catch (error) {
    throw isCoded(error, 'primitives.bad-hex') ? refuse('param.hex', text) : error;
  }
  return text!.toLowerCase();
}
