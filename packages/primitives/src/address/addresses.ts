import { bech32, bech32m, createBase58check } from '@scure/base';
import { concatBytes, fromHex } from '../bytes/bytes.ts';
import { sha256 } from '../bytes/hashes.ts';
import { CodedError } from '../errors.ts';
import { type NetworkRow, networks } from '../networks.ts';
import { OP } from '../script/opcodes.ts';
import { witnessProgram } from '../script/script.ts';
import { isP2pkh, isP2sh, type ScriptType, scriptType } from '../script/script-type.ts';
import { encodeBase58Address } from './base58-address.ts';
import { encodeSegwitAddress } from './segwit-address.ts';

const base58check = createBase58check(sha256);

/** BIP 173's limit; base58 addresses are much shorter. Decoding is quadratic, so longer texts are rejected unread. */
export const maxAddressLength = 90;

/** The prefixes by which the addresses of one network differ from those of another. */
export type AddressPrefixes = Pick<NetworkRow, 'p2pkh' | 'p2sh' | 'bech32'>;

/** First byte of an address key: the kind of program. From `witness` on, the witness version is added. */
export const addressKind = { p2pkh: 0, p2sh: 1, witness: 2 } as const;

/**
 * Returns the key of an address: its kind, then its hash or witness program, the same on every network. Keys are
 * shorter than scripts, and addresses with a common prefix have adjacent keys. Undefined for scripts without an address
 * (P2PK, bare multisig, data).
 */
export function addressKey(script: Uint8Array): Uint8Array | undefined {
  if (isP2pkh(script)) return concatBytes(Uint8Array.of(addressKind.p2pkh), script.subarray(3, 23));
  if (isP2sh(script)) return concatBytes(Uint8Array.of(addressKind.p2sh), script.subarray(2, 22));
  const found = addressedProgram(script);
  if (found === undefined) return undefined;
  return concatBytes(Uint8Array.of(addressKind.witness + found.version), found.program);
}

/** Returns the script of an `addressKey`; its inverse. */
export function scriptOfKey(key: Uint8Array): Uint8Array {
  const [kind = 0] = key;
  const program = key.subarray(1);
  if (kind === addressKind.p2pkh) return p2pkhOf(program);
  if (kind === addressKind.p2sh) return p2shOf(program);
  return segwitOf(kind - addressKind.witness, program);
}

/**
 * Returns the address of an `addressKey`. Source: base58check; BIP 173 (version 0), BIP 350 (version 1 and later, which
 * includes Taproot and anchors)
 */
export function addressOfKey(key: Uint8Array, network: AddressPrefixes): string {
  const [kind = 0] = key;
  const program = key.subarray(1);
  if (kind < addressKind.witness) {
    return encodeBase58Address(kind === addressKind.p2pkh ? network.p2pkh : network.p2sh, program);
  }
  return encodeSegwitAddress(network.bech32, kind - addressKind.witness, program);
}

/** Address of an output script, undefined for scripts without one (P2PK, bare multisig, data). */
export function addressOf(script: Uint8Array, network: AddressPrefixes): string | undefined {
  if (isP2pkh(script)) return encodeBase58Address(network.p2pkh, script.subarray(3, 23));
  if (isP2sh(script)) return encodeBase58Address(network.p2sh, script.subarray(2, 22));
  const found = addressedProgram(script);
  return found === undefined ? undefined : encodeSegwitAddress(network.bech32, found.version, found.program);
}

/** Returns the witness program of an output that has an address. */
function addressedProgram(script: Uint8Array): { version: number; program: Uint8Array } | undefined {
  const found = witnessProgram(script);
  if (found === undefined || found.version !== 0) return found;
  const { length } = found.program;
  return length === 20 || length === 32 ? found : undefined;
}

/**
 * Returns the output script of an address of this network. Bech32 may be all upper case.
 * @throws {CodedError} primitives.bad-address when it is not an address
 * @throws {CodedError} primitives.wrong-network when it is an address of another network
 */
export function parseAddress(text: string, network: NetworkRow): { script: Uint8Array; type: ScriptType } {
  const found = decodeAddress(text);
  if (found === undefined) {
    throw new CodedError('primitives.bad-address', 'Invalid Bitcoin address', { datum: text.slice(0, 100) });
  }
  const script = found.scriptOn(network);
  if (script !== undefined) return { script, type: scriptType(script) };
  if (Object.values(networks).some((other) => found.scriptOn(other) !== undefined)) {
    throw new CodedError('primitives.wrong-network', 'Address on invalid network', { datum: text });
  }
  throw new CodedError('primitives.bad-address', 'Invalid Bitcoin address', { datum: text });
}

/** An address with a valid checksum; it has a script on the networks that use its prefix. */
export interface DecodedAddress {
  scriptOn(network: AddressPrefixes): Uint8Array | undefined;
}

/** Returns an address of any network, undefined when the text is none. */
export function decodeAddress(text: string): DecodedAddress | undefined {
  return text.length > maxAddressLength ? undefined : (parseSegwit(text) ?? parseBase58(text));
}

function parseSegwit(text: string): DecodedAddress | undefined {
  const plain = bech32.decodeUnsafe(text);
  const decoded = plain ?? bech32m.decodeUnsafe(text);
  if (decoded === undefined) return undefined;
  const [version, ...words] = decoded.words;
  if (version === undefined || version > 16 || (version === 0) !== (plain !== undefined)) return undefined;
  const program = bech32.fromWordsUnsafe(words);
  if (!program || program.length < 2 || program.length > 40) return undefined;
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
  const script = segwitOf(version, program);
  return { scriptOn: (network) => (network.bech32 === decoded.prefix ? script : undefined) };
}

function parseBase58(text: string): DecodedAddress | undefined {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return undefined;
  }
  if (payload.length !== 21) return undefined;
  const version = payload[0];
  const hash = payload.subarray(1);
  return {
    scriptOn(network) {
      if (version === network.p2pkh) return p2pkhOf(hash);
      return version === network.p2sh ? p2shOf(hash) : undefined;
    },
  };
}

/** Returns the P2PKH script of a key hash. */
export function p2pkhOf(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(OP.DUP, OP.HASH160, 20), hash, Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG));
}

/** Returns the P2SH script of a script hash. */
export function p2shOf(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(OP.HASH160, 20), hash, Uint8Array.of(OP.EQUAL));
}

/** Returns the script of a witness program. */
export function segwitOf(version: number, program: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(version === 0 ? 0 : OP.RESERVED + version, program.length), program);
}

/**
 * Script that pays to a public key in hex: 130 characters as uncompressed (41..ac), 66 as compressed (21..ac). The key
 * is not checked to be a point, because the chain has outputs to invalid keys.
 * @throws {CodedError} primitives.bad-public-key
 */
export function publicKeyScript(hexKey: string): Uint8Array {
  if (!/^(?:[0-9a-fA-F]{66}|[0-9a-fA-F]{130})$/.test(hexKey)) {
    throw new CodedError('primitives.bad-public-key', 'a public key is 66 or 130 hex digits', {
      datum: hexKey.slice(0, 140),
    });
  }
  const key = fromHex(hexKey);
  return concatBytes(Uint8Array.of(key.length), key, Uint8Array.of(OP.CHECKSIG));
}
