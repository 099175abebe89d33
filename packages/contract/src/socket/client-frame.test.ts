import { describe, expect, it } from 'vitest';
import { parseClientFrame } from './client-frame.ts';

const id = 'AB'.repeat(32);
const key = `02${'ab'.repeat(32)}`;
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('parseClientFrame', () => {
  it.each(['', 'x', '[]', 'null', '3', '"init"', '{'])('returns undefined for %j', (text) => {
    expect(parseClientFrame(text)).toBeUndefined();
  });

  it('returns the commands in handling order, whatever the order of the keys', () => {
    const frame = {
      historicalDate: 1,
      'track-stratum': 'all',
      'track-mempool': true,
      'track-mempool-txids': true,
      'track-donation': 'x',
      'watch-accelerations': true,
      'track-accelerations': true,
      'track-rbf-summary': true,
      'track-rbf': 'all',
      'track-mempool-block': 0,
      'track-asset': id,
      'track-wallet': 'w',
      'track-scriptpubkeys': [],
      'track-addresses': [],
      'track-address': 'stop',
      'track-txs': [],
      'track-tx': id,
      'refresh-blocks': true,
      action: 'want',
      data: ['stats', 'x', 'blocks'],
    };
    expect(parseClientFrame(JSON.stringify(frame))?.map(({ type }) => type)).toEqual([
      'want',
      'refresh-blocks',
      'track-tx',
      'track-txs',
      'track-address',
      'track-addresses',
      'track-scriptpubkeys',
      'track-wallet',
      'track-asset',
      'track-mempool-block',
      'track-rbf',
      'track-rbf-summary',
      'track-accelerations',
      'watch-accelerations',
      'track-donation',
      'track-mempool-txids',
      'track-mempool',
      'track-stratum',
      'historical-date',
    ]);
    const types = (action: string) =>
      parseClientFrame(JSON.stringify({ ...frame, action }))?.map(({ type }) => type) ?? [];
    for (const action of ['init', 'ping']) {
      const order = types(action);
      expect(order[order.indexOf(action as 'init') - 1]).toBe('watch-accelerations');
      expect(order[order.indexOf(action as 'init') + 1]).toBe('track-donation');
    }
  });

  it.each([
    [{ 'track-tx': 'stop' }, { type: 'track-tx', txid: undefined, watchMempool: false }],
    [
      { 'track-tx': id, 'watch-mempool': true },
      { type: 'track-tx', txid: id.toLowerCase(), watchMempool: true },
    ],
    [{ 'track-address': 'stop' }, { type: 'track-address', address: undefined }],
    [{ 'track-address': '<b>' }, { type: 'track-address', address: undefined }],
    [{ 'track-address': `02${'ab'.repeat(32)}` }, { type: 'track-address', address: `02${'ab'.repeat(32)}` }],
    [{ 'track-mempool-block': -1 }, { type: 'track-mempool-block', index: undefined }],
    [{ 'track-mempool-block': 7 }, { type: 'track-mempool-block', index: 7 }],
    [{ 'track-mempool-block': 8 }, { type: 'track-mempool-block', index: undefined }],
    [{ 'track-mempool-block': '1' }, { type: 'track-mempool-block', index: undefined }],
    [{ 'track-rbf': 'all' }, { type: 'track-rbf', mode: 'all' }],
    [{ 'track-rbf': 'fullRbf' }, { type: 'track-rbf', mode: 'fullRbf' }],
    [{ 'track-rbf': 'stop' }, { type: 'track-rbf', mode: undefined }],
    [{ 'track-rbf-summary': true }, { type: 'track-rbf-summary', on: true }],
    [{ 'track-rbf-summary': false }, { type: 'track-rbf-summary', on: false }],
    [{ 'track-txs': [id, 'x', 7, id.toLowerCase()] }, { type: 'track-txs', txids: [id.toLowerCase()] }],
    [{ 'track-txs': id }, { type: 'track-txs', txids: undefined }],
    [{ 'track-txs': { length: 1, 0: id } }, { type: 'track-txs', txids: undefined }],
    [
      { 'track-addresses': [address, address, 'x', null, [address]] },
      { type: 'track-addresses', addresses: [address] },
    ],
    [{ 'track-addresses': [address.toUpperCase()] }, { type: 'track-addresses', addresses: [address.toUpperCase()] }],
    [{ 'track-addresses': address }, { type: 'track-addresses', addresses: [] }],
    [
      { 'track-scriptpubkeys': ['00AB', '00ab', '0', 'zz', '', 5] },
      { type: 'track-scriptpubkeys', scripts: ['00ab', '00ab'] },
    ],
    [{ 'track-scriptpubkeys': null }, { type: 'track-scriptpubkeys', scripts: [] }],
    [{ 'track-wallet': 'stop' }, { type: 'track-wallet', name: undefined }],
    [{ 'track-wallet': 'saylor' }, { type: 'track-wallet', name: 'saylor' }],
    [{ 'track-lightning': [key, '1x2x3', '7', '7'] }, { type: 'track-lightning', followed: [key, '1x2x3', '7'] }],
    [{ 'track-lightning': [key, 'x'] }, { type: 'track-lightning', followed: undefined }],
    [{ 'track-lightning': 'stop' }, { type: 'track-lightning', followed: undefined }],
    [{ 'track-asset': id }, { type: 'track-asset', asset: id.toLowerCase() }],
    [{ 'track-asset': 'stop' }, { type: 'track-asset', asset: undefined }],
    [{ 'track-accelerations': true }, { type: 'track-accelerations', on: true }],
    [{ 'track-accelerations': 1 }, { type: 'track-accelerations', on: false }],
    [{ 'watch-accelerations': true }, { type: 'watch-accelerations', on: true }],
    [{ 'watch-accelerations': false }, { type: 'watch-accelerations', on: false }],
    [{ 'track-donation': 'x'.repeat(22) }, { type: 'track-donation', invoice: 'x'.repeat(22) }],
    [{ 'track-donation': 'x' }, { type: 'track-donation', invoice: undefined }],
    [{ 'track-mempool-txids': true }, { type: 'track-mempool-txids', on: true }],
    [{ 'track-mempool-txids': false }, { type: 'track-mempool-txids', on: false }],
    [{ 'track-mempool': true }, { type: 'track-mempool', on: true }],
    [{ 'track-mempool': false }, { type: 'track-mempool', on: false }],
    [{ 'track-stratum': 'all' }, { type: 'track-stratum', pool: 'all' }],
    [{ 'track-stratum': 3 }, { type: 'track-stratum', pool: 3 }],
    [{ 'track-stratum': null }, { type: 'track-stratum', pool: undefined }],
    [{ historicalDate: 1700000000.9 }, { type: 'historical-date', time: 1_700_000_000 }],
    [{ historicalDate: null }, { type: 'historical-date', time: undefined }],
    [{ historicalDate: 1_700_000_000_000 }, { type: 'historical-date', time: undefined }],
    [{ historicalDate: '2020-01-01' }, { type: 'historical-date', time: undefined }],
    [{ action: 'ping' }, { type: 'ping' }],
    [{ action: 'init' }, { type: 'init' }],
    [{ action: 'want' }, { type: 'want', feeds: [] }],
  ])('parses %j into one command', (frame, command) => {
    expect(parseClientFrame(JSON.stringify(frame))).toEqual([command]);
  });

  it.each([
    ['{"bsq":1,"__proto__":{"action":"init","track-tx":"stop"},"constructor":{"action":"ping"},"action":"fly"}'],
    ['{"track-rbf-summary":null,"track-accelerations":null}'],
    ['{"track-mempool":null,"track-mempool-txids":"true"}'],
    ['{"refresh-blocks":"true","action":["init"]}'],
  ])('returns no command for %s', (text) => {
    expect(parseClientFrame(text)).toEqual([]);
  });
});
