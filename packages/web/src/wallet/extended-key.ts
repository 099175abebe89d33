import { CodedError } from '@glassblock/primitives';
import { HDKey } from '@scure/bip32';
import { isSecret } from './secret-text.ts';

/** Script types of single-key addresses. */
export const singleKinds = ['pkh', 'sh-wpkh', 'wpkh', 'tr'] as const;
/** A script type of single-key addresses. */
export type SingleKind = (typeof singleKinds)[number];

/** An account's public key. */
export interface AccountKey {
  key: HDKey;
  /** Script type by prefix; undefined for xpub and tpub, which are used for all types. */
  kind: SingleKind | 'multi' | undefined;
  isTest: boolean;
}

type Row = readonly [publicVersion: number, privateVersion: number, kind: AccountKey['kind'], isTest: boolean];

/** Prefixes of public keys with their version bytes. Source: BIP 32, 49, 84; SLIP 132 */
const prefixes: Readonly<Record<string, Row>> = {
  xpub: [0x0488b21e, 0x0488ade4, undefined, false],
  ypub: [0x049d7cb2, 0x049d7878, 'sh-wpkh', false],
  zpub: [0x04b24746, 0x04b2430c, 'wpkh', false],
  Ypub: [0x0295b43f, 0x0295b005, 'multi', false],
  Zpub: [0x02aa7ed3, 0x02aa7a99, 'multi', false],
  tpub: [0x043587cf, 0x04358394, undefined, true],
  upub: [0x044a5262, 0x044a4e28, 'sh-wpkh', true],
  vpub: [0x045f1cf6, 0x045f18bc, 'wpkh', true],
  Upub: [0x024289ef, 0x024285b5, 'multi', true],
  Vpub: [0x02575483, 0x02575048, 'multi', true],
};

/** Maximum length of an extended key; base58 decoding takes quadratic time. */
const longest = 120;

/** Parses an extended public key with any common prefix. */
export function readAccountKey(text: string): AccountKey {
  if (isSecret(text)) throw new CodedError('desk.secret', 'a private key');
  const row = prefixes[text.slice(0, 4)];
  if (row === undefined || text.length > longest) throw notAKey(text);
  const [publicVersion, privateVersion, kind, isTest] = row;
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text, { public: publicVersion, private: privateVersion });
  } catch (cause) {
    throw new CodedError('desk.key', 'not an extended public key', { datum: text.slice(0, 12), cause });
  }
  if (key.privateKey !== null) throw new CodedError('desk.secret', 'a private key');
  return { key, kind, isTest };
}

const notAKey = (text: string) =>
  new CodedError('desk.key', 'not an extended public key', { datum: text.slice(0, 12) });

/** Children from here on need the private key. */
export const firstHardened = 0x80000000;

/** Returns the public key, 33 bytes. */
export function publicKeyOf(key: HDKey): Uint8Array {
  if (key.publicKey === null) throw new CodedError('desk.key', 'the extended key has no public key');
  return key.publicKey;
}
