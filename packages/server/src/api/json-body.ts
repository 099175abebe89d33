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

/**
 * Returns false for a JSON text that takes long to parse: 5 MB of brackets take 350 ms. The text may be malformed.
 */
export function isCheapJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at + 1);
      if (at < 0) return true;
    } else if (char === '[' || char === '{') {
      depth++;
      values++;
    } else if (char === ']' || char === '}') depth--;
    else if (char === ',') values++;
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}

/** Returns the index of the closing quote; -1 without one. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
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
