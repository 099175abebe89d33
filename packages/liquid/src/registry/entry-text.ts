const maxTextLength = 255;
/** Characters that reorder, hide or break the text around them: a ticker with one of them looks like another one. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Anything but spaces and fillers. */
const visible = /[^\s\u115f\u1160\u2800\u3164\uffa0]/u;

/** Returns whether a value is a name, ticker or domain: visible text of at most 255 characters. */
export const isEntryText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxTextLength && visible.test(value) && !unseen.test(value);
