/** Returns true for a DER signature with a hash type byte and no trailing data. */
export function isDerSignature(item: Uint8Array): boolean {
  const { length } = item;
  if (length < 9 || item[0] !== 0x30 || item[1] !== length - 3 || item[2] !== 2) return false;
  const r = item[3]!;
  if (r === 0 || r + 7 >= length || item[4 + r] !== 2) return false;
  const s = item[5 + r]!;
  return s > 0 && r + s + 7 === length;
}

const names: Readonly<Record<number, string>> = { 0: 'DEFAULT', 1: 'ALL', 2: 'NONE', 3: 'SINGLE' };

/** Returns the name of a hash type; the number of an undefined one. */
export function hashTypeName(byte: number): string {
  const name = names[byte & 0x7f];
  if (name === undefined || byte === 0x80) return `0x${byte.toString(16).padStart(2, '0')}`;
  return byte & 0x80 ? `${name} | ACP` : name;
}

/**
 * Returns the hash type of a signature; undefined for other data.
 * @param isSchnorr 64 bytes, or 65 with a hash type
 */
export function hashTypeOf(item: Uint8Array, isSchnorr: boolean): string | undefined {
  if (isSchnorr) {
    if (item.length === 64) return hashTypeName(0);
    return item.length === 65 ? hashTypeName(item[64]!) : undefined;
  }
  return isDerSignature(item) ? hashTypeName(item.at(-1)!) : undefined;
}
