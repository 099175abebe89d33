/** A bounded cache of raw transactions: an entry may be absent, never wrong. Ids in internal order. */
export interface RawContents {
  put(txid: Uint8Array, raw: Uint8Array): void;
  get(txid: Uint8Array): Promise<Uint8Array | undefined>;
}
