import { ByteWriter, merkleRoot } from '@glassblock/primitives';

/**
 * Returns the `merkleblock` message that proves one transaction: header, number of transactions, hashes and flag bits
 * of the partial tree, depth first towards the transaction.
 * @param header 80 bytes
 * @param txids all of the block, internal order
 * @param index the proved one. Source: BIP 37; Core merkleblock.cpp
 */
export function merkleBlock(header: Uint8Array, txids: readonly Uint8Array[], index: number): Uint8Array {
  const levels: Uint8Array[][] = [[...txids]];
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => level.slice(2 * i, 2 * i + 2));
    levels.push(pairs.map(([left, right]) => merkleRoot([left!, right ?? left!])));
  }
  const hashes: Uint8Array[] = [];
  const flags: boolean[] = [];
  const walk = (height: number, position: number) => {
    const isOnPath = index >> height === position;
    flags.push(isOnPath);
    if (height === 0 || !isOnPath) {
      hashes.push(levels[height]![position]!);
      return;
    }
    walk(height - 1, 2 * position);
    if (2 * position + 1 < levels[height - 1]!.length) walk(height - 1, 2 * position + 1);
  };
  walk(levels.length - 1, 0);
  const bytes = new Uint8Array(Math.ceil(flags.length / 8));
  flags.forEach((flag, i) => {
    if (flag) bytes[i >> 3]! |= 1 << (i & 7);
  });
  const writer = new ByteWriter().bytes(header).u32(txids.length).compactSize(hashes.length);
  for (const hash of hashes) writer.bytes(hash);
  return writer.lengthPrefixed(bytes).finish();
}
