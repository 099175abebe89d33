import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pushParts } from './push-fragment.ts';
import { type PushLink, readPushLink } from './push-link.ts';

/** The coinbase of the genesis block: base64 without padding. */
const genesis =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/** Signed P2WPKH example of BIP 143: base64 with two padding characters. */
const signed =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

// both generated with Python's base64 and hashlib
const genesisLink =
  '#t=AQAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP____9NBP__AB0BBEVUaGUgVGltZXMgMDMvSmFuLzIwMDkgQ2hhbmNlbGxvciBvbiBicmluayBvZiBzZWNvbmQgYmFpbG91dCBmb3IgYmFua3P_____AQDyBSoBAAAAQ0EEZ4r9sP5VSCcZZ_GmcTC3EFzWqCjgOQmmeWLg6h9h3rZJ9rw_TO84xPNVBOUewRLeXDhN97oLjVeKTHAra_EdX6wAAAAA&c=uwSvoYoxxr8';
const signedText =
  'AQAAAAABAv_394gagJmvppQNQtHn9jYr7DgXHqPt9DNUHbTkrZafAAAAAElIMEUCIQCLnR3Ca6apy2ISewJ0L6nXVM076_M396VdEUyOXN0wvgIgQFKbGUuj-SgamfKxwKGcBIm8Iu3pRMz07Lq0zGGO8-0B7v___-9R4bgEzInRgtJ5ZVw6qJ6BWxswn-KH2bK1XVe5DsaKAQAAAAD_____AiAssgYAAAAAGXapFIKAs33zeNuZ9m-FyVp4Onasem1ZiKyQk1ENAAAAABl2qRQ73kLb7n5NvmohstUM4vAWf6qBWYisAAJHMEQCIDYJ4XuE9qfTDIC_phC1tFQvMqig1UR6EvsTZtfwHMRKAiBXOpVMRRgzFWFAb5AwDo8zWPUZKNQ8ISqMrtAt5n7r7gEhAlR2wugxiDaNof8-KS56yvzbNWa7CtJT9i_HDweu7mNXEQAAAA';
const signedSum = 'f5p8HDMGjps';
const signedLink = `#t=${signedText}&c=${signedSum}`;

const standard = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');

/** Encodes a link independently of the tested code. */
function linkTo(bytes: Uint8Array): string {
  const sum = createHash('sha256').update(bytes).digest().subarray(-8);
  return `#t=${Buffer.from(bytes).toString('base64url')}&c=${sum.toString('base64url')}`;
}

function read(hash: string, network = 'mainnet'): PushLink {
  const parts = pushParts(hash);
  if (parts === undefined) throw new Error('the fragment hands nothing over');
  return readPushLink(parts, network);
}

test('splits a fragment, and ignores one without a transaction', () => {
  expect(pushParts('#t=A-_A&c=b%3D&n=XTN')).toEqual({ form: 'base64', data: 'A-_A', checksum: 'b=', network: 'XTN' });
  expect(pushParts('#t=A+/A')).toEqual({ form: 'base64', data: 'A+/A', checksum: '', network: '' });
  expect(pushParts('#tx=0200')).toEqual({ form: 'hex', data: '0200', checksum: '', network: '' });
  expect(pushParts('#t=')).toEqual({ form: 'base64', data: '', checksum: '', network: '' });
  for (const hash of ['', '#', '#flow', '#c=x&n=XTN', '#T=AA', '#%']) expect(pushParts(hash)).toBeUndefined();
});

describe('a complete link', () => {
  test.each([
    ['as devices make it', signedLink],
    ['padded', `#t=${signedText}==&c=${signedSum}=`],
    ['padded, its padding escaped', `#t=${signedText}%3D%3D&c=${signedSum}%3D`],
    ['in the other alphabet', `#t=${standard(signedText)}&c=${signedSum}`],
    [
      'in the other alphabet, padded and escaped',
      `#t=${encodeURIComponent(`${standard(signedText)}==`)}&c=${signedSum}`,
    ],
    ['its parts in another order', `#c=${signedSum}&t=${signedText}`],
    ['with unknown parts', `${signedLink}&x=<script>`],
    ['made here', linkTo(Buffer.from(signed, 'hex'))],
    ['of hex', `#tx=${signed}`],
    ['of hex in capitals, with a checksum', `#tx=${signed.toUpperCase()}&c=${signedSum}`],
  ])('%s', (_what, link) => {
    expect(read(link)).toEqual({ hex: signed });
  });

  test('without base64 padding', () => {
    expect(read(genesisLink)).toEqual({ hex: genesis });
    expect(linkTo(Buffer.from(genesis, 'hex'))).toBe(genesisLink);
  });
});

describe('the network', () => {
  test.each([
    ['mainnet', ['', '&n=', '&n=BTC', '&n=btc', '&n=mainnet']],
    ['testnet', ['&n=XTN', '&n=xtn', '&n=testnet']],
    ['testnet4', ['&n=XTN', '&n=testnet4', '&n=TESTNET4']],
    ['signet', ['&n=XTN', '&n=signet']],
    ['regtest', ['&n=XRT', '&n=regtest']],
    ['demo', ['&n=XRT', '&n=demo']],
  ])('%s accepts its names', (network, names) => {
    for (const name of names) expect(read(signedLink + name, network)).toEqual({ hex: signed });
  });

  test.each([
    ['mainnet', ['&n=XTN', '&n=XRT', '&n=testnet', '&n=XT', '&n=%00', '&n=constructor']],
    ['testnet', ['', '&n=', '&n=BTC', '&n=XRT', '&n=testnet4']],
    ['testnet4', ['', '&n=testnet', '&n=signet']],
    ['signet', ['', '&n=mainnet']],
    ['regtest', ['', '&n=XTN']],
    ['demo', ['', '&n=BTC']],
    ['toString', ['', '&n=XTN', '&n=undefined']],
  ])('%s rejects names of other networks', (network, names) => {
    for (const name of names) expect(read(signedLink + name, network)).toEqual({ fault: 'network' });
  });

  test('of our own links is that of the page, unless they name one', () => {
    expect(read(`#tx=${signed}`, 'testnet4')).toEqual({ hex: signed });
    expect(read(`#tx=${signed}&n=XTN`, 'testnet4')).toEqual({ hex: signed });
    expect(read(`#tx=${signed}&n=XTN`)).toEqual({ fault: 'network' });
  });
});

describe('the checksum', () => {
  test('is required from a device', () => {
    for (const link of [`#t=${signedText}`, `#t=${signedText}&c=`, `#t=${signedText}&n=XTN`, '#t=', '#t=A'])
      expect(read(link)).toEqual({ fault: 'noChecksum' });
  });

  test.each([
    ['another one', 'uwSvoYoxxr8'],
    ['cut', 'f5p8HDMGj'],
    ['cut to whole groups', 'f5p8HDMG'],
    ['too long', `${signedSum}AAAA`],
    ['no base64', 'f5p8HDMGjp<'],
    ['with bits behind its last byte', 'f5p8HDMGjpt'],
    ['the first bytes of the hash', Buffer.from('8b3bb8a7028bda7e', 'hex').toString('base64url')],
    ['in hex', '7f9a7c1c33068e9b'],
    ['endless', 'A'.repeat(2_000_000)],
  ])('%s is invalid', (_what, sum) => {
    expect(read(`#t=${signedText}&c=${sum}`)).toEqual({ fault: 'badChecksum' });
    expect(read(`#tx=${signed}&c=${sum}`)).toEqual({ fault: 'badChecksum' });
  });

  test('a truncated link is rejected, and the error never names the network', () => {
    const link = `${signedLink}&n=XTN`;
    const whole = signedLink.length;
    for (let end = 3; end < whole; end++)
      for (const network of ['mainnet', 'testnet4'])
        expect(['noChecksum', 'badChecksum']).toContain((read(link.slice(0, end), network) as { fault: string }).fault);
    for (let end = whole; end < link.length; end++)
      expect(read(link.slice(0, end), 'testnet4')).toEqual({ fault: 'network' });
    expect(read(link, 'testnet4')).toEqual({ hex: signed });
  });

  test('a changed character is detected', () => {
    for (let at = 0; at < signedText.length; at += 13) {
      const other = signedText[at] === 'A' ? 'B' : 'A';
      const link = `#t=${signedText.slice(0, at)}${other}${signedText.slice(at + 1)}&c=${signedSum}`;
      expect(read(link)).toEqual({ fault: 'badChecksum' });
    }
  });
});

describe('invalid data', () => {
  test.each([
    ['a letter of no alphabet', `${signedText.slice(0, -1)}!`],
    ['white space', `${signedText.slice(0, 8)}%20${signedText.slice(8)}`],
    ['a line break', `${signedText}%0A`],
    ['both alphabets at once', `+/${signedText}`],
    ['one letter too many', `${signedText}AAA`],
    ['half of its padding', `${signedText}=`],
    ['padding that is not needed', 'AgAB='],
    ['padding within', `AA==${signedText}`],
    ['too much padding', `${signedText}===`],
    ['bits behind its last byte', `${signedText.slice(0, -1)}B`],
    ['markup', encodeURIComponent('<script>alert(1)</script>')],
    ['letters beyond bytes', '%F0%9F%98%80%E2%80%AE'],
    ['broken escapes', '%E0%A4%A&%'],
  ])('%s is not decoded', (_what, data) => {
    expect(read(`#t=${data}&c=${signedSum}`)).toEqual({ fault: 'undecoded' });
  });

  test.each([
    ['nothing', ''],
    ['too little', '0200'],
    ['a transaction and more', `${signed}00`],
    ['a part of one', signed.slice(0, -2)],
    ['inputs without end', `01000000${'ff'.repeat(9)}${'00'.repeat(60)}`],
  ])('%s is rejected despite a correct checksum', (_what, hex) => {
    expect(read(linkTo(Buffer.from(hex, 'hex')))).toEqual({ fault: 'undecoded' });
    expect(read(`#tx=${hex}`)).toEqual({ fault: 'undecoded' });
  });

  test('rejects invalid hex', () => {
    for (const text of ['zz', '020', ' 0200', signedText]) expect(read(`#tx=${text}`)).toEqual({ fault: 'undecoded' });
  });

  test('accepts a million bytes, and does not decode more', () => {
    const zeros = (bytes: number) => linkTo(new Uint8Array(bytes));
    expect(read(zeros(1_000_000).replace(/c=.*/, 'c=AAAAAAAAAAA'))).toEqual({ fault: 'badChecksum' });
    expect(read(zeros(1_000_003).replace(/c=.*/, 'c=AAAAAAAAAAA'))).toEqual({ fault: 'undecoded' });
    expect(read(`#tx=${'00'.repeat(20_000_000)}`)).toEqual({ fault: 'undecoded' });
    expect(read(`#t=${'_'.repeat(20_000_000)}&c=${signedSum}`)).toEqual({ fault: 'undecoded' });
  });
});
