import { describe, expect, it } from 'vitest';
import { channelIdOf, lightningPage } from './lightning-url.ts';
import { everyDay } from './node/every-day.ts';
import { feeBars } from './node/fee-bars.ts';
import { reachOf, socketType } from './node/sockets.ts';

const bucket = (ppm: number, count: number) => ({ bucket: ppm, count, capacity: String(1_000 * count) });

describe('feeBars', () => {
  it('sums the buckets of each bar and ends at the highest fee rate', () => {
    const bars = feeBars({ outgoing: [bucket(0, 2), bucket(3, 1), bucket(5, 1)], incoming: [bucket(11, 4)] });
    expect(bars.map(({ from, to, outgoing, incoming }) => [from, to, outgoing.count, incoming.count])).toEqual([
      [0, 0, 2, 0],
      [1, 1, 0, 0],
      [2, 2, 0, 0],
      [3, 5, 2, 0],
      [6, 10, 0, 0],
      [11, 20, 0, 4],
    ]);
    expect(bars[3]?.outgoing.capacity).toBe(2_000);
  });

  it('has one more bar for fee rates above 5,000 ppm, and none without channels', () => {
    expect(feeBars({ outgoing: [bucket(70_000, 1)], incoming: [] }).at(-1)).toMatchObject({ from: 5_001, to: 70_000 });
    expect(feeBars({ outgoing: [], incoming: [] })).toEqual([]);
  });
});

it('repeats the figures of a node until they change', () => {
  const day = 86_400;
  const rows = [
    { added: 10 * day, channels: 1 },
    { added: 13 * day, channels: 4 },
  ];
  expect(everyDay(rows, 14 * day + 5).map(({ added, channels }) => [added / day, channels])).toEqual([
    [10, 1],
    [11, 1],
    [12, 1],
    [13, 4],
    [14, 4],
  ]);
  expect(everyDay([], 5)).toEqual([]);
});

it.each([
  ['1.2.3.4:9735', 'ipv4'],
  ['[2001:db8::1]:9735', 'ipv6'],
  [`${'a'.repeat(56)}.onion:9735`, 'tor'],
  ['node.example:9735', 'dns'],
])('socketType of %s is %s', (socket, type) => {
  expect(socketType(socket)).toBe(type);
});

it('names how a node can be reached', () => {
  expect(reachOf(['1.2.3.4:1', 'x.onion:1'])).toBe('both');
  expect(reachOf(['x.onion:1'])).toBe('tor');
  expect(reachOf(['x.b32.i2p:1'])).toBe('none');
});

it.each([
  ['843312x1x0', '927231349843099648'],
  ['592931436542885889', '592931436542885889'],
  ['1x2', undefined],
  ['16777216x0x0', undefined],
])('channelIdOf %s', (text, id) => {
  expect(channelIdOf(text)).toBe(id);
});

it('leaves out the first page and open channels in URLs of nodes', () => {
  expect(lightningPage.node('', '02ab')).toBe('/lightning/node/02ab');
  expect(lightningPage.node('/signet', '02ab', 'closed', 2)).toBe('/signet/lightning/node/02ab?channels=closed&page=2');
});
