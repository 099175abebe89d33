/** One option of a list box. */
export interface Option {
  key: string;
  /** Group title; options of a group are adjacent. */
  group: string;
  text: string;
  /** The text is an address; number of its letters that were typed. */
  prefixLength?: number | undefined;
  /** Words that find it besides its text. */
  keywords?: string;
  /** Secondary text. */
  note?: string | undefined;
  /** Has no target on this site. */
  away?: boolean;
}

/** Returns the id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, place: number): string => `${list}-${place}`;
