import { expect, test } from 'vitest';
import { isSecret, maySecretFollow } from './secret-text.ts';

// published examples: BIP 38, BIP 39 and the Bitcoin wiki
const wif = '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss';
const compressed = 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP';
const testKey = 'cVt4o7BGAig1UXywgGSmARhxMdzP5qvQsxKkSsc1XEkw3tDTQFpy';
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

test.each([
  ['a private key', wif],
  ['a compressed one', compressed],
  ['one of a test network', testKey],
  ['one in a descriptor', `wpkh(${compressed})#abcdefgh`],
  ['one in a payment URI', `bitcoin:${compressed}?amount=1`],
  ['one in quotes', `"${compressed}"`],
  ['one without its last characters', compressed.slice(0, 44)],
  ['an encrypted one', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
  ['an extended private key', `xprv${'9'.repeat(107)}`],
  ['an extended private key with an origin', `[d34db33f/44h]XPRV${'9'.repeat(107)}`],
  ['one in lines', `xprv${'9'.repeat(40)}\n${'9'.repeat(67)}`],
  ['12 words', words],
  ['24 words', `${words} ${words}`],
  ['words with capital letters', words.toUpperCase()],
  ['words with commas', words.replaceAll(' ', ', ')],
  ['words in lines', words.replaceAll(' ', '\r\n')],
  ['numbered words', words.replace(/\S+/g, (word) => `1. ${word}`)],
  // published examples: BIP 93 and the Bitcoin wiki
  ['a codex32 seed', 'ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw'],
  ['a codex32 share in capital letters', 'MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM'],
  ['a mini private key', 'S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy'],
  ['a hex key with its label', `private key: ${'c4'.repeat(32)}`],
  ['a hex key in JSON', `{"privkey":"0x${'c4'.repeat(32)}"}`],
  ['words with accents', 'él '.repeat(12)],
  ['words of another script', `${'あいこくしん '.repeat(11).normalize('NFD')}あおぞら`],
])('%s is a secret', (_, text) => {
  expect(isSecret(text)).toBe(true);
  expect(isSecret(` ${text}\n`)).toBe(true);
});

test.each([
  ['a txid', 'c4'.repeat(32)],
  ['a txid with its label', `txid: ${'c4'.repeat(32)}`],
  ['a long word with a capital letter', 'SomeAliasOfANodeWithoutDigits'],
  ['the beginning of a txid', `5${'c'.repeat(43)}`],
  ['a public key', `02${'c5'.repeat(32)}`],
  ['an address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['a long address', `bc1p${'5'.repeat(58)}`],
  ['a confidential address', `VJL${'a'.repeat(77)}`],
  ['an extended public key', `xpub${'6'.repeat(107)}`],
  ['one in lines', `xpub${'c'.repeat(62)}\n${'c'.repeat(45)}`],
  ['a list of addresses', Array.from({ length: 14 }, () => '1BoatSLRHtKNngkdXEeobR76b53LETtpyT').join(' ')],
  ['names of mining pools', 'Foundry USA'],
  ['a date', '2024-01-31 12:30:15'],
  ['11 words', words.split(' ').slice(1).join(' ')],
])('%s is none', (_, text) => expect(isSecret(text)).toBe(false));

test('the fourth word may become a seed phrase, a name of three words may not', () => {
  expect(maySecretFollow('legal winner thank year')).toBe(true);
  expect(maySecretFollow('The Lightning Node')).toBe(false);
  expect(maySecretFollow(wif)).toBe(true);
  expect(maySecretFollow('c4'.repeat(32))).toBe(false);
});
