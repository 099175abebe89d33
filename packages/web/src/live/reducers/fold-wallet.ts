import type { ScriptNews } from '@glassblock/contract';

/** The part of an output that balances depend on; value in sats. */
interface WalletOutput {
  scriptpubkey: string;
  scriptpubkey_address?: string | undefined;
  value: number;
}

/** The part of a transaction that balances depend on. */
export interface WalletTx {
  txid: string;
  vin: readonly { prevout: WalletOutput | null }[];
  vout: readonly WalletOutput[];
  status: { confirmed: boolean };
}

/** Net amounts of a transaction, sats by index of the address. */
interface Effect {
  confirmed: boolean;
  changes: readonly (readonly [place: number, sats: number])[];
}

/** Balances of a list of addresses, updated live. All amounts in sats. */
export interface Wallet {
  /** Applies updates; part of the state, so that only pages with a wallet load its code. */
  fold: typeof foldWallet;
  /** Index of each address; of a public key by its script in hex. */
  places: ReadonlyMap<string, number>;
  /** Including unconfirmed transactions, by index. */
  balances: readonly number[];
  /** Including unconfirmed transactions. */
  total: number;
  /** Excluding unconfirmed transactions. */
  confirmed: number;
  /** Counted transactions that may still change. */
  seen: ReadonlyMap<string, Effect>;
  /**
   * True when there were more unconfirmed transactions at the start than `seen` has: an unknown one may be counted
   * already.
   */
  isPartial: boolean;
  /** The last live change, for sounds; `key` differs for each. */
  last?: { key: number; net: number };
}

/**
 * Returns the initial state of a wallet.
 * @param pending unconfirmed transactions that `balances` include
 */
export function openWallet(start: {
  places: ReadonlyMap<string, number>;
  balances: readonly number[];
  confirmed: number;
  pending: readonly WalletTx[];
  isPartial: boolean;
}): Wallet {
  const { places, balances, confirmed, isPartial } = start;
  const seen = new Map(start.pending.map((tx) => [tx.txid, effectOf(tx, places)] as const));
  return { fold: foldWallet, places, balances, total: sumOf(balances), confirmed, seen, isPartial };
}

/** Older transactions were confirmed long ago and are not reported again. */
const maxSeen = 10_000;

/**
 * Applies one frame of updates. A transaction that concerns several addresses is reported for each and counts once; a
 * replaced one is removed first. Pure.
 */
export function foldWallet(wallet: Wallet, news: Readonly<Record<string, ScriptNews>>): Wallet {
  const balances = [...wallet.balances];
  const seen = new Map(wallet.seen);
  let { confirmed } = wallet;
  let net = 0;
  const count = (effect: Effect, sign: 1 | -1) => {
    for (const [place, sats] of effect.changes) {
      balances[place] = (balances[place] ?? 0) + sign * sats;
      net += sign * sats;
      if (effect.confirmed) confirmed += sign * sats;
    }
  };
  const leave = (txid: string): boolean => {
    const old = seen.get(txid);
    if (old === undefined) return false;
    seen.delete(txid);
    count(old, -1);
    return true;
  };
  const published = (list: keyof ScriptNews) =>
    new Map(
      Object.values(news)
        .flatMap((each) => each[list])
        .map((tx) => [tx.txid, tx]),
    ).values();

  for (const tx of published('removed'))
    if (!leave(tx.txid) && wallet.isPartial) count({ ...effectOf(tx, wallet.places), confirmed: false }, -1);
  for (const tx of [...published('mempool'), ...published('confirmed')]) {
    const effect = effectOf(tx, wallet.places);
    // unconfirmed at the start, but not listed: the balance includes it already
    if (!leave(tx.txid) && wallet.isPartial && effect.confirmed) count({ ...effect, confirmed: false }, -1);
    seen.set(tx.txid, effect);
    count(effect, 1);
  }
  for (const oldest of seen.keys()) {
    if (seen.size <= maxSeen) break;
    seen.delete(oldest);
  }
  return {
    ...wallet,
    balances,
    total: sumOf(balances),
    confirmed,
    seen,
    last: { key: (wallet.last?.key ?? 0) + 1, net },
  };
}

/** Returns the net amount per address. */
function effectOf(tx: WalletTx, places: ReadonlyMap<string, number>): Effect {
  const changes = new Map<number, number>();
  const add = (output: WalletOutput, sign: 1 | -1) => {
    const place = places.get(output.scriptpubkey_address ?? output.scriptpubkey);
    if (place !== undefined) changes.set(place, (changes.get(place) ?? 0) + sign * output.value);
  };
  for (const { prevout } of tx.vin) if (prevout !== null) add(prevout, -1);
  for (const output of tx.vout) add(output, 1);
  return { confirmed: tx.status.confirmed, changes: [...changes] };
}

const sumOf = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0);
