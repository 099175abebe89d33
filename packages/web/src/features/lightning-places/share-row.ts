/** A country or a provider. */
export interface ShareRow {
  key: string;
  name: string;
  to: string;
  /** In percent. */
  share: number;
  nodes: number;
  sats: number;
}
