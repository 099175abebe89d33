import { createBase58check } from '@scure/base';
import {
  addressKey,
  addressKind,
  addressOf,
  decodeAddress,
  p2pkhOf,
  p2shOf,
  segwitOf,
} from '../../address/addresses.ts';
import { concatBytes } from '../../bytes/bytes.ts';
import { isOnCurve } from '../../bytes/curve.ts';
import { sha256 } from '../../bytes/hashes.ts';
import { CodedError } from '../../errors.ts';
import { type ScriptType, scriptType } from '../../script/script-type.ts';
import { type ElementsNetworkRow, elementsNetworks } from '../networks.ts';
import { decodeBlech32, encodeBlech32 } from './blech32.ts';

const base58check = createBase58check(sha256);

/** Longest address: blech32 with a program of 40 bytes is 136 characters. Longer texts are rejected unread. */
const maxAddressLength = 140;
const blindingKeySize = 33;
const hashSize = 20;

/** An address of an Elements network. */
export interface ElementsAddress {
  readonly script: Uint8Array;
  readonly type: ScriptType;
  /** Public key of a confidential address, 33 bytes; undefined for an unconfidential one. */
  readonly blindingKey: Uint8Array | undefined;
  /** Address without the blinding key, by which history is looked up. */
  readonly unconfidential: string;
}

/** An address that has a script on the network that uses its prefix. */
interface Decoded {
  readonly blindingKey: Uint8Array | undefined;
  scriptOn(network: ElementsNetworkRow): Uint8Array | undefined;
}

/**
 * Returns script and blinding key of an address of this network, confidential or not. Bech32 and blech32 may be all
 * upper case.
 * @throws {CodedError} primitives.bad-address when it is not an address
 * @throws {CodedError} primitives.wrong-network when it is an address of another Elements network
 */
export function parseElementsAddress(text: string, network: ElementsNetworkRow): ElementsAddress {
  const found = text.length > maxAddressLength ? undefined : decode(text);
  const script = found?.scriptOn(network);
  if (found !== undefined && script !== undefined) {
    return {
      script,
      type: scriptType(script),
      blindingKey: found.blindingKey,
      unconfidential: addressOf(script, network)!,
    };
  }
  if (Object.values(elementsNetworks).some((other) => found?.scriptOn(other) !== undefined)) {
    throw new CodedError('primitives.wrong-network', 'Address on invalid network', { datum: text });
  }
  throw new CodedError('primitives.bad-address', 'Invalid address', { datum: text.slice(0, 150) });
}

/**
 * Returns the confidential address of a script, undefined for scripts without an address.
 * @param blindingKey compressed public key, 33 bytes
 * @throws {CodedError} primitives.bad-public-key
 */
export function confidentialAddress(
  script: Uint8Array,
  blindingKey: Uint8Array,
  network: ElementsNetworkRow,
): string | undefined {
  if (!isBlindingKey(blindingKey)) {
    throw new CodedError('primitives.bad-public-key', 'a blinding key is a compressed public key', {
      datum: blindingKey.length,
    });
  }
  const key = addressKey(script);
  if (key === undefined) return undefined;
  const [kind = 0] = key;
  const payload = concatBytes(blindingKey, key.subarray(1));
  if (kind >= addressKind.witness) return encodeBlech32(network.blech32, kind - addressKind.witness, payload);
  const version = kind === addressKind.p2pkh ? network.p2pkh : network.p2sh;
  return base58check.encode(concatBytes(Uint8Array.of(network.confidentialPrefix, version), payload));
}

const isBlindingKey = (key: Uint8Array): boolean => key.length === blindingKeySize && isOnCurve(key);

function decode(text: string): Decoded | undefined {
  return decodeConfidentialSegwit(text) ?? decodeConfidentialBase58(text) ?? decodeUnconfidential(text);
}

function decodeUnconfidential(text: string): Decoded | undefined {
  const found = decodeAddress(text);
  return found === undefined ? undefined : { blindingKey: undefined, scriptOn: (network) => found.scriptOn(network) };
}

function decodeConfidentialSegwit(text: string): Decoded | undefined {
  const found = decodeBlech32(text);
  if (found === undefined) return undefined;
  const { prefix, version, payload } = found;
  const blindingKey = payload.slice(0, blindingKeySize);
  const program = payload.subarray(blindingKeySize);
  if (program.length < 2 || program.length > 40 || !isBlindingKey(blindingKey)) return undefined;
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
  const script = segwitOf(version, program);
  return { blindingKey, scriptOn: (network) => (network.blech32 === prefix ? script : undefined) };
}

function decodeConfidentialBase58(text: string): Decoded | undefined {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return undefined;
  }
  if (payload.length !== 2 + blindingKeySize + hashSize) return undefined;
  const [prefix, version] = payload;
  const blindingKey = payload.slice(2, 2 + blindingKeySize);
  if (!isBlindingKey(blindingKey)) return undefined;
  const hash = payload.subarray(2 + blindingKeySize);
  return {
    blindingKey,
    scriptOn(network) {
      if (prefix !== network.confidentialPrefix) return undefined;
      if (version === network.p2pkh) return p2pkhOf(hash);
      return version === network.p2sh ? p2shOf(hash) : undefined;
    },
  };
}
