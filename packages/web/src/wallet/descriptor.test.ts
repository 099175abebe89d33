import { isCoded, toHex } from '@glassblock/primitives';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { readDescriptor } from './descriptor.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';

/** Public form of a published private key, which this page rejects. */
const neutered = (key: string): string => HDKey.fromExtendedKey(key).publicExtendedKey;
const hexAt = (text: string, index = 0, branch = 0): string => toHex(readDescriptor(text).scriptAt(branch, index));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'none';
};
const key = '03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd';
const longKey =
  '04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235';

test('BIP 380: the checksum', () => {
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
  expect(descriptorChecksum('raw(deedbeef)')).not.toBe('89f8spxm');
  expect(descriptorChecksum('raw(Ü)')).toBeUndefined();
});

test.each([
  ['missing', `pkh(${key})#`],
  ['too long', `pkh(${key})#${descriptorChecksum(`pkh(${key})`)}x`],
  ['too short', `pkh(${key})#${descriptorChecksum(`pkh(${key})`)?.slice(0, 7)}`],
  ['of another one', `pkh(${key})#89f8spxm`],
  ['with two signs', `pkh(${key})##9f8spxm`],
])('BIP 380: rejects a checksum that is %s', (_, text) => {
  expect(codeOf(() => readDescriptor(text))).toBe('desk.checksum');
});

test('BIP 380: accepts the correct checksum, and none', () => {
  expect(hexAt(`pkh(${key})#${descriptorChecksum(`pkh(${key})`)}`)).toBe(hexAt(`pkh(${key})`));
});

test.each([
  ['a children sign in an origin', `pkh([deadbeef/0h/0h/0h/*]${key})`],
  ['a slash at the end of an origin', `pkh([deadbeef/0h/0h/0h/]${key})`],
  ['a short fingerprint', `pkh([deadbef/0h/0h/0h]${key})`],
  ['two origins', `pkh([aaaaaaaa][aaaaaaaa]${key})`],
  ['no fingerprint', `pkh([aaagaaaa]${key})`],
])('BIP 380: rejects %s', (_, text) => {
  expect(codeOf(() => readDescriptor(text))).toBe('desk.descriptor');
});

test.each([
  [`pkh([deadbeef/1/2'/3/4']${key})`, '76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac'],
  [`pkh([deadbeef/1/2h/3/4h]${key})`, '76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac'],
  [`pkh(${longKey})`, '76a914b5bd079c4d57cc7fc28ecf8213a6b791625b818388ac'],
  [
    'pkh([bd16bee5/2147483647h]xpub69H7F5dQzmVd3vPuLKtcXJziMEQByuDidnX3YdwgtNsecY5HRGtAAQC5mXTt4dsv9RzyjgDjAQs9VGVV6ydYCHnprc9vvaA5YtqWyL6hyds/0)',
    '76a914ebdc90806a9c4356c1c88e42216611e1cb4c1c1788ac',
  ],
  [`wpkh(${key})`, '00149a1c78a507689f6f54b847ad1cef1e614ee23f1e'],
  [
    'tr(a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)',
    '512077aab6e066f8a7419c5ab714c12c67d25007ed55a43cadcacb4d7a970a093f11',
  ],
  [`tr(${key})`, '512077aab6e066f8a7419c5ab714c12c67d25007ed55a43cadcacb4d7a970a093f11'],
])('BIP 381, 382, 386: %s', (text, script) => {
  expect(hexAt(text)).toBe(script);
});

test('BIP 382: children of an extended key', () => {
  const text =
    "wpkh([ffffffff/13']xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH/1/2/*)";
  expect([0, 1, 2].map((index) => hexAt(text, index))).toEqual([
    '0014326b2249e3a25d5dc60935f044ee835d090ba859',
    '0014af0bd98abc2f2cae66e36896a39ffe2d32984fb7',
    '00141fa798efd1cbf95cebf912c031b8a4a6e9fb9f27',
  ]);
});

test('BIP 383: 2-of-2 in sh', () => {
  const first = neutered(
    'xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc',
  );
  const second = neutered(
    'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L',
  );
  expect(hexAt(`sh(multi(2,[00000000/111'/222]${first},${second}/0))`)).toBe(
    'a91445a9a622a8b0a1269944be477640eedc447bbd8487',
  );
});

const sixteen =
  '03669b8afcec803a0d323e9a17f3ea8e68e8abe5a278020a929adbec52421adbd0,0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600,0362a74e399c39ed5593852a30147f2959b56bb827dfa3e60e464b02ccf87dc5e8,0261345b53de74a4d721ef877c255429961b7e43714171ac06168d7e08c542a8b8,02da72e8b46901a65d4374fe6315538d8f368557dda3a1dcf9ea903f3afe7314c8,0318c82dd0b53fd3a932d16e0ba9e278fcc937c582d5781be626ff16e201f72286,0297ccef1ef99f9d73dec9ad37476ddb232f1238aff877af19e72ba04493361009,02e502cfd5c3f972fe9a3e2a18827820638f96b6f347e54d63deb839011fd5765d,03e687710f0e3ebe81c1037074da939d409c0025f17eb86adb9427d28f0f7ae0e9,02c04d3a5274952acdbc76987f3184b346a483d43be40874624b29e3692c1df5af,02ed06e0f418b5b43a7ec01d1d7d27290fa15f75771cb69b642a51471c29c84acd,036d46073cbb9ffee90473f3da429abc8de7f8751199da44485682a989a4bebb24,02f5d1ff7c9029a80a4e36b9a5497027ef7f3e73384a4a94fbfe7c4e9164eec8bc,02e41deffd1b7cce11cde209a781adcffdabd1b91c0ba0375857a2bfd9302419f3,02d76625f7956a7fc505ab02556c23ee72d832f1bac391bcd2d3abce5710a13d06,0399eb0a5487515802dc14544cf10b3666623762fbed2ec38a3975716e2c29c232';

test('BIP 383: 16-of-16 in sh(wsh), which exceeds sh', () => {
  expect(hexAt(`sh(wsh(multi(16,${sixteen})))`)).toBe('a9147fc63e13dc25e8a95a3cee3d9a714ac3afd96f1e87');
  expect(codeOf(() => readDescriptor(`sh(multi(16,${sixteen}))`))).toBe('desk.descriptor');
});

test('BIP 383: sorted keys give the same script in any order', () => {
  const [one = '', two = ''] = sixteen.split(',');
  expect(hexAt(`wsh(sortedmulti(1,${one},${two}))`)).toBe(hexAt(`wsh(sortedmulti(1,${two},${one}))`));
  expect(hexAt(`wsh(multi(1,${one},${two}))`)).not.toBe(hexAt(`wsh(multi(1,${two},${one}))`));
  expect(hexAt(`wsh(sortedmulti(1,${one},${two}))`)).toBe(hexAt(`wsh(multi(1,${two},${one}))`));
});

test('BIP 389: branches of a path', () => {
  const account =
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
  const both = readDescriptor(`pkh(${account}/<0;1>/*)`);
  expect([both.branches, both.isRanged, both.isTest]).toEqual([2, true, false]);
  expect(toHex(both.scriptAt(1, 7))).toBe(hexAt(`pkh(${account}/1/*)`, 7));
  expect(toHex(both.scriptAt(0, 7))).toBe(hexAt(`pkh(${account}/0/*)`, 7));
  expect(codeOf(() => readDescriptor(`pkh(${account}/<0;1>/<2;3>/*)`))).toBe('desk.descriptor');
  expect(codeOf(() => readDescriptor(`pkh(${account}/<0;0>/*)`))).toBe('desk.descriptor');
  expect(codeOf(() => readDescriptor(`pkh(${account}/<0>/*)`))).toBe('desk.descriptor');
  expect(codeOf(() => readDescriptor(`wsh(multi(1,${account}/<0;1>/*,${account}/<2;3;4>/*))`))).toBe('desk.descriptor');
});

test.each([
  ['an uncompressed key in wpkh', `wpkh(${longKey})`, 'desk.descriptor'],
  ['an uncompressed key in sh(wpkh)', `sh(wpkh(${longKey}))`, 'desk.descriptor'],
  ['an uncompressed key in tr', `tr(${longKey})`, 'desk.descriptor'],
  ['wpkh in wsh', `wsh(wpkh(${key}))`, 'desk.descriptor'],
  ['a key in wsh', `wsh(${key})`, 'desk.descriptor'],
  ['a key in sh', `sh(${key})`, 'desk.descriptor'],
  ['sh in sh', `sh(sh(multi(1,${key})))`, 'desk.descriptor'],
  ['tr in wsh', `wsh(tr(${key}))`, 'desk.descriptor'],
  ['a script in tr, which is not read here', `tr(${key},pk(${key}))`, 'desk.descriptor'],
  ['no number of signatures', `wsh(multi(a,${key}))`, 'desk.descriptor'],
  ['zero signatures', `wsh(multi(0,${key}))`, 'desk.descriptor'],
  ['more signatures than keys', `wsh(multi(2,${key}))`, 'desk.descriptor'],
  [
    'a hardened step',
    'wpkh(xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB/3h/*)',
    'desk.descriptor',
  ],
  [
    'hardened children',
    'wpkh(xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB/*h)',
    'desk.descriptor',
  ],
  ['a key that is no point', `wpkh(02${'00'.repeat(31)}05)`, 'desk.descriptor'],
  ['a private key', 'wpkh(L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)', 'desk.secret'],
  [
    'a private extended key',
    "wpkh([ffffffff/13']xprv9vHkqa6EV4sPZHYqZznhT2NPtPCjKuDKGY38FBWLvgaDx45zo9WQRUT3dKYnjwih2yJD9mkrocEZXo1ex8G81dwSM1fwqWpWkeS3v86pgKt/1/2/0)",
    'desk.secret',
  ],
  [
    'a broken extended key',
    'wpkh(xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduC/*)',
    'desk.key',
  ],
  ['markup', 'wpkh(<img src=x>)', 'desk.descriptor'],
  ['half a bracket', `wpkh(${key}`, 'desk.descriptor'],
  ['an endless one', `wpkh(${key}${'/0'.repeat(20_000)})`, 'desk.descriptor'],
])('rejects %s', (_, text, code) => {
  expect(codeOf(() => readDescriptor(text))).toBe(code);
});
