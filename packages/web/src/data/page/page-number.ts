/** The registry's offsets end at a million; lists have 15 or 25 rows a page. */
const maxPage = 40_000;

/** Returns the number of a page as typed: 1 for anything but a number from 1 on. */
export const pageNumber = (typed: string | null | undefined): number =>
  Math.min(maxPage, Math.max(1, Math.floor(Number(typed ?? 1)) || 1));

/** Returns the number of pages that a list has, at least one. */
export const pageCount = (rows: number, perPage: number): number => Math.max(1, Math.ceil(rows / perPage));
