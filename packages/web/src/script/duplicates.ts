/** The two coinbase txids that exist in two blocks each, from before BIP 30. */
const duplicates: Readonly<Record<string, readonly [first: number, second: number]>> = {
  e3bf3d07d4b0375638d5f1db5255fe07ba2c4cb067cd81b84ee974b6585fb468: [91_722, 91_880],
  d5d27987d2a3dfc724e359870c6644b40e497bdc0589a033220fe15429d88599: [91_812, 91_842],
};

/** Returns the heights of two coinbases with the same txid; undefined for other transactions. */
export const duplicateCoinbases = (txid: string): readonly [first: number, second: number] | undefined =>
  duplicates[txid];
