import type { Fact } from '@glassblock/journal';
import { fromHex, type UnixSeconds } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { createLightningFilter, lightningKey } from './lightning-events.ts';

const key = `02${'ab'.repeat(32)}`;
const fact: Fact = { type: 'node-updated', node: fromHex(key), time: 1_700_000_000 as UnixSeconds };

describe('filter for nodes and channels', () => {
  it.each([key, key.toUpperCase()])('finds facts of the node %s', (node) => {
    expect(createLightningFilter({ node })?.(fact)).toBe(true);
    expect(lightningKey(node)).toBe(key);
  });

  it('rejects keys and ids in another form', () => {
    for (const node of ['x', key.slice(2), `${key},`, '1x2x3'])
      expect(() => createLightningFilter({ node })).toThrow(expect.objectContaining({ code: 'lightning.node' }));
    for (const channel of ['x', '1x2', key, '1x2x3,'])
      expect(() => createLightningFilter({ channel })).toThrow(expect.objectContaining({ code: 'lightning.channel' }));
  });

  it('names a channel by its id and its short id', () => {
    expect([lightningKey('1x2x3'), lightningKey('1099511758851')]).toEqual(['1099511758851', '1099511758851']);
    expect(lightningKey('1x2')).toBeUndefined();
  });
});
