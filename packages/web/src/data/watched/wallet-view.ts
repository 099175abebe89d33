import type { WatchedWallet } from '@glassblock/contract';

type Row = WatchedWallet[string]['transactions'][number];

/** The balance at a time: Unix seconds and sats. */
export type BalancePoint = readonly [time: number, sats: number];

/** A transaction of a wallet, with the net amount of all its addresses. */
export interface WalletRow {
  txid: string;
  /** Sats. */
  change: number;
  /** Unix seconds. */
  time: number;
}

/** A watched wallet, reduced to the fields that pages show. */
export interface WalletView {
  /** Largest balance first. */
  addresses: readonly { address: string; sats: number; txCount: number }[];
  /** Sats. */
  balance: number;
  received: number;
  utxos: number;
  /** Newest first: the rows of one page. */
  rows: readonly WalletRow[];
  rowCount: number;
  /** Rows are the newest ones of an address that has more. */
  isPartial: boolean;
  /** Oldest first, reduced in number. */
  history: readonly BalancePoint[];
  /** Sats of the last 7 and 30 days. */
  changes: { week: number; month: number };
}

const day = 86_400;
const maxPoints = 400;

/**
 * Returns the fields of a wallet that pages show.
 * @param nowSeconds end of the last 7 and 30 days
 * @param rows the rows of a page: from this one, and their number
 */
export function walletView(
  wallet: WatchedWallet,
  nowSeconds: number,
  { from, count }: { from: number; count: number },
): WalletView {
  const entries = Object.values(wallet);
  const sum = (of: (entry: WatchedWallet[string]) => number) => entries.reduce((total, entry) => total + of(entry), 0);
  const balance = sum(({ stats }) => stats.funded_txo_sum - stats.spent_txo_sum);
  const rows = mergedRows(entries.flatMap(({ transactions }) => transactions));
  const history = historyOf(rows, balance);
  const since = (seconds: number) => balance - balanceAt(history, nowSeconds - seconds);
  return {
    addresses: entries
      .map(({ address, stats }) => ({
        address,
        sats: stats.funded_txo_sum - stats.spent_txo_sum,
        txCount: stats.tx_count,
      }))
      .sort((a, b) => b.sats - a.sats),
    balance,
    received: sum(({ stats }) => stats.funded_txo_sum),
    utxos: sum(({ stats }) => stats.funded_txo_count - stats.spent_txo_count),
    rows: rows.slice(from, from + count),
    rowCount: rows.length,
    isPartial: entries.some(({ stats, transactions }) => transactions.length < stats.tx_count),
    history: thinned(history),
    changes: { week: since(7 * day), month: since(30 * day) },
  };
}

/** Returns one row for each transaction, newest first: it may have one of each address. */
function mergedRows(rows: readonly Row[]): WalletRow[] {
  const sorted = rows.toSorted((a, b) => b.height - a.height || (b.tx_position ?? 0) - (a.tx_position ?? 0));
  const merged = new Map<string, WalletRow>();
  for (const { txid, value, time } of sorted) {
    const known = merged.get(txid);
    if (known === undefined) merged.set(txid, { txid, change: value, time });
    else known.change += value;
  }
  return [...merged.values()];
}

/** Returns the balance after each transaction, oldest first, and before the oldest one. Times never decrease. */
function historyOf(rows: readonly WalletRow[], balance: number): BalancePoint[] {
  const points: BalancePoint[] = [];
  let after = balance;
  for (const { change, time } of rows) {
    points.push([time, after]);
    after -= change;
  }
  points.reverse();
  let last = 0;
  const ordered = points.map(([time, sats]): BalancePoint => [(last = Math.max(last, time)), sats]);
  const oldest = ordered[0];
  return oldest === undefined ? [] : [[oldest[0] - 1, after], ...ordered];
}

/** Returns the balance at a time; before the first point, that of the first point. */
export function balanceAt(history: readonly BalancePoint[], time: number): number {
  const point = history.findLast(([at]) => at <= time) ?? history[0];
  return point === undefined ? 0 : point[1];
}

/** Returns at most some hundred points: the last one of each of equal parts of the time. */
export function thinned(history: readonly BalancePoint[], max = maxPoints): BalancePoint[] {
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined || history.length <= max) return [...history];
  const length = (last[0] - first[0]) / (max - 1) || 1;
  const partOf = ([time]: BalancePoint) => Math.floor((time - first[0]) / length);
  return history.filter((point, place) => {
    const next = history[place + 1];
    return place === 0 || next === undefined || partOf(next) > partOf(point);
  });
}
