/**
 * Returns whether a text is hex of at least one byte. A repeated group in the pattern would recurse once per byte and overflow
 * the stack on a body of megabytes.
 */
export const isHex = (text: string) => text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text);
