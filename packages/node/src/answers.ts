import { CodedError } from '@glassblock/primitives';

type Fields = Record<string, unknown>;

/**
 * Returns an RPC answer that must be an object.
 * @throws {CodedError} node.bad-answer
 */
export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CodedError('node.bad-answer', `${what} is not an object`);
  }
  return value as Fields;
}

/**
 * Returns a number of an answer.
 * @throws {CodedError} node.bad-answer when it is missing or not finite
 */
export function numberField(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new CodedError('node.bad-answer', `${name} is not a number`, { datum: value });
  }
  return value;
}

/**
 * Returns a string of an answer.
 * @throws {CodedError} node.bad-answer
 */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new CodedError('node.bad-answer', `${name} is not a string`, { datum: value });
  return value;
}

/**
 * Converts a BTC amount of the node, with at most eight decimals, to sats.
 * @throws {CodedError} node.bad-answer
 */
export function satsOfBtc(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new CodedError('node.bad-answer', 'an amount is not a number', { datum: value });
  }
  return Math.round(value * 1e8);
}
