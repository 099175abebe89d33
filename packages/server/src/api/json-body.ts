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

/**
 * Parses a JSON body.
 * @throws {CodedError} `code`
 */
export function json(body: string, code: string): unknown {
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
