import { expect, test } from 'vitest';
import type { Answer, Api } from '../../data/answer.ts';
import { addressBeginning, findAddressesByPrefix, narrowed } from '../../data/search/find-addresses.ts';
import { recognise } from '../../data/search/recognise.ts';
import { fitting } from './palette/commands.ts';
import { foundRows, type SearchPlace } from './rows.ts';

const text = (id: string, values?: Record<string, string | number>) => [id, ...Object.values(values ?? {})].join(' ');
const network = (name: string, label: string) => ({ name, label, demo: false, retargets: true });
const place: SearchPlace = {
  prefix: '',
  label: 'Mainnet',
  rootNetwork: 'mainnet',
  networks: [network('mainnet', 'Mainnet'), network('testnet4', 'Testnet4'), network('signet', 'Signet')],
};
const rows = (typed: string, on = 'mainnet') =>
  foundRows(
    { typed, guesses: recognise(typed, on, 800_000), typedPrefix: undefined, addresses: [], miningPools: [] },
    place,
    text,
  ).map((row) => [row.text, row.note, row.to]);

test.each([
  ['2024-01-31', 1_706_659_200],
  ['2024/01/31', 1_706_659_200],
  ['2024-01-31 12:30', 1_706_704_200],
  ['2024/01/31 12:30:15', 1_706_704_215],
  ['2024-01-31T12:30:15', 1_706_704_215],
  ['1706704215', 1_706_704_215],
  ['2009-01-03', 1_230_940_800],
  ['31.01.2024', 1_706_659_200],
  ['31.1.2024 12:30', 1_706_704_200],
  ['2024-01-31T12:30:15Z', 1_706_704_215],
  ['2024-01-31T12:30:15.000Z', 1_706_704_215],
  ['2999-01-31', 32_474_736_000],
  ['2024-01-31 12:30:15 UTC', 1_706_704_215],
  ['2024-1-31', 1_706_659_200],
  ['2024.01.31', 1_706_659_200],
  ['31/01/2024', 1_706_659_200],
  ['1/31/2024', 1_706_659_200],
  ['31 Jan 2024', 1_706_659_200],
  ['January 31st, 2024', 1_706_659_200],
  ['Wed, 31 Jan 2024 12:30:15 GMT', 1_706_704_215],
  ['2024-01-31T13:30:15.5+01:00', 1_706_704_215],
  ['2024-01-31 07:30:15 -0500', 1_706_704_215],
  ['1706704215000', 1_706_704_215],
  ['31-01-2024', 1_706_659_200],
  ['1-31-2024', 1_706_659_200],
  ['٣١.٠١.٢٠٢٤', 1_706_659_200],
  ['۲۰۲۴/۰۱/۳۱', 1_706_659_200],
])('%s is parsed as a time', (typed, time) => {
  expect(recognise(typed, 'mainnet', 800_000)[0]?.time).toBe(time);
});

test.each([
  '2024-02-30',
  '2024-13-01',
  '2024-01/31',
  '2024-01-31 24:00',
  '24-01-31',
  '31.02.2024',
  '1.1.24',
  '30 Feb 2024',
  '31 Foo 2024',
  '01/02/2024',
  '01-02-2024',
  '31-01/2024',
  '13/13/2024',
  '2024-01-31 +01:00',
])('%s is rejected: no day, or two possible ones', (typed) => expect(recognise(typed, 'mainnet', 800_000)).toEqual([]));

test('rows link the object, or the search page that resolves it', () => {
  const txid = 'ab'.repeat(32);
  expect(rows('799999')).toEqual([['search.goTo 799999', undefined, '/block/799999']]);
  expect(rows(txid)).toEqual([['search.goTo ababababab…ababababab', undefined, `/search?q=${txid}`]]);
  expect(rows(`${txid}:3`)[0]?.[2]).toBe(`/tx/${txid}#vout=3`);
  expect(rows('2024/01/31')).toEqual([['search.goTo 2024-01-31 00:00:00 UTC', undefined, '/search?q=2024%2F01%2F31']]);
});

test('an address of another network links there, or is reported as not served', () => {
  const test4 = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
  expect(rows(test4)).toEqual([
    ['search.goTo tb1qw508d6…7kxpjzsx'.replace('7kxpjzsx', test4.slice(-10)), 'Testnet4', `/testnet4/address/${test4}`],
    ['search.goTo tb1qw508d6…7kxpjzsx'.replace('7kxpjzsx', test4.slice(-10)), 'Signet', `/signet/address/${test4}`],
  ]);
  expect(rows('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'signet')[0]?.[2]).toBe(
    '/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  );
  expect(rows('GsB4VNtQ3UQeK4FtfDAuNR5RVkVsKFY6Xh')).toEqual([
    ['search.goTo GsB4VNtQ3U…RVkVsKFY6Xh'.replace('RVkVsKFY6Xh', 'VkVsKFY6Xh'), 'search.notHere Liquid', undefined],
  ]);
  expect(rows('<img src=x onerror=alert(1)>')).toEqual([]);
});

test('lists recognized input, then addresses with the prefix, then mining pools, grouped by heading', () => {
  const miningPool = { name: '1THash\u202e', slug: '1thash', unique_id: 1 };
  const guesses = recognise('123', 'mainnet', 800_000);
  const found = { typed: '123', guesses, typedPrefix: '123', addresses: ['123a', '123b'], miningPools: [miningPool] };
  expect(foundRows(found, place, text).map((row) => [row.group, row.text, row.prefixLength, row.to])).toEqual([
    ['search.kind.height Mainnet', 'search.goTo 123', undefined, '/block/123'],
    ['search.kind.addresses Mainnet mempool', '123a', 3, '/address/123a'],
    ['search.kind.addresses Mainnet mempool', '123b', 3, '/address/123b'],
    ['search.kind.pool', expect.stringContaining('1THash'), undefined, '/mining/pool/1thash'],
  ]);
});

test('finds commands by word prefixes, otherwise by letters in order', () => {
  const all = ['Recent transactions', 'Test transaction', 'Mempool graphs', 'Broadcast a transaction'].map((name) => ({
    key: name,
    group: 'Pages',
    text: name,
  }));
  const find = (typed: string) => fitting(all, typed).map((option) => option.text);
  expect(find('')).toHaveLength(4);
  expect(find('TRANS test')).toEqual(['Test transaction']);
  expect(find('mp graphs')).toEqual(['Mempool graphs']);
  expect(find('bcast')).toEqual(['Broadcast a transaction']);
  expect(find('zzz')).toEqual([]);
});

test.each([
  ['mainnet', '1wi', '1wi'],
  ['mainnet', ' 3P1 ', '3P1'],
  ['mainnet', 'BC1PqY', 'bc1pqy'],
  ['demo', 'bc1q0', 'bc1q0'],
  ['testnet4', 'mip', 'mip'],
  ['signet', '2Mz', '2Mz'],
  ['testnet', 'TB1qq', 'tb1qq'],
  ['regtest', 'bcrt1qq', 'bcrt1qq'],
  ['mainnet', '1w', undefined],
  ['mainnet', 'bc1q', undefined],
  ['mainnet', 'bc1qb', undefined],
  ['mainnet', 'tb1qq', undefined],
  ['mainnet', '1w0', undefined],
  ['mainnet', '2024-01-31', undefined],
  ['mainnet', `1${'w'.repeat(40)}`, undefined],
  ['testnet4', '1wiz', undefined],
  ['liquid', 'VTq', undefined],
  ['liquid', 'GsB', 'GsB'],
  ['liquiddemo', ' EX1qq', 'ex1qq'],
  ['liquid', 'lq1qq', undefined],
  ['liquidtestnet', 'FwA', 'FwA'],
  ['liquidregtest', 'ert1qq', 'ert1qq'],
])('on %s %j starts an address: %s', (on, typed, expected) => expect(addressBeginning(typed, on)).toBe(expected));

test('accepts only addresses with the prefix, at most ten, and none that is typed completely', async () => {
  const asked: string[] = [];
  const found = (answer: Answer<unknown>) => {
    const ask = { get: (path: string) => Promise.resolve(asked.push(path) > 0 && (answer as Answer<never>)) };
    return findAddressesByPrefix(ask as Api, '/testnet4', 'mip');
  };
  const of = (body: unknown) => found({ ok: true, body });
  const many = Array.from({ length: 12 }, (_, i) => `mip${i}`);
  expect(await of(many)).toEqual(many.slice(0, 10));
  expect(await of([1, null, 'mi', 'mipcB'])).toEqual(['mipcB']);
  expect(await of(['mip'])).toEqual([]);
  expect(await of(['mip', 'mipcB'])).toEqual(['mip', 'mipcB']);
  expect(await of({ length: 3 })).toEqual([]);
  expect(await found({ ok: false, status: 500, message: 'away' })).toBeUndefined();
  expect(new Set(asked)).toEqual(new Set(['/testnet4/api/v1/address-prefix/mip']));
  expect(narrowed(many, 'mip1')).toEqual(['mip1', 'mip10', 'mip11']);
});

test("an address of the simulated Liquid network opens its pages at the network's path", () => {
  const address = 'ex1q3fqclax6tgl60c2dd0uf5fpm5wd2qd4ghmhktu';
  expect(recognise(address, 'liquiddemo', 300)).toEqual([{ kind: 'address', value: address }]);
  const guesses = recognise(address, 'demo', 300);
  expect(guesses[0]).toMatchObject({ kind: 'other', networks: ['liquid', 'liquiddemo'] });
  const liquid = { ...network('liquiddemo', 'Liquid demo'), isLiquid: true, path: '/liquid' };
  const found = { typed: address, guesses, typedPrefix: undefined, addresses: [], miningPools: [] };
  const [row] = foundRows(found, { ...place, networks: [...place.networks, liquid] }, text);
  expect(row).toMatchObject({ to: `/liquid/address/${address}`, network: liquid });
});

test("the demo has mainnet's address format", () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(recognise(address, 'demo', 800_000)).toEqual([{ kind: 'address', value: address }]);
  expect(recognise(address, 'signet', 800_000)[0]).toMatchObject({ kind: 'other', networks: ['mainnet', 'demo'] });
});

const txid = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test.each([
  ['#315', '315'],
  ['000315', '315'],
  ['٣١٥', '315'],
  ['۳۱۵', '315'],
  ['３１５', '315'],
  ['1,000', '1000'],
  ['1.000', '1000'],
  ['1 000', '1000'],
  ["1'000", '1000'],
  ['"799,999"', '799999'],
  ['1’000', '1000'],
  ['Block 170', '170'],
  ['block: #170', '170'],
  ['№ 170', '170'],
  ['No. 1,000', '1000'],
  ['0', '0'],
  ['000', '0'],
  ['https://mempool.space/block/170', '170'],
  ['https://blockstream.info/block-height/170', '170'],
])('%s is the height %s', (typed, value) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual([{ kind: 'height', value }]);
});

test.each([
  ['23. November 2026', '2026-11-23 00:00:00'],
  ['23. Nov. 2026 14:05', '2026-11-23 14:05:00'],
  ['Nov 23rd, 2026 at 14:05', '2026-11-23 14:05:00'],
  ['11/23/2026, 2:05:06 PM', '2026-11-23 14:05:06'],
  ['2026-11-23 12:05 a.m.', '2026-11-23 00:05:00'],
  ['Nov 23, 2026 12:05pm UTC', '2026-11-23 12:05:00'],
  ['Sat Jan 03 2009 19:15:05 GMT+0100 (Central European Standard Time)', '2009-01-03 18:15:05'],
  ['3 Jan 2009 18:15:05 UTC', '2009-01-03 18:15:05'],
])('%s is the date %s', (typed, value) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual([
    { kind: 'date', value, time: Date.parse(`${value}Z`) / 1_000 },
  ]);
});

test.each(['2026-11-23 13:05 pm', '2026-11-23 0:05 am', 'Nov 23, 2026 at'])('%s is no date', (typed) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual([]);
});

test.each(['1,00', '1,0000', '12,34,567', '1,000.5', '#', '# 1 2'])('%s is no height', (typed) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual([]);
});

test.each([
  ['quotes', `"${txid}"`],
  ['typographic quotes', `\u201c${txid}\u201d`],
  ['a comma', `${txid},`],
  ['0x', `0x${txid.toUpperCase()}`],
  ['\\x', `\\x${txid}`],
  ['a line break inside', `${txid.slice(0, 32)}\r\n  ${txid.slice(32)}`],
  ['groups', txid.replace(/.{8}/g, '$& ')],
  ['a link', `https://mempool.space/tx/${txid}`],
  ['a link with a language', `https://mempool.space/de/tx/${txid}?mode=details#flow`],
  ['another explorer', `https://www.blockchain.com/explorer/transactions/btc/${txid}`],
  ['a third explorer', `https://blockchair.com/bitcoin/transaction/${txid}`],
  ['a link without scheme', `blockchair.com/bitcoin/transaction/${txid}`],
  ['a link in capital letters', `HTTPS://MEMPOOL.SPACE/tx/${txid}`],
  ['a link without scheme', `www.example.org/tx/${txid}`],
  ['a link with the path in the fragment', `https://insight.example.org/#/BTC/mainnet/tx/${txid}`],
  ['a link with a parameter', `https://example.org/search?q=${txid}&page=1`],
  ['marks of direction', `\u2066${txid}\u2069`],
  ['brackets', `(${txid})`],
  ['its name', `TXID: ${txid}`],
  ['the end of an inscription id', `${txid}i0`],
  ['an inscription in a link', `https://ordinals.com/inscription/${txid}i0`],
  ['an equals sign', `txid=${txid}`],
  ['a path', `/tx/${txid}`],
  ['a host without a dot', `localhost:3002/tx/${txid}`],
  ['JSON', `{"txid": "${txid}", "vout": 0}`],
  ['Markdown', `[the first one](https://mempool.space/tx/${txid})`],
  ['words', `Transaction ID ${txid} (confirmed)`],
])('finds a txid with %s', (_name, typed) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual([{ kind: 'tx', value: txid }]);
});

test.each([
  ['an outpoint in a link', `https://mempool.space/tx/${txid}#vout=3`, [{ kind: 'output', value: txid, vout: 3 }]],
  [
    'a link to another network',
    `https://mempool.space/signet/tx/${txid}`,
    [{ kind: 'tx', value: txid, network: 'signet' }],
  ],
  ['a host of another network', `https://liquid.network/tx/${txid}`, [{ kind: 'tx', value: txid, network: 'liquid' }]],
  ['an outpoint with #', `${txid}#3`, [{ kind: 'output', value: txid, vout: 3 }]],
  ['an outpoint in words', `outpoint ${txid}:3`, [{ kind: 'output', value: txid, vout: 3 }]],
  ['an output in a link', `https://blockstream.info/tx/${txid}?output:3`, [{ kind: 'output', value: txid, vout: 3 }]],
  [
    'a link to another network in words',
    `see https://mempool.space/signet/tx/${txid}`,
    [{ kind: 'tx', value: txid, network: 'signet' }],
  ],
  [
    'a host of a test network',
    `https://live.blockcypher.com/btc-testnet/tx/${txid}/`,
    [{ kind: 'tx', value: txid, network: 'testnet' }],
  ],
  [
    'a test network of Liquid',
    `https://liquid.network/testnet/tx/${txid}`,
    [{ kind: 'tx', value: txid, network: 'liquidtestnet' }],
  ],
  [
    'an address after the name of the chain',
    `https://www.blockchain.com/explorer/addresses/btc/${address}`,
    [{ kind: 'address', value: address }],
  ],
  ['an address with an amount', `${address} 0.5 BTC`, [{ kind: 'address', value: address }]],
  ['a payment URI with a space', `bitcoin: ${address}`, [{ kind: 'address', value: address }]],
  ['an address as a descriptor', `addr(${address})`, [{ kind: 'address', value: address }]],
  ['two txids', `${txid} ${'ab'.repeat(32)}`, []],
  ['a link to a projected block', 'https://mempool.space/mempool-block/0', []],
  ['a link to a number of something else', 'https://ordinals.com/sat/123', []],
  ['an address in a link', `https://blockstream.info/address/${address}`, [{ kind: 'address', value: address }]],
  ['a payment URI', `bitcoin:${address}`, [{ kind: 'address', value: address }]],
  ['an upper-case payment URI', `BITCOIN:${address.toUpperCase()}`, [{ kind: 'address', value: address }]],
  [
    'a payment URI with amount and label',
    `bitcoin:${address}?amount=0.01&label=Caf%C3%A9&req-x=1`,
    [{ kind: 'address', value: address, note: '0.01 BTC \u00b7 Caf\u00e9' }],
  ],
  [
    'an upper-case payment URI with an amount',
    `BITCOIN:${address.toUpperCase()}?AMOUNT=0.01&LABEL=CAFE`,
    [{ kind: 'address', value: address, note: '0.01 BTC \u00b7 CAFE' }],
  ],
  [
    'an address with a character of no width',
    `bc1qw508\u200b${address.slice(8)}`,
    [{ kind: 'address', value: address }],
  ],
  ['a payment URI with a bad amount', `bitcoin:${address}?amount=<b>`, [{ kind: 'address', value: address }]],
  ['an address in groups', address.replace(/.{4}/g, '$& '), [{ kind: 'address', value: address }]],
  ['an empty payment URI', 'bitcoin:', []],
  ['a link to nothing', 'https://example.org/about', []],
  ['a broken link', 'https://[', []],
  ['a link with a broken escape', 'https://example.org/address/%E0%A4%A', []],
])('recognizes %s', (_name, typed, expected) => {
  expect(recognise(typed, 'mainnet', 800_000)).toEqual(expected);
});

const xpub =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';
test.each([
  xpub,
  ` ${xpub} `,
  `[d34db33f/84'/0'/0']${xpub}/0/*`,
  xpub.replace('xpub', 'zpub'),
  `wpkh(${xpub}/0/*)#abcdefgh`,
  `wsh(sortedmulti(2,${xpub},${xpub}))`,
  xpub.replace('pub', 'prv'),
])('%s opens the wallet lookup without being in its address', (typed) => {
  const [row, ...others] = foundRows(
    { typed, guesses: recognise(typed, 'mainnet', 1), typedPrefix: undefined, addresses: [], miningPools: [] },
    place,
    text,
  );
  expect(others).toEqual([]);
  expect(row).toMatchObject({ to: '/wallet/desk', wallet: typed.trim() });
});

test.each([
  ['a line break inside', `${xpub.slice(0, 60)}\n${xpub.slice(60)}`, xpub],
  ['a descriptor of another kind', `rawtr(${xpub})`, `rawtr(${xpub})`],
  ['a descriptor in capital letters', `WPKH(${xpub}/0/*)`, `WPKH(${xpub}/0/*)`],
  ['other words', `key: ${xpub}`, xpub],
  ['JSON', `{"xpub": "[d34db33f/84h/0h/0h]${xpub}/0/*", "gap": 20}`, `[d34db33f/84h/0h/0h]${xpub}/0/*`],
  ['a link', `https://example.org/xpub/${xpub}`, xpub],
  ['missing characters', xpub.slice(0, 60), xpub.slice(0, 60)],
  ['a label before its descriptor', `descriptor: wpkh(${xpub})`, `wpkh(${xpub})`],
])('an extended key with %s stays out of the address of the page', (_name, typed, value) => {
  expect(recognise(typed, 'mainnet', 1)).toEqual([{ kind: 'wallet', value }]);
});

test('a link to a network that is not served names it', () => {
  const [row] = rows(`https://liquid.network/tx/${txid}`);
  expect(row?.slice(1)).toEqual(['search.notHere Liquid', undefined]);
  expect(rows(`https://mempool.space/testnet4/tx/${txid}`)[0]?.slice(1)).toEqual([
    'Testnet4',
    `/testnet4/search?q=${txid}`,
  ]);
});
