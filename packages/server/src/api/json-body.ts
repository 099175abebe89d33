import { CodedError } from '@glassblock/primitives';

const refuse = (code: string) => new CodedError(code, 'bad input');

/**
 * Parses a body that is a JSON list.
 * @throws {CodedError} `code`
 */
export function jsonList(body: string, code = 'body.json'): unknown[] {
  const value = json(body, code);
  if (!Array.isArray(value)) throw refuse(code);
  return value;
}

/** The deepest body of the contract has lists of objects in an object. */
const maxDepth = 8;
/** A transaction has at most 10,000 inputs or so, which have a few fields each. */
const maxValues = 100_000;

/** Quotes of so many values with their names; no body of the contract needs escaped ones. */
const maxQuotes = 4 * maxValues;

/**
 * Returns false for a JSON text that takes long to parse: 5 MB of brackets take 350 ms. The text may be malformed.
 */
export function isCheapJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  let quotes = 0;
  // skips to the next structural character: examining each of ten million characters takes 50 ms
  const marks = /["[\]{},]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [char] = found;
    if (char === '"') {
      let end = found.index;
      do {
        end = text.indexOf('"', end + 1);
        if (end < 0) return true;
        quotes++;
      } while (isEscaped(text, end) && quotes <= maxQuotes);
      quotes++;
      marks.lastIndex = end + 1;
    } else if (char === '[' || char === '{') {
      depth++;
      values++;
    } else if (char === ']' || char === '}') depth--;
    else values++;
    if (depth > maxDepth || values > maxValues || quotes > maxQuotes) return false;
  }
  return true;
}

/** Returns whether an odd number of backslashes precedes. */
function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/**
 * Parses a JSON body. Deeply nested texts and texts of very many values are refused before they are parsed.
 * @throws {CodedError} `code`
 */
export function json(body: string, code: string): unknown {
  if (!isCheapJson(body)) throw refuse(code);
  try {
    return JSON.parse(body);
  } catch {
    throw refuse(code);
  }
}

/**
 * Parses a body that is a JSON list of strings.
 * @throws {CodedError} `code`
 */
export function textList(body: string, code = 'body.json'): string[] {
  const list = jsonList(body, code);
  if (!list.every((item) => typeof item === 'string')) throw refuse(code);
  return list;
}
