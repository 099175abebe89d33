const space = /^[ \t\n\r]*$/;

/**
 * Yields the entries of a JSON object one after the other, so that a long text is read in parts. Keys are not compared:
 * of two entries with one key, the later one applies, as in `JSON.parse`.
 * @param text begins with `{`, after white space
 * @throws {SyntaxError} where `JSON.parse` throws one, but only when the reader gets there
 */
export function* jsonEntries(text: string): Generator<[string, unknown]> {
  let start = text.indexOf('{') + 1;
  if (start === 0 || !space.test(text.slice(0, start - 1))) throw new SyntaxError('no JSON object');
  const first = start;
  const mark = /["{}[\],]/g;
  mark.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const found = mark.exec(text);
    if (found === null) throw new SyntaxError('the JSON object does not end');
    const [letter] = found;
    if (letter === '"') mark.lastIndex = endOfString(text, found.index);
    else if (letter === '{' || letter === '[') depth++;
    else if (letter !== ',') depth--;
    if (depth === 0 && letter === ']') throw new SyntaxError('a JSON object ends with ]');
    if (depth > 1 || (depth === 1 && letter !== ',')) continue;
    const part = text.slice(start, found.index);
    const isEmptyObject = depth === 0 && start === first && space.test(part);
    if (!isEmptyObject) yield entryOf(part);
    start = found.index + 1;
  }
  if (!space.test(text.slice(start))) throw new SyntaxError('text after the JSON object');
}

function entryOf(part: string): [string, unknown] {
  const entries = Object.entries(JSON.parse(`{${part}}`) as object);
  if (entries.length !== 1) throw new SyntaxError('a JSON object has an empty entry');
  return entries[0]!;
}

/** Returns the place after the string that begins at a quotation mark. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  throw new SyntaxError('a JSON string does not end');
}
