/** Direction marks, zero-width characters, tags: what changes the look of the text around it without being seen. */
const unseen = /[\p{Cf}\p{Co}\u2028\u2029]/gu;
const controls = /[^\P{Cc}\n\t]/gu;

/**
 * Text that came from the chain, for showing: what is not seen is named, as `[U+202E]`, so that it turns no line and
 * hides nothing. Line breaks and tabs stay. Nothing of it is ever markup.
 */
export function escapeInvisible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(controls, '·');
}

/** Bytes as UTF-8 text for showing; what does not decode becomes the replacement character. */
export const chainText = (bytes: Uint8Array): string => escapeInvisible(new TextDecoder().decode(bytes));

/** The text of bytes that are meant to be read: valid UTF-8, hardly any control characters; undefined for other bytes. */
export function readableText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const odd = text.match(controls)?.length ?? 0;
  return odd * 10 > text.length ? undefined : escapeInvisible(text);
}

/** Every byte as a character, as a coinbase is read: those that are no text become dots. */
export function latinText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte >= 0x20 && byte < 0x7f) || byte >= 0xa1 ? String.fromCharCode(byte) : '·';
  return escapeInvisible(text);
}
