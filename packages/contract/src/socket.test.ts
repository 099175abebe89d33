import { describe, expect, it } from 'vitest';
import { parseClientFrame } from './index.ts';

const id = 'AB'.repeat(32);

describe('a client frame', () => {
  it.each(['', 'x', '[]', 'null', '3', '"init"', '{'])('%j is none and ends the connection', (text) => {
    expect(parseClientFrame(text)).toBeUndefined();
  });

  it('is read into commands in the order of handling, whatever the order of its keys', () => {
    const frame = {
      'track-mempool-block': 0,
      'track-tx': id,
      'refresh-blocks': true,
      action: 'want',
      data: ['stats', 'x', 'blocks'],
    };
    expect(parseClientFrame(JSON.stringify(frame))).toEqual([
      { type: 'want', feeds: ['blocks', 'stats'] },
      { type: 'refresh-blocks' },
      { type: 'track-tx', txid: id.toLowerCase(), watchMempool: false },
      { type: 'track-mempool-block', index: 0 },
    ]);
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
    [{ action: 'ping' }, { type: 'ping' }],
    [{ action: 'init' }, { type: 'init' }],
    [{ action: 'want' }, { type: 'want', feeds: [] }],
  ])('%j is one command', (frame, command) => {
    expect(parseClientFrame(JSON.stringify(frame))).toEqual([command]);
  });

  it('with keys that nobody knows is no command', () => {
    expect(parseClientFrame('{"historicalDate":1,"__proto__":{"action":"init"},"action":"fly"}')).toEqual([]);
  });
});
