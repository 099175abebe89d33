/** A row of the recent transactions. */
export interface RecentLine {
  txid: string;
  fee: number;
  vsize: number;
  value: number;
}

/**
 * Adds new transactions, newest first, each once. Pure.
 * @returns `lines` itself when there are no new ones
 */
export function withNews(
  lines: readonly RecentLine[],
  news: readonly RecentLine[],
  limit: number,
): readonly RecentLine[] {
  const known = new Set(lines.map(({ txid }) => txid));
  const fresh = news.filter(({ txid }) => !known.has(txid));
  return fresh.length === 0 ? lines : [...fresh, ...lines].slice(0, limit);
}
