/**
 * Returns the node's message in an error text like `sendrawtransaction RPC error: {"code":-26,"message":"…"}`; else the
 * text.
 */
export function nodeErrorMessage(message: string): string {
  const at = message.indexOf('{');
  if (at < 0) return message;
  try {
    const body: unknown = JSON.parse(message.slice(at));
    if (typeof body !== 'object' || body === null) return message;
    if ('message' in body && typeof body.message === 'string') return body.message;
    return message;
  } catch {
    return message;
  }
}

/** Hex of transactions in a text, separated by commas or white space. */
export const hexList = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/** The hex of one transaction without the line breaks of terminals and mail programs. */
export const unwrapped = (text: string): string => text.replace(/\s+/g, '');

/** True for even hex, however long. */
export const isHex = (text: string): boolean => text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text);

/** BTC/kvB as text with eight decimals, of sat/vB. */
export const btcPerKvb = (satsPerVbyte: number): string => (satsPerVbyte / 100_000).toFixed(8);
