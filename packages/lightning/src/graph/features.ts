/**
 * Names of feature pairs by their even bit (BOLT 9 and the bLIPs), as lnd prints them. The even bit means required, the
 * odd one optional.
 */
const featureNames: ReadonlyMap<number, string> = new Map([
  [0, 'data-loss-protect'],
  [2, 'initial-routing-sync'],
  [4, 'upfront-shutdown-script'],
  [6, 'gossip-queries'],
  [8, 'tlv-onion'],
  [10, 'ext-gossip-queries'],
  [12, 'static-remote-key'],
  [14, 'payment-addr'],
  [16, 'multi-path-payments'],
  [18, 'wumbo-channels'],
  [20, 'anchor-commitments'],
  [22, 'anchors-zero-fee-htlc-tx'],
  [24, 'route-blinding'],
  [26, 'shutdown-any-segwit'],
  [28, 'dual-fund'],
  [30, 'amp'],
  [34, 'quiescence'],
  [36, 'attribution-data'],
  [38, 'onion-messages'],
  [42, 'provide-storage'],
  [44, 'explicit-commitment-type'],
  [46, 'scid-alias'],
  [48, 'payment-metadata'],
  [50, 'zero-conf'],
  [54, 'keysend'],
  [60, 'rbf-coop-close'],
  [62, 'splicing'],
  [80, 'simple-taproot-chans'],
  [180, 'simple-taproot-chans-x'],
  [2022, 'script-enforced-lease'],
]);

/** Announcements with higher bits are read without them; 8,192 bits are 1 KiB. */
export const maxFeatureBit = 8_191;

/** A feature of a node. */
export interface NodeFeature {
  bit: number;
  name: string;
  is_required: boolean;
}

/** Returns the features of a bit field in hex, most significant byte first, in the order of their bits. */
export function featuresOf(bits: string): NodeFeature[] {
  const features: NodeFeature[] = [];
  for (let at = bits.length - 1, base = 0; at >= 0; at--, base += 4) {
    const digit = Number.parseInt(bits[at]!, 16);
    for (let i = 0; i < 4; i++) {
      if ((digit & (1 << i)) === 0) continue;
      const bit = base + i;
      features.push({ bit, name: featureNames.get(bit & ~1) ?? 'unknown', is_required: bit % 2 === 0 });
    }
  }
  return features;
}

/** Returns the bit field of a list of bits in hex, most significant byte first; empty without bits. */
export function featureBitsOf(bits: Iterable<number>): string {
  const known = [...bits].filter((bit) => Number.isInteger(bit) && bit >= 0 && bit <= maxFeatureBit);
  if (known.length === 0) return '';
  const bytes = new Uint8Array((Math.max(...known) >> 3) + 1);
  for (const bit of known) bytes[bytes.length - 1 - (bit >> 3)]! |= 1 << (bit & 7);
  return Buffer.from(bytes).toString('hex');
}
