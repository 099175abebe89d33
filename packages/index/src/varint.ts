/** Appends unsigned integers in seven-bit groups, least first; sums may pass 2^53 and come as bigint. */
export class VarintWriter {
  private readonly parts: number[] = [];

  add(value: number | bigint): this {
    if (value < 0) throw new Error(`negative number ${value} in a row`);
    if (value < Number.MAX_SAFE_INTEGER) return this.addSmall(Number(value));
    let rest = BigInt(value);
    while (rest > 127n) {
      this.parts.push(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.parts.push(Number(rest));
    return this;
  }

  finish(): Uint8Array {
    return new Uint8Array(this.parts);
  }

  /** The same without bigint, which is many times slower. */
  private addSmall(value: number): this {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.parts.push((rest % 128) + 128);
    this.parts.push(rest);
    return this;
  }
}

/** Reads what VarintWriter wrote. */
export class VarintReader {
  private readonly bytes: Uint8Array;
  private at: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.at = offset;
  }

  big(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error('a row ends inside a number');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  number(): number {
    return Number(this.big());
  }
}
