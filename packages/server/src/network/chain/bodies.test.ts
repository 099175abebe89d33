import type { BlockBytes, BlockSource } from '@glassblock/node';
import { ByteWriter, CodedError, fromHex, type OutputValue, toHex, writeSpentOutputs } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { bodyOf, createBodies } from './bodies.ts';

const script = fromHex('51');
const prevout = (sats: number) => ({ value: sats as OutputValue, script });
const txBytes = (inputs: number, nonce: number, padding = 0) => {
  const writer = new ByteWriter(100).u32(2).compactSize(inputs);
  for (let i = 0; i < inputs; i++) writer.bytes(new Uint8Array(36).fill(nonce)).compactSize(0).u32(0);
  return writer.compactSize(1).u64(5).lengthPrefixed(new Uint8Array(padding)).u32(nonce).finish();
};
/** A block with a coinbase and a transaction of two inputs. */
function blockOf(nonce: number, padding = 0): BlockBytes {
  const block = new ByteWriter(300).bytes(new Uint8Array(80).fill(nonce)).compactSize(2);
  block.bytes(txBytes(1, nonce)).bytes(txBytes(2, nonce, padding));
  return { block: block.finish(), spent: writeSpentOutputs([[], [prevout(nonce), prevout(nonce + 1)]]) };
}
const hashOf = (nonce: number) => new Uint8Array(32).fill(nonce);

/** A node whose answers wait until released. */
function slowNode(paddingBytes = 0) {
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  let refusal: string | undefined;
  const source = {
    async blockWithSpent(hash: Uint8Array) {
      asked.push(hash[0]!);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (refusal !== undefined) throw new CodedError(refusal, 'refused');
      return blockOf(hash[0]!, paddingBytes);
    },
  } as unknown as BlockSource;
  return {
    source,
    asked,
    refuse: (code: string | undefined) => void (refusal = code),
    /** Releases pending answers, including new ones, until there are none. */
    async release() {
      for (let idle = 0; idle < 20; idle++) {
        const ready = waiting.splice(0);
        if (ready.length > 0) idle = 0;
        for (const go of ready) go();
        await Promise.resolve();
      }
    },
  };
}

describe('block body', () => {
  it('returns each transaction and its prevouts', () => {
    const bytes = blockOf(7);
    const body = bodyOf(bytes);
    expect(body.txCount).toBe(2);
    expect(body.tx(0).isCoinbase).toBe(false);
    expect(toHex(body.tx(1).raw)).toBe(toHex(txBytes(2, 7)));
    expect(body.prevouts(0)).toEqual([]);
    expect(body.prevouts(1)).toEqual([prevout(7), prevout(8)]);
    expect(() => body.tx(2)).toThrow(RangeError);
    expect(Array.from(body.columns().spentValue)).toEqual([7, 8]);
  });

  it('rejects a block with the spent outputs of another', () => {
    const { block, spent } = blockOf(1);
    const bad = { code: 'node.bad-answer' };
    expect(() => bodyOf({ block, spent: writeSpentOutputs([[]]) })).toThrow(expect.objectContaining(bad));
    const other = bodyOf({ block, spent: writeSpentOutputs([[], [prevout(1)]]) });
    expect(() => other.prevouts(1)).toThrow(expect.objectContaining(bad));
    expect(() => other.columns()).toThrow(expect.objectContaining(bad));
    expect(() => bodyOf({ block: Uint8Array.of(...block, 0), spent })).toThrow(expect.objectContaining(bad));
    expect(() => bodyOf({ block: block.subarray(0, 120), spent })).toThrow(CodedError);
  });
});

describe('bodies', () => {
  it('shares one fetch between concurrent requests and caches it', async () => {
    const node = slowNode();
    const bodies = createBodies(node.source, 1e6);
    const wanted = Promise.all([1, 1, 2, 1].map((nonce) => bodies.body(hashOf(nonce))));
    expect(bodies.cached(hashOf(1))).toBeUndefined();
    await node.release();
    const [first, second] = await wanted;
    expect(first).toBe(second);
    expect(bodies.cached(hashOf(1))).toBe(first);
    await bodies.body(hashOf(2));
    expect(node.asked).toEqual([1, 2]);
  });

  it('fetches at most six concurrently', async () => {
    const node = slowNode();
    const bodies = createBodies(node.source, 1e6);
    const wanted = Promise.all(Array.from({ length: 20 }, (_, i) => bodies.body(hashOf(i + 1))));
    await Promise.resolve();
    expect(node.asked).toHaveLength(6);
    await node.release();
    await wanted;
    expect(node.asked).toHaveLength(20);
  });

  it('evicts the least recently used bodies by bytes', async () => {
    const node = slowNode(9_000);
    const bodies = createBodies(node.source, 34_000);
    for (const nonce of [1, 2, 3, 1, 4]) {
      const one = bodies.body(hashOf(nonce));
      await node.release();
      await one;
    }
    expect([1, 2, 3, 4].map((nonce) => bodies.cached(hashOf(nonce)) !== undefined)).toEqual([true, false, true, true]);
  });

  it('fetches again after a failure', async () => {
    const node = slowNode();
    const bodies = createBodies(node.source, 1e6);
    node.refuse('node.away');
    const refused = expect(bodies.body(hashOf(1))).rejects.toMatchObject({ code: 'node.away' });
    await node.release();
    await refused;
    node.refuse(undefined);
    const again = bodies.body(hashOf(1));
    await node.release();
    expect((await again).txCount).toBe(2);
  });

  it('prefers a stored copy, or uses it when the node has none, but not when the node is away', async () => {
    const node = slowNode();
    const bodies = createBodies(node.source, 1e6);
    const stored = (first: boolean, nonce: number) => ({ first, read: async () => blockOf(nonce) });
    expect((await bodies.body(hashOf(1), stored(true, 1))).txCount).toBe(2);
    expect(node.asked).toEqual([]);
    for (const [i, code] of ['node.no-data', 'node.rpc'].entries()) {
      node.refuse(code);
      const later = bodies.body(hashOf(2 + i), stored(false, 2 + i));
      await node.release();
      expect((await later).txCount).toBe(2);
    }
    node.refuse('node.away');
    const away = expect(bodies.body(hashOf(4), stored(false, 4))).rejects.toMatchObject({ code: 'node.away' });
    await node.release();
    await away;
  });
});
