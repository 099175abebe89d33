import { fromHex, readScript } from '@glassblock/primitives';
import { escapeInvisible, readableText } from './chain-text.ts';

/** Maximum length of a script whose data is read as text; longer ones are binary data. */
const longestRead = 400_000;

/**
 * Returns the text of an OP_RETURN: of its pushes, or of its bytes when they are not a valid script. Empty when it is
 * not readable.
 */
export function embeddedText(script: string): string {
  if (script.length > longestRead) return '';
  const ops = readScript(fromHex(script).subarray(1));
  const words = ops.flatMap(({ data }) => (data && data.length > 0 ? [readableText(data)] : []));
  return words.some((word) => word === undefined)
    ? looseText(ops.flatMap(({ data }) => (data ? [data] : [])))
    : words.join(' ');
}

/** Returns printable runs of at least four letters; empty when there are few. */
function looseText(parts: readonly Uint8Array[]): string {
  const all = parts.map((part) =>
    Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '\n')).join(''),
  );
  const joined = all.join('\n');
  const runs = joined.split(/\n+/).filter((run) => run.length >= 4);
  const stored = runs.reduce((sum, run) => sum + run.length, 0);
  return stored * 2 >= joined.length ? escapeInvisible(runs.join(' ')) : '';
}
