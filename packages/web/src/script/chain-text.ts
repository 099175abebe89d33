/** Invisible characters that change the text around them: direction marks, zero-width characters, tags. */
const unseen = /[\p{Cf}\p{Co}\u2028\u2029]/gu;
const controls = /[^\P{Cc}\n\t]/gu;

/**
 * Escapes invisible characters of text from the chain as `[U+202E]`, so that they cannot reorder or hide text. Line
 * breaks and tabs remain. The result is never markup.
 */
export function escapeInvisible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(controls, '·');
}

/** Decodes UTF-8 for display; invalid bytes become the replacement character. */
export const chainText = (bytes: Uint8Array): string => escapeInvisible(new TextDecoder().decode(bytes));

/** Returns bytes as text if they are human-readable: valid UTF-8 with few control characters; else undefined. */
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

/** Returns every byte as a Latin-1 character, as coinbases are displayed; others become dots. */
export function latinText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte >= 0x20 && byte < 0x7f) || byte >= 0xa1 ? String.fromCharCode(byte) : '·';
  return escapeInvisible(text);
}
