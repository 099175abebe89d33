import type { ScriptNews } from '@glassblock/contract';

/** An output as far as balances depend on it; value in sats. */
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

/** What a transaction does to the addresses of a wallet: sats by the address's place in the list. */
interface Effect {
  confirmed: boolean;
  changes: readonly (readonly [place: number, sats: number])[];
}

/** Balances of a list of addresses, kept up to date by news. All amounts in sats. */
export interface Wallet {
  /** Place of an address in the list, by address; of a public key, by its script in hex. */
  places: ReadonlyMap<string, number>;
  /** Including unconfirmed transactions, by index. */
  balances: readonly number[];
  /** Including unconfirmed transactions. */
  total: number;
  /** Excluding unconfirmed transactions. */
  confirmed: number;
  /** Transactions that are counted in and may still change. */
  seen: ReadonlyMap<string, Effect>;
  /** True when more was waiting at the start than is in `seen`: an unknown transaction may be counted in already. */
  isPartial: boolean;
  /** The last change by news, for its sound; `key` is another one for each. */
  last?: { key: number; net: number };
}

/** What a wallet begins with. @param pending  the waiting transactions that `balances` count in already */
export function openWallet(start: {
  places: ReadonlyMap<string, number>;
  balances: readonly number[];
  confirmed: number;
  pending: readonly WalletTx[];
  isPartial: boolean;
}): Wallet {
  const { places, balances, confirmed, isPartial } = start;
  const seen = new Map(start.pending.map((tx) => [tx.txid, effectOf(tx, places)] as const));
  return { places, balances, total: sumOf(balances), confirmed, seen, isPartial };
}

/** Confirmed long ago: transactions beyond these are not told of again. */
const maxSeen = 10_000;

/**
 * Lays one frame of news over the wallet. A transaction that touches several addresses is told of under each and counts
 * once; an earlier version of it is taken out first. Pure.
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
    // It was waiting at the start, but beyond what was listed then: its balance is counted in.
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

/** Net change per address: inputs take, outputs give. */
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
