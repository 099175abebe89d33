/** A block as the node has it: its bytes, and the outputs that its inputs spend in the form of REST `spenttxouts`. */
export interface BlockBytes {
  block: Uint8Array;
  spent: Uint8Array;
}
