import { createReplacements, type RbfTree, type ReplacementLimits, type ReplacementTx } from '../../src/index.ts';

/** Returns the display hex of a name: its letters in hex, padded with zeros. */
export const idOf = (name: string): string =>
  Array.from(name, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0');
/** Returns the name of a test txid. */
export const nameOf = (txid: string): string =>
  txid.replace(/(..)/g, (pair) => (pair === '00' ? '' : String.fromCharCode(Number.parseInt(pair, 16))));
/** Returns a transaction of a test tree. */
export const tx = (name: string, change: Partial<ReplacementTx> = {}): ReplacementTx => ({
  txid: idOf(name),
  fee: 1000,
  vsize: 140.25,
  value: 50_000,
  rate: 7.13,
  time: 1000,
  rbf: true,
  ...change,
});

/** Renders a tree as `new(old old(older))`: `*` mined, `!` replaced one that did not signal. */
export function picture({ tx: { txid, mined, fullRbf }, replaces }: RbfTree): string {
  const marks = `${mined ? '*' : ''}${fullRbf ? '!' : ''}`;
  return `${nameOf(txid)}${marks}${replaces.length === 0 ? '' : `(${replaces.map(picture).join(' ')})`}`;
}

/**
 * Runs events: `b>a,c` b replaced a and c, `b?a` the same inferred, `b#a` b was mined instead of a, `*b` mined, `-b`
 * removed, `+b` returned, `@500` the clock, `^500` the newest block's time (`^` unknown), `sweep`. An upper-case name does not signal.
 */
export function scene(limits: Partial<ReplacementLimits> = {}) {
  let now = 10_000;
  /** Undefined: the clock alone counts. */
  let tip: { seconds: number | undefined } | undefined;
  const tipSeconds = () => (tip === undefined ? now : tip.seconds);
  const replacements = createReplacements({ nowSeconds: () => now, tipSeconds, limits });
  const named = (name: string) => tx(name, { rbf: name !== name.toUpperCase() || /^\d/.test(name), time: now });
  const play = (words: string): void => {
    for (const word of words.split(/\s+/).filter(Boolean)) {
      const [, newer, sign, older] = /^(\w+)([>?#])(.+)$/.exec(word) ?? [];
      if (newer !== undefined) {
        const newTx = named(newer);
        const oldTxs = older!.split(',').map(named);
        if (sign === '#') replacements.minedInstead({ newTx, victims: oldTxs });
        else replacements.replaced({ newTx, oldTxs, certain: sign === '>' });
      } else if (word.startsWith('@')) now = Number(word.slice(1));
      else if (word.startsWith('^')) tip = { seconds: word === '^' ? undefined : Number(word.slice(1)) };
      else if (word === 'sweep') replacements.sweep();
      else if (word.startsWith('*')) replacements.mined(idOf(word.slice(1)));
      else if (word.startsWith('-')) replacements.removed(idOf(word.slice(1)));
      else if (word.startsWith('+')) replacements.returned(idOf(word.slice(1)));
      else throw new Error(`unknown event ${word}`);
    }
  };
  const trees = (options: { fullOnly?: boolean; limit?: number; after?: string } = {}) =>
    replacements.list({ limit: 1000, ...options }).map(picture);
  return { replacements, play, trees };
}
