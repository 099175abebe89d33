/** A block of the node: its bytes, and its spent outputs in the format of REST `spenttxouts`. */
export interface BlockBytes {
  block: Uint8Array;
  spent: Uint8Array;
}
