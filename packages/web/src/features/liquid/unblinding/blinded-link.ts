/** Value, asset and blinders of one output, as a wallet puts them into a link. */
export interface BlindedTuple {
  /** In the smallest unit, decimal. */
  value: string;
  /** Display order, as the blinders: hex. */
  asset: string;
  valueBlinder: string;
  assetBlinder: string;
}

/** Why a link cannot be read. */
export type LinkFault = 'hex' | 'number';

const hash = /^[0-9a-f]{64}$/i;
/** Largest amount of the 64 bits of a commitment. */
const maxValue = 2n ** 64n - 1n;
/** Tuples of one link: more than any transaction has confidential inputs and outputs. */
const maxTuples = 512;

/**
 * Reads the tuples of a fragment `#blinded=value,asset,valueBlinder,assetBlinder,..`.
 * @returns undefined for another fragment, or one without tuples
 */
export function readBlindedLink(fragment: string): readonly BlindedTuple[] | LinkFault | undefined {
  const text = /^#?(?:.*&)?blinded=([^&]*)/.exec(fragment)?.[1];
  if (text === undefined || text === '') return undefined;
  const fields = text.split(',');
  if (fields.length > 4 * maxTuples) return 'hex';
  const tuples: BlindedTuple[] = [];
  for (let at = 0; at < fields.length; at += 4) {
    const [value = '', asset = '', valueBlinder = '', assetBlinder = ''] = fields.slice(at, at + 4);
    if (!/^\d{1,20}$/.test(value) || BigInt(value) > maxValue) return 'number';
    if (![asset, valueBlinder, assetBlinder].every((field) => hash.test(field))) return 'hex';
    tuples.push({
      value,
      asset: asset.toLowerCase(),
      valueBlinder: valueBlinder.toLowerCase(),
      assetBlinder: assetBlinder.toLowerCase(),
    });
  }
  return tuples;
}
