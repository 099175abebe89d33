/** A line of the list of recent transactions. */
export interface RecentLine {
  txid: string;
  fee: number;
  vsize: number;
  value: number;
}

/** Puts what is new in front, newest first, each once. Pure. @returns `lines` itself when nothing is new */
export function withNews(
  lines: readonly RecentLine[],
  news: readonly RecentLine[],
  limit: number,
): readonly RecentLine[] {
  const known = new Set(lines.map(({ txid }) => txid));
  const fresh = news.filter(({ txid }) => !known.has(txid));
  return fresh.length === 0 ? lines : [...fresh, ...lines].slice(0, limit);
}
