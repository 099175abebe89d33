const base58 = '[1-9A-HJ-NP-Za-km-z]';
/** Not inside a longer word. */
const start = '(?<![A-Za-z0-9])';
const end = '(?![A-Za-z0-9])';

/** Extended private keys. Source: BIP 32, SLIP 132 */
const extendedKey = /[xyztuv]prv[A-Za-z0-9]{50}/i;
/** Extended public keys: a part of one, after a line break, may look like a private key. */
const publicKey = new RegExp(`[xyztuv]pub${base58}{100}`, 'i');
/**
 * Private keys in the wallet import format, without up to 15 of their characters, and encrypted ones. No address has
 * this length and beginning; hex is a hash, not a key. Source: BIP 38
 */
const privateKey = new RegExp(`${start}(?![0-9a-f]+${end})([5KLc9]${base58}{35,51}|6P${base58}{40,56})${end}`);
/** Seeds in codex32 and mini private keys. Source: BIP 93, Bitcoin wiki "Mini private key format" */
const shortSecret = new RegExp(
  `${start}(ms1[ac-hj-np-z02-9]{45,124}|MS1[AC-HJ-NP-Z02-9]{45,124}|S(?=${base58}*\\d)(${base58}{21}|${base58}{25}|${base58}{29}))${end}`,
);
/** Only its label distinguishes a private key in hex from a txid. */
const labelledKey = /\b(priv|secret|seed|entropy)[a-z]*[\W_]+(?:key\W+)?(?:0x)?[0-9a-f]{32,128}\b/i;
/** A number before a word of a list: `1.`, `2)`, `#3`. */
const numbers = /(^|\s)[#(]?\d{1,2}[.):]?(?=\s|\p{L}|$)/gu;
/** Punctuation around words. */
const punctuation = /[\s,;.:|/"'“”«»()[\]-]+/gu;

/** Words of the shortest seed phrase. Source: BIP 39 */
const minSeedWords = 12;
/** Words that nothing else in an explorer has in a row. */
const minSuspectWords = 4;

/**
 * Returns the number of words when a text consists of words that could be those of a seed phrase, in any language;
 * else 0.
 */
function seedWords(text: string): number {
  const words = text
    .normalize('NFC')
    .replace(numbers, ' ')
    .split(punctuation)
    .filter((word) => word !== '');
  return words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word)) ? words.length : 0;
}

/** Returns true for private keys and seed phrases, which must never be entered in a web page. */
export function isSecret(text: string): boolean {
  const compact = text.replace(/\s+/g, '');
  if (extendedKey.test(compact) || shortSecret.test(text) || labelledKey.test(text)) return true;
  return (privateKey.test(text) && !publicKey.test(compact)) || seedWords(text) >= minSeedWords;
}

/** Returns true for a secret, and for the first words of a seed phrase that is being typed. */
export const maySecretFollow = (text: string): boolean => isSecret(text) || seedWords(text) >= minSuspectWords;
