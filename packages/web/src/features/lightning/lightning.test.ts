import { describe, expect, it } from 'vitest';
import { lifetimePage } from './channel/lifetime.ts';
import { channelIdOf, lightningPage } from './lightning-url.ts';
import { distanceKm, meanDistanceKm } from './node/channels/channel-distance.ts';
import { treemap } from './node/channels/treemap.ts';
import { feeBars } from './node/fees/fee-bars.ts';
import { alignSteps, feeSteps } from './node/fees/fee-history.ts';
import { decodeLeaseRates } from './node/liquidity-ad.ts';
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

describe('treemap', () => {
  it('lays out values in proportion, without gaps', () => {
    const tiles = treemap([6, 6, 4, 3, 2, 2, 1], 6 / 4);
    const areas = tiles.map(({ width, height }) => Math.round(24 * width * height * 1e6) / 1e6);
    expect(areas).toEqual([6, 6, 4, 3, 2, 2, 1]);
    // the first two above each other, in half of the width
    expect(tiles.slice(0, 2)).toEqual([
      { at: 0, x: 0, y: 0, width: 0.5, height: 0.5 },
      { at: 1, x: 0, y: 0.5, width: 0.5, height: 0.5 },
    ]);
    for (const { x, y, width, height } of tiles) {
      expect(x + width).toBeLessThan(1.000001);
      expect(y + height).toBeLessThan(1.000001);
    }
    expect(treemap([], 2)).toEqual([]);
  });
});

it('computes the distance of places', () => {
  // Paris and New York: 5,837 km on a sphere
  expect(Math.round(distanceKm(2.3522, 48.8566, -74.006, 40.7128))).toBe(5_837);
  expect(meanDistanceKm([])).toBeUndefined();
  expect(
    Math.round(
      meanDistanceKm([
        [0, 0, 180, 0],
        [5, 5, 5, 5],
      ])!,
    ),
  ).toBe(10_008);
});

it('shows the newest events of a channel first, each policy with the one it replaced', () => {
  const event = (type: 'opened' | 'policy', time: number, fee_rate: number | null, public_key = 'a') => ({
    type,
    time,
    id: '1',
    short_id: '1x1x1',
    txid: null,
    capacity: null,
    public_key,
    fee_rate,
    base_fee_mtokens: null,
    is_disabled: null,
    changes: null,
    reason: null,
  });
  const events = [event('opened', 1, null), event('policy', 2, 5), event('policy', 3, 9, 'b'), event('policy', 4, 6)];
  expect(lifetimePage({ events }, 1).map(({ event: { time }, before }) => [time, before?.fee_rate])).toEqual([
    [4, 5],
    [3, undefined],
    [2, undefined],
    [1, undefined],
  ]);
  expect(lifetimePage({ events }, 2)).toEqual([]);
});

it('draws the median of the fee rates in force, of two nodes at the times of both', () => {
  const change = (time: number, id: string, fee_rate: number, is_disabled = false) => ({
    time,
    id,
    fee_rate,
    is_disabled,
  });
  const steps = feeSteps([
    change(40, 'b', 9, true),
    change(10, 'a', 100),
    change(20, 'b', 300),
    change(20, 'c', 500),
    change(50, 'a', 7, true),
    change(60, 'c', 7, true),
  ]);
  expect(steps).toEqual({ times: [10, 20, 40, 50, 60], medians: [100, 300, 300, 500, undefined] });
  const other = feeSteps([change(30, 'a', 1)]);
  expect(alignSteps([{ times: [10, 40], medians: [5, 6] }, other], 99)).toEqual({
    times: [10, 30, 40, 99],
    values: [
      [5, 5, 6, 6],
      [undefined, 1, 1, 1],
    ],
  });
  expect(alignSteps([feeSteps([])], 99)).toEqual({ times: [], values: [[]] });
});

describe('decodeLeaseRates', () => {
  it('reads the rates of a liquidity ad', () => {
    expect(decodeLeaseRates('029a002d0064000013884b20')).toEqual({
      fundingWeight: 666,
      leaseFeeBasis: 45,
      maxFeeRatePpm: 100_000,
      leaseFeeBaseSats: 5_000,
      maxBaseFeeMsat: 19_232,
    });
    // the last number has no leading zero bytes, and none at all when it is 0
    expect(decodeLeaseRates('029a002d006400001388')?.maxBaseFeeMsat).toBe(0);
  });

  it.each(['', 'zz', '029a', '029a002d00640000138800', '029a002d00640000138811223344556677'])(
    'returns undefined for "%s"',
    (payload) => {
      expect(decodeLeaseRates(payload)).toBeUndefined();
    },
  );
});
