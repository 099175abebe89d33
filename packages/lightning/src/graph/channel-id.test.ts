import { describe, expect, it } from 'vitest';
import {
  channelIdOf,
  channelIdRanges,
  parseChannelId,
  parseShortId,
  positionOfChannel,
  shortIdOf,
} from './channel-id.ts';

// 539268x845x1 is the example of BOLT 7
const id = 592931436542885889n;

describe('short channel id', () => {
  it('packs height, position and output into 24, 24 and 16 bits', () => {
    expect(channelIdOf({ height: 539268, position: 845, vout: 1 })).toBe(id);
    expect(id.toString(16)).toBe('83a8400034d0001');
    expect(positionOfChannel(id)).toEqual({ height: 539268, position: 845, vout: 1 });
    expect(shortIdOf(id)).toBe('539268x845x1');
    expect(parseShortId('539268x845x1')).toBe(id);
    expect(parseChannelId('592931436542885889')).toBe(id);
  });

  it.each([
    { height: 0x1000000, position: 0, vout: 0 },
    { height: 1, position: 0x1000000, vout: 0 },
    { height: 1, position: 0, vout: 0x10000 },
    { height: -1, position: 0, vout: 0 },
    { height: 1.5, position: 0, vout: 0 },
  ])('has no id for %j', (position) => {
    expect(channelIdOf(position)).toBeUndefined();
  });

  it.each(['', '1x2', '1x2x3x4', '1x2x70000', '16777216x0x0', 'x1x1', '1:2:3', ' 1x1x1'])('rejects %j', (text) => {
    expect(parseShortId(text)).toBeUndefined();
  });

  it.each(['', '-1', '1e3', '18446744073709551616', '0x10'])('rejects the number %j', (text) => {
    expect(parseChannelId(text)).toBeUndefined();
  });
});

describe('prefix search of channel ids', () => {
  const ids = ['539268x845x1', '539268x8450x1', '539268x84x11', '53926x845x1', '539269x0x0', '0x0x0', '7x1x0']
    .map((text) => parseShortId(text)!)
    .sort((a, b) => (a < b ? -1 : 1));
  const searchByText = (text: string) =>
    ids.filter((each) => String(each).startsWith(text) || shortIdOf(each).startsWith(text));
  const searchByRanges = (text: string) => {
    const ranges = channelIdRanges(text);
    return ids.filter((each) => ranges.some(({ first, last }) => each >= first && each <= last));
  };

  it.each([
    '5',
    '53926',
    '539268',
    '539268x',
    '539268x8',
    '539268x84',
    '539268x84x',
    '539268x84x1',
    '539268x845x1',
    '0',
    '0x',
    '0x0x0',
    '7',
    '59293',
    '592931436542885889',
    '9',
    '539268x00',
    '5x',
  ])('finds the same ids as a comparison of texts: %s', (text) => {
    expect(searchByRanges(text)).toEqual(searchByText(text));
  });

  it.each(['', 'x', 'a', '1xx2', '1x2x3x', '123456789012345678901', '99999999x0x0'])('finds nothing for %j', (text) => {
    expect(searchByRanges(text)).toEqual([]);
  });
});
