/** Returns the relative locktime of an input's sequence: blocks, or seconds in steps of 512. Source: BIP 68 */
export function relativeLock(sequence: number): { kind: 'blocks' | 'seconds'; count: number } | undefined {
  if (sequence >>> 31 === 1) return undefined;
  const value = sequence & 0xffff;
  if (value === 0) return undefined;
  return sequence & 0x400000 ? { kind: 'seconds', count: value * 512 } : { kind: 'blocks', count: value };
}
