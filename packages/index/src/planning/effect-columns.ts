/** Keys of scripts or transactions by index. */
export interface KeyColumns {
  readonly bucket: Uint32Array;
  /** Bits of the key after the bucket, below 2^53. */
  readonly rest: Float64Array;
}

/** Outputs by index, as in unspent rows: their scripts, numbers of their transactions, output indexes and sats. */
export interface OutputColumns extends KeyColumns {
  readonly number: Uint32Array;
  readonly vout: Uint32Array;
  readonly value: Float64Array;
}

/** Spends by index, as `SpendRecord`. */
export interface SpendColumns {
  readonly funding: Uint32Array;
  readonly vout: Uint32Array;
  readonly spender: Uint32Array;
  readonly vin: Uint32Array;
}

/** Creates keys of zeros. */
export const keyColumns = (count: number): KeyColumns => ({
  bucket: new Uint32Array(count),
  rest: new Float64Array(count),
});

/** Creates outputs of zeros. */
export const outputColumns = (count: number): OutputColumns => ({
  ...keyColumns(count),
  number: new Uint32Array(count),
  vout: new Uint32Array(count),
  value: new Float64Array(count),
});

/** Creates spends of zeros. */
export const spendColumns = (count: number): SpendColumns => ({
  funding: new Uint32Array(count),
  vout: new Uint32Array(count),
  spender: new Uint32Array(count),
  vin: new Uint32Array(count),
});
