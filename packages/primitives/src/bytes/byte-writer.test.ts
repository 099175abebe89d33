import { describe, expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.ts';

describe('the byte writer', () => {
  it('keeps every byte when its buffer grows', () => {
    const writes: [string, (writer: ByteWriter) => ByteWriter, number[]][] = [
      ['u8', (writer) => writer.u8(0xab), [0xab]],
      ['u16', (writer) => writer.u16(0x0102), [2, 1]],
      ['u32', (writer) => writer.u32(0x01020304), [4, 3, 2, 1]],
      ['u64', (writer) => writer.u64(0x0102030405), [5, 4, 3, 2, 1, 0, 0, 0]],
      ['a length prefix of three bytes', (writer) => writer.compactSize(0x1234), [0xfd, 0x34, 0x12]],
      ['bytes', (writer) => writer.bytes(new Uint8Array([9, 8, 7])), [9, 8, 7]],
    ];
    for (const [name, write, expected] of writes) {
      for (let before = 0; before <= 40; before++) {
        const writer = new ByteWriter(16);
        for (let i = 0; i < before; i++) writer.u8(i + 1);
        const all = [...write(writer).finish()];
        const head = Array.from({ length: before }, (_, i) => i + 1);
        expect(all, `${name} after ${before} bytes`).toEqual([...head, ...expected]);
      }
    }
  });

  it('writes from the start again after it was cleared, without changing earlier copies', () => {
    const writer = new ByteWriter(16).u32(0x01020304);
    const first = writer.finish();
    const second = writer.clear().u8(0xff).finish();
    expect([first, second]).toEqual([new Uint8Array([4, 3, 2, 1]), new Uint8Array([0xff])]);
    expect(writer.length).toBe(1);
  });
});
