import { createHash } from 'node:crypto';
import { addressOf, CodedError, concatBytes, hash160, type NetworkRow, OP } from '@glassblock/primitives';
import type { AddressSource } from '@glassblock/services';
import { HDKey } from '@scure/bip32';

type Kind = 'wpkh' | 'sh-wpkh';
type Prefix = readonly [publicVersion: number, privateVersion: number, kind: Kind];

/** Prefixes of account keys with their version bytes. Source: BIP 32, 49, 84; SLIP 132 */
const prefixes: Readonly<Record<string, Prefix>> = {
  xpub: [0x0488b21e, 0x0488ade4, 'wpkh'],
  ypub: [0x049d7cb2, 0x049d7878, 'sh-wpkh'],
  zpub: [0x04b24746, 0x04b2430c, 'wpkh'],
  tpub: [0x043587cf, 0x04358394, 'wpkh'],
  upub: [0x044a5262, 0x044a4e28, 'sh-wpkh'],
  vpub: [0x045f1cf6, 0x045f18bc, 'wpkh'],
};
const maxLength = 120;
/** Chain of receiving addresses. Source: BIP 44 */
const receiving = 0;

/**
 * Returns the addresses of an account key, in the order of their index: P2WPKH, or P2SH-P2WPKH for ypub and upub.
 * @throws {CodedError} config.account-key, without the key
 */
export function addressesOfKey(text: string, network: NetworkRow): Extract<AddressSource, { kind: 'derived' }> {
  const row = prefixes[text.slice(0, 4)];
  if (row === undefined || text.length > maxLength) throw notAKey();
  const [publicVersion, privateVersion, kind] = row;
  let chain: HDKey;
  try {
    chain = HDKey.fromExtendedKey(text, { public: publicVersion, private: privateVersion }).deriveChild(receiving);
  } catch (cause) {
    throw notAKey(cause);
  }
  return {
    kind: 'derived',
    id: createHash('sha256').update(`${network.name} ${text}`).digest('hex').slice(0, 16),
    derive(index) {
      const { publicKey } = chain.deriveChild(index);
      const address = publicKey === null ? undefined : addressOf(scriptOfKey(kind, publicKey), network);
      if (address === undefined) throw new Error(`the account key has no address ${index}`);
      return address;
    },
  };
}

const notAKey = (cause?: unknown) =>
  new CodedError('config.account-key', 'not an extended public key (xpub, ypub, zpub, tpub, upub, vpub)', { cause });

const push = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes);

/** Returns the output script of a key. Source: BIP 49, BIP 84 */
function scriptOfKey(kind: Kind, key: Uint8Array): Uint8Array {
  const program = concatBytes(Uint8Array.of(0), push(hash160(key)));
  if (kind === 'wpkh') return program;
  return concatBytes(Uint8Array.of(OP.HASH160), push(hash160(program)), Uint8Array.of(OP.EQUAL));
}
