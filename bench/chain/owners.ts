import { Buffer } from 'node:buffer';
import { OP } from '@glassblock/primitives';
import type { BytePage } from './byte-page.ts';
import type { Keys } from './keys.ts';

/** Output types. The upper four bits of an owner are the type, the other 28 an index. */
export const Kind = {
  /** P2WSH of `<index and padding> OP_DROP OP_TRUE`, spent by revealing the script. */
  plain: 0,
  /** The same with an envelope of 6,000 to 9,000 bytes, like an inscription. */
  heavy: 1,
  p2pkh: 2,
  p2wpkh: 3,
  p2tr: 4,
  /** OP_RETURN with `index` bytes. */
  data: 5,
} as const;

const indexBits = 28;
/** Encodes an owner from type and index. */
export const ownerOf = (kind: number, index: number): number => ((kind << indexBits) | index) >>> 0;
/** Returns the type of an owner. */
export const kindOf = (owner: number): number => owner >>> indexBits;
/** Returns the index of an owner. */
export const indexOf = (owner: number): number => owner & ((1 << indexBits) - 1);

const op = { false: 0, true: OP.PUSHNUM_1, if: 0x63, endif: 0x68, drop: 0x75 } as const;
const maxDirectPush = 75;
const maxElementSize = 520;
const noiseBytes = 1 << 20;

/** Writes the scripts of owners. The same seed and owner give the same script. */
export class Scripts {
  private readonly keys: Keys;
  private readonly noise: Buffer;
  private readonly minPush: number;
  private readonly work: BytePage;

  /** @param meanPush mean bytes pushed by a plain script: 4 to 75 */
  constructor(options: { keys: Keys; random: () => number; meanPush: number; work: BytePage }) {
    this.keys = options.keys;
    this.minPush = Math.max(4, Math.round(2 * options.meanPush - maxDirectPush));
    this.noise = Buffer.alloc(noiseBytes);
    for (let i = 0; i < noiseBytes; i += 4) this.noise.writeUInt32LE(Math.floor(options.random() * 2 ** 32), i);
    this.work = options.work;
  }

  /** Appends the output script with its length. */
  writeOutput(owner: number, out: BytePage): void {
    const index = indexOf(owner);
    switch (kindOf(owner)) {
      case Kind.plain:
      case Kind.heavy:
        this.writeWitnessScript(owner, this.work.wipe());
        out.u8(34).u8(0).u8(32).sha256(this.work.bytes, 0, this.work.length);
        return;
      case Kind.p2pkh:
        out.u8(25).copy(this.keys.p2pkhScript(index));
        return;
      case Kind.p2wpkh:
        out.u8(22).u8(0).u8(20).copy(this.keys.keyHash(index));
        return;
      case Kind.p2tr:
        out.u8(34).u8(OP.PUSHNUM_1).u8(32).copy(this.keys.xOnly(index));
        return;
      case Kind.data:
        out
          .u8(index + 2)
          .u8(OP.RETURN)
          .u8(index);
        this.writeNoise(index * 7919 + out.length, index, out);
        return;
      default:
        throw new RangeError(`no such owner: ${owner}`);
    }
  }

  /** Appends the witness script of a plain or heavy owner. */
  writeWitnessScript(owner: number, out: BytePage): void {
    const index = indexOf(owner);
    const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
    if (kindOf(owner) === Kind.plain) {
      const push = this.minPush + ((mixed >>> 8) % (maxDirectPush + 1 - this.minPush));
      out.u8(push).u32(index);
      this.writeNoise(mixed, push - 4, out);
      out.u8(op.drop).u8(op.true);
      return;
    }
    out.u8(4).u32(index).u8(op.drop).u8(op.false).u8(op.if);
    for (let chunks = 12 + ((mixed >>> 8) % 6); chunks > 0; chunks--) {
      out.u8(OP.PUSHDATA2).u16(maxElementSize);
      this.writeNoise(mixed + chunks * 104_729, maxElementSize, out);
    }
    out.u8(op.endif).u8(op.true);
  }

  /** Returns a copy of the output script. */
  output(owner: number, page: BytePage): Uint8Array {
    this.writeOutput(owner, page.wipe());
    return Uint8Array.from(page.bytes.subarray(1, page.length));
  }

  private writeNoise(place: number, length: number, out: BytePage): void {
    const at = place % (noiseBytes - length);
    out.copy(this.noise, at, at + length);
  }
}
