/** Content of a social image: a headline, figures, and a picture. Everything is plain text. */
export interface Card {
  width: number;
  height: number;
  /** Label of the network, at the end of the header. */
  network: string;
  title: string;
  /** Identifier below the title, one item per line. */
  id: readonly string[];
  /** Badges beside the title: features of a transaction. */
  marks: readonly string[];
  facts: readonly { label: string; value: string; unit?: string }[];
  picture: Picture | undefined;
}

/** Picture of a card. */
export type Picture =
  | { kind: 'flow'; inputs: readonly (number | undefined)[]; outputs: readonly (number | undefined)[]; fee: number }
  | { kind: 'messages'; lines: readonly string[] }
  | { kind: 'squares'; txs: readonly { txid: string; vsize: number; rate: number }[] }
  | { kind: 'qr'; text: string }
  /** Evenly spaced values, oldest first. */
  | { kind: 'line'; values: readonly number[] }
  | { kind: 'cubes'; rates: readonly (readonly number[])[] };

/** Sizes for objects, for the site, and for its documentation. */
export const sizes = {
  object: { width: 1200, height: 600 },
  site: { width: 1000, height: 500 },
  manual: { width: 2000, height: 1000 },
} as const;
